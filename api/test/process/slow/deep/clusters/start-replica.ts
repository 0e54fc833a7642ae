import path from 'node:path';
import { baseBackup } from './base-backup.ts';
import { configure, homeOf, place, startCluster } from './cluster.ts';

/** How a standby names itself to the server it follows. */
export const REPLICA = 'reserva';

interface PrimaryServer {
  url: string;
  folder: string;
  db: { raw(sql: string): PromiseLike<unknown> };
}

/** A hot standby of an `outsidePostgres`, in a folder beside it. The slot keeps what the standby has not taken yet. */
export async function startReplica({ url, folder, db }: PrimaryServer, settings: Record<string, string> = {}) {
  const own = path.join(folder, REPLICA);
  await db.raw(`select pg_create_physical_replication_slot('${REPLICA}', true)`);
  await baseBackup(url, path.join(folder, 'postgres'), own);
  const { data } = homeOf(own);
  const { hostname, port, username, password } = new URL(url);
  const followed = { host: hostname, port, user: username, password, application_name: REPLICA };
  const conninfo = Object.entries(followed).map(([name, value]) => `${name}=${value}`);
  configure(data, { primary_conninfo: conninfo.join(' '), primary_slot_name: REPLICA, ...settings });
  place(data, 'standby.signal');
  return startCluster(own);
}
