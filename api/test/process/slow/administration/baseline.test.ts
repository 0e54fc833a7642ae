import { createCore, migrate, migrateTo, schemaOf } from '@bitacora/core/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_SEAL, sealOver } from '../../../../../core/src/secrets/secrets.ts';
import { makeBaselines, sealHistory } from '../../../../src/jobs/seal-history.ts';
import { admin } from '../../administration/admin.ts';
import { fillEarlier } from '../../administration/earlier-company.ts';
import { type OutsidePostgres, outsidePostgres } from '../../outside-postgres.ts';
import { dataFolder } from '../../product.ts';

const SLOW = 240_000;
const ACTIVITIES = 2_500;
const log = { info: () => {}, warn: () => {}, error: () => {} };
let postgres: OutsidePostgres;
const core = () => createCore({ db: postgres.db, clock: () => new Date(), zone: 'America/Mexico_City', secret: 's'.repeat(32) });
beforeAll(async () => {
  postgres = await outsidePostgres({}, dataFolder());
  const { pending } = await schemaOf(postgres.db);
  await migrateTo(
    postgres.db,
    pending.filter((name) => name < '0100'),
  );
  await fillEarlier(postgres.db, ACTIVITIES);
  // A seal of the earlier release, over all there is.
  const { rows: all } = await postgres.db.raw(`select id, activity_id, act, actor_id, channel,
    to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at, from_status, to_status, note from activity_history order by id`);
  await postgres.db('historySeals').insert({
    throughId: all.at(-1).id,
    rows: all.length,
    seal: sealOver(NO_SEAL, all.map(Object.values)),
    sealedAt: new Date(),
  });
  await migrate(postgres.db);
}, SLOW);
afterAll(() => postgres.close());

async function historyChecked() {
  const { out, err } = await admin(['verify', '--json'], { DATABASE_URL: postgres.url });
  if (!out) throw new Error(err);
  const { checked } = JSON.parse(out) as { checked: { name: string; findings: string[]; notes: string[] }[] };
  return checked.find(({ name }) => name === 'history') as (typeof checked)[number];
}

it(
  'an upgraded installation is not red for what it brought along, and a change of that is found',
  async () => {
    const before = await historyChecked();
    expect(before.findings.length).toBeGreaterThan(100);
    expect(before.notes[0]).toContain('La línea de base todavía no está completa');

    // Two processes that make the baseline at once do not make it twice.
    await Promise.all([makeBaselines(core(), log), makeBaselines(core(), log)]);
    await makeBaselines(core(), log);
    expect(await postgres.db('historyBaselines').where({ kind: 'activity' }).pluck('activityId')).toHaveLength(ACTIVITIES);
    expect(await sealHistory(core(), log)).toBe(ACTIVITIES + 1);
    const after = await historyChecked();
    expect(after.findings).toEqual([]);
    expect(after.notes[0]).toMatch(/^La prueba cubre todo desde .* de 2,500 actividades de antes, lo que había entonces\.$/);
    expect(after.notes.filter((note) => note.includes('ya era así antes'))).toHaveLength(before.findings.length);

    const { id, activityId, body } = await postgres.db('comments').orderBy('id').first();
    const closed = await postgres.db('activities').where({ status: 'verified' }).whereNot({ id: activityId }).first();
    await postgres.db('comments').where({ id }).update({ body: 'Otro' });
    await postgres.db('activities').where({ id: closed.id }).update({ resolution: 'Otra' });
    expect((await historyChecked()).findings.sort()).toEqual(
      [
        `Folio ${activityId}: el texto del comentario ${id} no es el que se selló.`,
        `Folio ${closed.id}: la resolución no es lo que se selló.`,
        `Folio ${closed.id}: su historial no coincide con la resolución.`,
      ].sort(),
    );
    await postgres.db('comments').where({ id }).update({ body });
    await postgres.db('activities').where({ id: closed.id }).update({ resolution: closed.resolution });
  },
  SLOW,
);

it(
  'what a process of the earlier release writes during the upgrade is known as its own, and no longer a day later',
  async () => {
    const { db } = postgres;
    const { id: activityId, ownerId } = await db('activities').where({ status: 'in_progress' }).orderBy('id').first();
    const act = `
      with said as (insert into comments (activity_id, author_id, body, written_at) select :activityId, :ownerId, 'De antes', now())
      insert into activity_history (activity_id, act, actor_id, channel, at, from_status, to_status)
      select :activityId, 'comment', :ownerId, 'web', now(), 'in_progress', 'in_progress'`;
    for (let acts = 0; acts < 2; acts++) await db.raw(act, { activityId, ownerId });
    const { findings, notes } = await historyChecked();
    expect(findings).toEqual([]);
    expect(notes).toContainEqual('2 renglones los escribió la versión anterior durante la actualización.');
    await db.raw(`begin; set local session_replication_role = replica; update history_baselines set at = at - interval '2 days'; commit`);
    expect((await historyChecked()).findings).toEqual([
      expect.stringMatching(/^Folio \d+: el comentario \d+ no está en el historial; el comentario \d+ no está en el historial\.$/),
      expect.stringMatching(/^Folio \d+: los renglones \d+, \d+ del historial se escribieron sin los datos que la prueba pide\.$/),
    ]);
  },
  SLOW,
);
