import { migrateTo, readSchema } from '@bitacora/core/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { administration } from '../../../src/messages/administration.ts';
import { schemaTexts } from '../../../src/messages/start.ts';
import { type OutsidePostgres, outsidePostgres } from '../outside-postgres.ts';
import { dataFolder } from '../product.ts';
import { admin, startAdmin } from './admin.ts';

const SLOW = 120_000;
let postgres: OutsidePostgres;
beforeAll(async () => {
  postgres = await outsidePostgres({}, dataFolder());
}, SLOW);
afterAll(() => postgres.close());

const run = (...typed: string[]) => admin(typed, { DATABASE_URL: postgres.url });

it(
  'says what is missing without touching anything, then applies it, once',
  async () => {
    const [first = '', ...rest] = (await readSchema(postgres.db)).pending;
    await migrateTo(postgres.db, [first]);
    expect((await readSchema(postgres.db)).pending).toEqual(rest);

    const result = await run('migrate', '--dry-run');
    expect(result).toEqual({ status: 0, out: `Falta aplicar:\n${rest.map((name) => `  ${name}\n`).join('')}`, err: '' });
    expect((await readSchema(postgres.db)).pending).toEqual(rest);

    const early = await run('reset-password', '--email', 'ana@empresa.mx');
    expect(early.status).toBe(1);
    expect(early.err).toContain(administration.notMigrated(rest.length));

    const writer = await postgres.db.transaction();
    await writer.raw('lock table users in row exclusive mode');
    const { child, ended } = startAdmin(['migrate', '--json'], { DATABASE_URL: postgres.url });
    child.stderr.once('data', () => writer.commit());
    const waited = await ended;
    expect(JSON.parse(waited.out)).toEqual({ applied: rest });
    expect(waited.err).toBe(`${schemaTexts.waits}\n`);
    expect(await run('migrate')).toEqual({ status: 0, out: 'La base de datos está al día.\n', err: '' });
  },
  SLOW,
);

it(
  'leaves the database of a newer Bitácora alone',
  async () => {
    await postgres.db('knex_migrations').insert({ name: '9999_from_the_future', batch: 99 });
    for (const typed of [['migrate'], ['migrate', '--dry-run'], ['reset-password', '--email', 'ana@empresa.mx']]) {
      const ended = await run(...typed);
      expect(ended).toMatchObject({ status: 1, out: '' });
      expect(ended.err).toContain('versión más nueva de Bitácora (9999_from_the_future)');
    }
  },
  SLOW,
);

it(
  'says which database it cannot open, and not its password',
  async () => {
    const ended = await admin(['migrate'], { DATABASE_URL: 'postgres://ana:secreta@127.0.0.1:9/bitacora' });
    expect(ended).toMatchObject({ status: 1, out: '' });
    expect(ended.err).toContain('No se pudo abrir la base de datos de DATABASE_URL (127.0.0.1:9/bitacora)');
    expect(ended.err).not.toContain('secreta');
  },
  SLOW,
);
