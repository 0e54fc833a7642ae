import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { reach } from '@bitacora/core/embedded-postgres/claim';
import { homeOf, place } from './cluster.ts';

/** These belong to the server that was copied. The copy's log comes from the archive or from the server itself. */
const LEFT_OUT = ['postmaster.pid', 'postmaster.opts', 'standby.signal', 'recovery.signal'];
const EMPTIED = ['pg_wal', 'pg_replslot'];

/**
 * Copies the folder of a running cluster into the data folder `to`, as `pg_basebackup` does. One connection calls both pg_backup_start and
 * pg_backup_stop, because the server ends the backup with its session.
 */
export async function baseBackup(url: string, from: string, to: string): Promise<void> {
  const [source, copy] = [homeOf(from).data, homeOf(to).data];
  const client = await reach({ connectionString: url });
  try {
    await client.query(`select pg_backup_start('nightly', true)`);
    await copyOf(source, copy);
    const { rows } = await client.query('select labelfile from pg_backup_stop()');
    for (const name of LEFT_OUT) fs.rmSync(path.join(copy, name), { force: true });
    for (const name of EMPTIED)
      for (const entry of fs.readdirSync(path.join(copy, name))) fs.rmSync(path.join(copy, name, entry), { recursive: true });
    place(copy, 'backup_label', rows[0].labelfile);
  } finally {
    await client.end();
  }
}

/** Copies owners and modes too. It passes over files that the server removes during the copy. */
async function copyOf(source: string, copy: string): Promise<void> {
  const child = spawn('cp', ['-a', `${source}/.`, copy], {
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (text) => (complaints += text));
  await once(child, 'close');
  const grave = complaints.split('\n').filter((line) => line && !line.endsWith('No such file or directory'));
  if (grave.length > 0) throw new Error(`The folder could not be copied: ${grave[0]}`);
}
