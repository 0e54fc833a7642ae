import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type KeptTable, type Manifest, sealManifest } from '../../../../src/commands/backups/backup-folder.ts';
import { admin } from '../../administration/admin.ts';
import { type Company, company } from '../../administration/command-company.ts';
import { contentsOf, imagesOf, restoreInto } from '../../administration/restoring.ts';
import { dataFolder } from '../../product.ts';
import { remove } from '../../traces.ts';

const SLOW = 300_000;
let other: Company;
let shelf: string;
let place: string;
beforeAll(async () => {
  const demo = await company({ isDemo: true });
  other = await company();
  shelf = dataFolder();
  place = path.join(shelf, 'demo');
  const result = await admin(['backup', '--output', place], demo.env);
  await demo.close();
  if (result.status !== 0) throw new Error(result.err);
}, SLOW);
afterAll(async () => {
  await other.close();
  remove(shelf);
}, SLOW);

it(
  'refuses a damaged backup, names the part, and leaves the database as it was',
  async () => {
    const before = await contentsOf(other);
    const image = readdirSync(path.join(place, 'images'), { recursive: true }).find((name) => /^..\/.{36}$/.test(String(name))) as string;
    const parts = ['manifest.json', 'SHA256SUMS', 'tables/activities.copy.gz', `images/${image}`];
    for (const part of parts) {
      const copy = path.join(shelf, 'damaged');
      cpSync(place, copy, { recursive: true });
      const bytes = readFileSync(path.join(copy, part));
      const at = Math.floor(bytes.length / 2);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(path.join(copy, part), bytes);
      const { status, err } = await restoreInto(other, copy);
      expect({ part, status, err }).toEqual({ part, status: 1, err: expect.stringContaining(`dañado: ${part} falta o no es`) });
      rmSync(copy, { recursive: true });
    }
    const copy = path.join(shelf, 'incomplete');
    cpSync(place, copy, { recursive: true });
    rmSync(path.join(copy, 'tables/topics.copy.gz'));
    expect((await restoreInto(other, copy)).err).toContain('tables/topics.copy.gz');
    rmSync(path.join(copy, 'manifest.json'));
    expect((await restoreInto(other, copy)).err).toContain('no hay un respaldo completo');
    expect(await contentsOf(other)).toEqual(before);
    expect(imagesOf(other)).toEqual({});
  },
  SLOW,
);

it(
  'believes no names that somebody wrote into a backup and sealed again',
  async () => {
    const before = await contentsOf(other);
    const sign = path.join(shelf, 'sign');
    const lies: ((manifest: Manifest) => unknown)[] = [
      ({ tables }) => Object.assign(tables[0] as object, { order: `1) to program 'touch ${sign}' --`, rows: -1 }),
      ({ tables }) => Object.assign(tables[0] as object, { columns: ['id'] }),
      ({ tables }) => tables.push({ ...(tables[0] as KeptTable), name: '../../elsewhere' }),
      ({ secrets }) => secrets.push('../sign'),
      ({ secrets }) => secrets.push('bot-token'),
    ];
    for (const lie of lies) {
      const copy = path.join(shelf, 'forged');
      cpSync(place, copy, { recursive: true });
      const { seal, ...manifest } = JSON.parse(readFileSync(path.join(copy, 'manifest.json'), 'utf8'));
      lie(manifest);
      writeFileSync(path.join(copy, 'manifest.json'), sealManifest(manifest));
      const { status, err } = await restoreInto(other, copy);
      expect({ lie: String(lie), status, err }).toEqual({ lie: String(lie), status: 1, err: expect.stringContaining('No se cambió nada') });
      rmSync(copy, { recursive: true });
    }
    const copy = path.join(shelf, 'forged');
    cpSync(place, copy, { recursive: true });
    const sums = `${readFileSync(path.join(copy, 'SHA256SUMS'), 'utf8')}${createHash('sha256').update('').digest('hex')}  images/..\n`;
    writeFileSync(path.join(copy, 'SHA256SUMS'), sums);
    const { seal, ...manifest } = JSON.parse(readFileSync(path.join(copy, 'manifest.json'), 'utf8'));
    writeFileSync(path.join(copy, 'manifest.json'), sealManifest({ ...manifest, sums: createHash('sha256').update(sums).digest('hex') }));
    expect((await restoreInto(other, copy)).err).toContain('images/..');
    expect(existsSync(sign)).toBe(false);
    expect(await contentsOf(other)).toEqual(before);
  },
  SLOW,
);

it(
  'leaves the database as it was where the restore cannot be recorded',
  async () => {
    expect(await restoreInto(other, place)).toMatchObject({ status: 0 });
    // From the moment the table is made it takes no row of this act.
    await other.db.raw(`create schema sabotage;
      create function sabotage.close() returns event_trigger language plpgsql as $$ begin
        if exists (select from pg_event_trigger_ddl_commands() where object_identity = 'public.admin_history') then
          alter table public.admin_history add constraint no_restore check (act <> 'system.restore');
        end if;
      end $$;
      create event trigger sabotage on ddl_command_end when tag in ('CREATE TABLE') execute function sabotage.close()`);
    await other.db('comments').where('id', '>', 0).update({ body: 'Se conserva' });
    const before = await contentsOf(other);
    const failed = await restoreInto(other, place, '--replace', '--yes');
    expect(failed).toMatchObject({ status: 1, err: expect.stringContaining('no_restore') });
    expect(await contentsOf(other)).toEqual(before);
    await other.db.raw('drop event trigger sabotage; drop schema sabotage cascade');
  },
  SLOW,
);
