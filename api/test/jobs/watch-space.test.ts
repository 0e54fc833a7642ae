import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../core/test/database.ts';
import { given, NOW } from '../../../core/test/factories.ts';
import { type Stage, stage } from '../../../core/test/stage.ts';
import { deliverOutbox } from '../../src/jobs/deliver-outbox.ts';
import { notifySpaceLow } from '../../src/jobs/watch-space.ts';
import { silentLog } from '../silent-log.ts';

const GIB = 1_024 ** 3;
const DAY_MS = 24 * 3_600_000;

let database: TestDatabase;
let on: Stage;
beforeAll(async () => {
  database = await testDatabase();
  on = stage(database.db);
});
beforeEach(async () => {
  await database.wipe();
  await database.db('installation').where({ key: 'spaceLow' }).delete();
  on.setClock(NOW);
});
afterAll(() => database.close());

const look = (freeGib: number | null, host = 'uno', minFreeBytes = GIB) => {
  const free = { store: freeGib === null ? null : freeGib * GIB, database: freeGib === null ? null : 9 * GIB };
  return notifySpaceLow({ core: on.core, log: silentLog, diskSpace: { minFreeBytes, free: async () => free } }, host);
};
const recipientIds = () => database.db('outbox').where({ kind: 'spaceLow' }).orderBy('id').pluck('recipient_id');
const developer = (isActive = true) => given(database.db).person({ kind: 'Desarrollador', isActive });

it('every active Desarrollador is notified before the floor is reached, and nobody else', async () => {
  const [one, other] = [await developer(), await developer()];
  await developer(false);
  await given(database.db).manager();
  await look(2);
  expect(await recipientIds()).toEqual([]);
  await look(1.9);
  expect(await recipientIds()).toEqual([one.id, other.id]);
  const mails: { to: string; subject: string; text: string }[] = [];
  const mailer = { destination: 'test', reachesPeople: true, send: async (mail: (typeof mails)[number]) => void mails.push(mail) };
  on.setClock('2026-11-21T05:00:00Z'); // at night, too
  await deliverOutbox({ core: on.core, mailer: mailer as never, log: silentLog as never, publicUrl: 'https://empresa.mx' });
  expect(mails.map(({ to }) => to).sort()).toEqual([one.email, other.email].sort());
  expect(mails[0]).toMatchObject({ subject: 'Queda poco espacio en el servidor de Bitácora', text: expect.stringContaining('2.04 GB') });
  expect(mails[0]?.text).toContain('https://empresa.mx/Admin_Status');
});

it('once for each time that it becomes little, however often and by however many it is read', async () => {
  await developer();
  await Promise.all(Array.from({ length: 6 }, (_, n) => look(1.5, `servidor ${n % 2}`)));
  for (const freeGib of [1.2, 2.5, 1.9, 2.9, 0.4]) await look(freeGib);
  expect(await recipientIds()).toHaveLength(1);
});

it('again when there was enough in between, as the server that reported it knows, or any after a day', async () => {
  await developer();
  await look(1.5, 'uno');
  await look(3, 'dos');
  await look(1.5, 'dos');
  expect(await recipientIds()).toHaveLength(1);

  on.setClock(new Date(NOW.getTime() + 1_000));
  await look(3, 'uno');
  await look(1.5, 'uno');
  expect(await recipientIds()).toHaveLength(2);

  on.setClock(new Date(NOW.getTime() + DAY_MS + 10_000));
  await look(3, 'dos');
  await look(1.5, 'dos');
  expect(await recipientIds()).toHaveLength(3);
});

it('never where nothing is kept free, or nobody knows how much there is', async () => {
  await developer();
  await look(0.1, 'uno', 0);
  await look(null);
  expect(await recipientIds()).toEqual([]);
});
