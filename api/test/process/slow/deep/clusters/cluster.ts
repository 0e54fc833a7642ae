import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { reach } from '@bitacora/core/embedded-postgres/claim';
import { connectionUrl, DATABASE, findPackage, homeName, prepareBinaries } from '@bitacora/core/embedded-postgres/cluster';
import { environment, freePort } from '@bitacora/core/embedded-postgres/postmaster';
import { openHome } from '@bitacora/core/embedded-postgres/start-postgres';

/** Where the cluster of a data folder is, or will be, and who runs it with which programs. */
export function homeOf(dataDir: string) {
  const binaries = findPackage();
  const home = openHome(dataDir, homeName(binaries.version), () => {});
  return { as: home.as, data: path.join(home.dir, 'data'), program: prepareBinaries(binaries, home) };
}

/** Appends settings to a cluster that does not run: what is secret in them stays off its command line. */
export function configure(data: string, settings: Record<string, string>): void {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`);
  fs.appendFileSync(path.join(data, 'postgresql.auto.conf'), lines.join(''));
}

/** Writes a file such as `standby.signal` into a stopped cluster, with the owner of the cluster. */
export function place(data: string, name: string, text = ''): void {
  const file = path.join(data, name);
  fs.writeFileSync(file, text, { mode: 0o600 });
  const { uid, gid } = fs.statSync(data);
  fs.chownSync(file, uid, gid);
}

/** Starts the cluster of a data folder and waits until it answers, also while it recovers. It ends with `stop` or `kill`. */
export async function startCluster(dataDir: string, port?: number) {
  const { data, as, program } = homeOf(dataDir);
  const own = port ?? (await freePort());
  const log = path.join(dataDir, 'postgres.log');
  const logFile = fs.openSync(log, 'a');
  const options = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'timezone=UTC'];
  const child = spawn(program('postgres'), ['-D', data, '-p', String(own), ...options], {
    ...as,
    cwd: data,
    env: environment,
    stdio: ['ignore', logFile, logFile],
  });
  fs.closeSync(logFile);
  const ended = once(child, 'exit');
  const url = `${connectionUrl(data, own)}/${DATABASE}`;
  const hasFailed = ended.then(() => {
    throw new Error(`PostgreSQL ended:\n${fs.readFileSync(log, 'utf8')}`);
  });
  const isReached = reach({ connectionString: url }).then((client) => client.end());
  await Promise.race([isReached, hasFailed]);
  hasFailed.catch(() => {}); // from now on an exit is not a failure
  const end = async (how: NodeJS.Signals) => {
    child.kill(how);
    await ended;
  };
  return { url, port: own, stop: () => end('SIGINT'), kill: () => end('SIGQUIT') };
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;
