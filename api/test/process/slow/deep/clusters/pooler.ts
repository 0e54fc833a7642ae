import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { reach } from '@bitacora/core/embedded-postgres/claim';
import { freePort } from '@bitacora/core/embedded-postgres/postmaster';
import { homeOf } from './cluster.ts';

/** Where distributions put it; null where there is none. */
export const pgbouncer =
  ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find((file) => fs.existsSync(file)) ?? null;

/** How many connections of the server all clients share. */
export const SERVER_CONNECTIONS = 8;

/** PgBouncer in transaction mode before a server, as the user that runs our own clusters: it refuses to be root. */
export async function startPooler(url: string, folder: string) {
  const { hostname, port: serverPort, username, password } = new URL(url);
  const port = await freePort();
  const { as } = homeOf(folder);
  const users = path.join(folder, 'users.txt');
  fs.writeFileSync(users, `"${username}" "${password}"\n`, { mode: 0o644 });
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${serverPort}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    `default_pool_size = ${SERVER_CONNECTIONS}`,
    'max_client_conn = 200',
    `stats_users = ${username}`,
  ];
  const file = path.join(folder, 'pgbouncer.ini');
  fs.writeFileSync(file, `${settings.join('\n')}\n`);
  const child = spawn(pgbouncer as string, ['-q', file], { ...as, cwd: '/', stdio: 'ignore' });
  const ended = once(child, 'exit');
  const own = new URL(url);
  own.port = String(port);
  await (await reach({ connectionString: own.href })).end();
  return {
    url: own.href,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
