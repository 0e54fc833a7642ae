import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addDays, localDay } from '@bitacora/core/domain/calendar';
import { createCore } from '@bitacora/core/server';
import { commentActivity } from '@bitacora/core/use-cases/activities/comments';
import { completeActivity } from '@bitacora/core/use-cases/activities/complete-activity';
import { remindDeadlines } from '@bitacora/core/use-cases/notifications/scheduled-notifications';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stage } from '../../../../../core/test/stage.ts';
import { makeBaselines, sealHistory } from '../../../../src/jobs/seal-history.ts';
import { admin } from '../../administration/admin.ts';
import { type Company, company } from '../../administration/command-company.ts';

const SLOW = 240_000;
const log = { info: () => {}, warn: () => {}, error: () => {} };
let demo: Company;
let people: number[];
const ZONE = 'America/Mexico_City';
const core = () => createCore({ db: demo.db, clock: () => new Date(), zone: ZONE, secret: 's'.repeat(32) });
beforeAll(async () => {
  demo = await company({ isDemo: true });
  // The product does it within a minute of its start, and may have been stopped before.
  await makeBaselines(core(), log);
  await sealHistory(core(), log);
  people = await demo.db('users').orderBy('id').limit(3).pluck('id');
}, SLOW);
afterAll(() => demo.close(), SLOW);

interface Report {
  status: number | NodeJS.Signals | null;
  findings: string[];
  notes: string[];
}
async function verified(): Promise<Report> {
  const { status, out, err } = await admin(['verify', '--json'], demo.env);
  if (!out) throw new Error(err);
  const { checked } = JSON.parse(out) as { checked: { findings: string[]; notes?: string[] }[] };
  return { status, findings: checked.flatMap(({ findings }) => findings), notes: checked.flatMap(({ notes = [] }) => notes) };
}
const idOf = async (query: string): Promise<number> => (await demo.db.raw(query)).rows[0].id;
/** Does it as the API's role could, triggers and all, and takes it back afterwards. */
async function findingsOf(statement: string, undo: string): Promise<string[]> {
  await demo.db.raw(statement);
  const { status, findings } = await verified();
  await demo.db.raw(undo);
  expect(status).toBe(findings.length > 0 ? 1 : 0);
  return findings;
}

it(
  'finds nothing wrong with what was loaded and sealed, and says what was loaded',
  async () => {
    expect(await verified()).toEqual({
      status: 0,
      findings: [],
      notes: [
        expect.stringMatching(/^La prueba cubre todo desde .*; de 0 actividades de antes/),
        expect.stringMatching(/^[\d,]+ renglones se cargaron/),
        expect.stringContaining('Ningún testigo fuera de la base de datos'),
      ],
    });
  },
  SLOW,
);

it(
  'names a Desarrollador whom SQL made, and an account to which it gave another boss',
  async () => {
    const [, , id] = people as [number, number, number];
    const { kind, employeeNumber } = await demo.db('users').where({ id }).first();
    const set = (value: string) => `update users set kind = '${value}' where id = ${id}`;
    expect(await findingsOf(set('Desarrollador'), set(kind))).toEqual([
      expect.stringMatching(new RegExp(`^Cuenta ${id}, .+ \\(${employeeNumber}\\): no coincide con .+ tipo «${kind}»\\.$`)),
    ]);
    const { managerId } = await demo.db('users').whereNotNull('managerId').orderBy('id').first();
    const boss = (value: number) =>
      `update users set manager_id = ${value} where id = (select min(id) from users where manager_id is not null)`;
    expect(await findingsOf(boss(id), boss(managerId))).toEqual([expect.stringContaining('jefe')]);
  },
  SLOW,
);

it(
  'finds a comment whose text, author or date was changed, one that was removed and one that was invented',
  async () => {
    const { id, activityId, authorId, body, writtenAt } = await demo.db('comments').whereNull('canceledAt').orderBy('id').first();
    const other = people.find((person) => person !== authorId);
    const set = (change: string) => `update comments set ${change} where id = ${id}`;
    const at = writtenAt.toISOString();
    const undo = demo.db
      .raw('update comments set body = ?, author_id = ?, written_at = ? where id = ?', [body, authorId, at, id])
      .toQuery();
    const folio = `Folio ${activityId}`;
    expect(await findingsOf(set(`body = 'Nunca lo dije'`), undo)).toEqual([
      `${folio}: el texto del comentario ${id} no es el que se selló.`,
    ]);
    expect(await findingsOf(set(`author_id = ${other}`), undo)).toEqual([`${folio}: el autor del comentario ${id} no es el que se selló.`]);
    const earlier = set(`written_at = written_at - interval '90 days'`);
    expect(await findingsOf(earlier, undo)).toEqual([`${folio}: la fecha del comentario ${id} no es la que se selló.`]);
    const back = demo.db.raw(
      'insert into comments (id, activity_id, author_id, body, written_at) overriding system value values (?, ?, ?, ?, ?)',
      [id, activityId, authorId, body, at],
    );
    expect(await findingsOf(`delete from comments where id = ${id}`, back.toQuery())).toEqual([`${folio}: falta el comentario ${id}.`]);
    const invented = `insert into comments (activity_id, author_id, body, written_at) values (${activityId}, ${authorId}, 'Inventado', now())`;
    expect(await findingsOf(invented, `delete from comments where body = 'Inventado'`)).toEqual([
      expect.stringMatching(new RegExp(`^${folio}: el comentario \\d+ no está en el historial\\.$`)),
    ]);
    const withdrawalFindings = await findingsOf(set('canceled_at = now()'), set('canceled_at = null'));
    expect(withdrawalFindings).toEqual([`${folio}: el comentario ${id} se retiró o se repuso sin que el historial lo diga.`]);
  },
  SLOW,
);

it(
  'finds evidence replaced in row and file, removed, moved in time or invented',
  async () => {
    const [image] = await demo.db('images').orderBy('id').limit(1);
    const { id, activityId, sha256 } = image;
    const file = path.join(demo.images, id.slice(0, 2), id);
    const bytes = await readFile(file);
    const another = Buffer.from('another picture');
    await writeFile(file, another);
    const replaced = `update images set sha256 = '${createHash('sha256').update(another).digest('hex')}' where id = '${id}'`;
    expect(await findingsOf(replaced, `update images set sha256 = '${sha256}' where id = '${id}'`)).toEqual([
      `Folio ${activityId}: la evidencia ${id} no es la que se selló (SHA-256).`,
    ]);
    await writeFile(file, bytes);
    const moved = (days: number) => `update images set uploaded_at = uploaded_at + interval '${days} days' where id = '${id}'`;
    expect(await findingsOf(moved(-9), moved(9))).toEqual([`Folio ${activityId}: la fecha de la evidencia ${id} no es la que se selló.`]);
    const elsewhere = await idOf(`select min(id) as id from activities where id <> ${activityId}`);
    const to = (folio: number) => `update images set activity_id = ${folio} where id = '${id}'`;
    expect((await findingsOf(to(elsewhere), to(activityId))).sort()).toEqual(
      [`Folio ${activityId}: falta la evidencia ${id}.`, `Folio ${elsewhere}: la evidencia ${id} no está en el historial.`].sort(),
    );
  },
  SLOW,
);

it(
  'finds evidence that shares the file of another image, of none, or of one that shares a file itself',
  async () => {
    const [{ id, sha256 }, other, third] = await demo.db('images').distinctOn('sha256').orderBy('sha256').orderBy('id').limit(3);
    const share = (fileId: string) =>
      [`update images set file_id = '${fileId}' where id = '${id}'`, `update images set file_id = null where id = '${id}'`] as const;
    const finding = (fileId: string) => `La evidencia ${id} usa el archivo ${fileId}, que no es el suyo.`;
    const nobody = '00000000-0000-4000-8000-000000000000';
    for (const fileId of [other.id, nobody]) expect(await findingsOf(...share(fileId))).toContain(finding(fileId));
    const same = `update images set sha256 = '${sha256}', file_id = '${third.id}' where id = '${other.id}'`;
    const back = `update images set sha256 = '${other.sha256}', file_id = null where id = '${other.id}'`;
    const [chain, unchain] = share(other.id);
    expect(await findingsOf(`${same}; ${chain}`, `${back}; ${unchain}`)).toContain(finding(other.id));
  },
  SLOW,
);

it(
  'finds the description of a verified activity, its responsible, its owner and its resolution replaced',
  async () => {
    const activity = await demo.db('activities').where({ status: 'verified' }).orderBy('id').first();
    const { id, ownerId, assigneeId, description } = activity;
    const other = people.find((person) => ![ownerId, assigneeId].includes(person));
    const set = (change: string) => `update activities set ${change} where id = ${id}`;
    const text = demo.db.raw('?', [description]).toQuery();
    expect(await findingsOf(set(`description = 'Otra cosa'`), set(`description = ${text}`))).toEqual([
      `Folio ${id}: la descripción no es lo que se selló.`,
    ]);
    expect(
      await findingsOf(set(`assignee_id = ${other}, owner_id = ${other}`), set(`assignee_id = ${assigneeId}, owner_id = ${ownerId}`)),
    ).toEqual([`Folio ${id}: el dueño no es lo que se selló; el responsable no es lo que se selló.`]);
    const resolution = demo.db.raw('?', [activity.resolution]).toQuery();
    expect(await findingsOf(set(`resolution = 'Otra'`), set(`resolution = ${resolution}`))).toEqual([
      `Folio ${id}: su historial no coincide con la resolución.`,
      `Folio ${id}: la resolución no es lo que se selló.`,
    ]);
  },
  SLOW,
);

it(
  'takes acts of a substitute and an escalation for proven, and finds who did them forged',
  async () => {
    const on = stage(demo.db);
    on.setClock(new Date());
    const work = await demo.db('activities').where({ status: 'in_progress' }).whereRaw('owner_id <> assignee_id').orderBy('id').first();
    const { id, ownerId, assigneeId } = work;
    const substitute = await demo
      .db('users')
      .where({ isActive: true })
      .whereNotIn('id', [ownerId, assigneeId])
      .orderBy('id', 'desc')
      .first();
    const today = localDay('America/Mexico_City', new Date());
    const days = { fromOn: today, toOn: addDays(today, 1) };
    await demo.db('absences').insert({ userId: assigneeId, substituteId: substitute.id, ...days, createdAt: new Date() });
    await on.act(commentActivity, substitute, { activityId: id, body: 'Lo veo yo mientras vuelve' });
    await on.act(completeActivity, substitute, { activityId: id, resolution: 'Quedó hecho' });
    // A Tuesday one or two weeks later: the delivery waits for its verdict, so that somebody above is notified.
    await demo.db('holidays').del();
    on.setClock(`${addDays(today, 16 - new Date(today).getUTCDay())}T18:00:00Z`);
    const { count } = (await on.anyone(remindDeadlines, { dueAt: on.now() })) as { count: number };
    expect(count).toBeGreaterThan(0);
    expect(await demo.db('notifications').where({ kind: 'verdictOverdue', activityId: id })).not.toEqual([]);
    await sealHistory(core(), log);
    expect((await verified()).findings).toEqual([]);

    const [comment] = await demo.db('comments').where({ activityId: id, authorId: substitute.id });
    const author = (to: number) => `update comments set author_id = ${to} where id = ${comment.id}`;
    expect(await findingsOf(author(assigneeId), author(substitute.id))).toEqual([
      `Folio ${id}: el autor del comentario ${comment.id} no es el que se selló.`,
    ]);
    const [entry] = await demo.db('activityHistory').where({ activityId: id, act: 'complete', actorId: substitute.id });
    expect(entry.facts.actingFor).toMatchObject({ id: assigneeId });
    const row = (change: string) =>
      `begin; set local session_replication_role = replica; update activity_history set ${change} where id = ${entry.id}; commit`;
    const facts = demo.db.raw('?::jsonb', [JSON.stringify(entry.facts)]).toQuery();
    for (const forged of [`facts = facts - 'actingFor'`, `actor_id = ${assigneeId}`])
      expect(await findingsOf(row(forged), row(`facts = ${facts}, actor_id = ${substitute.id}`))).toContainEqual(
        expect.stringMatching(/^Los renglones \d+ a \d+ .* no son los que se sellaron/),
      );
  },
  SLOW,
);

it(
  'finds a row of the history that was inserted with a date of the past, or without facts, however it was sealed',
  async () => {
    const id = await idOf(`select min(id) as id from activities where status = 'in_progress'`);
    const row = (facts: string) => `insert into activity_history (activity_id, act, actor_id, channel, at, from_status, to_status, facts)
      values (${id}, 'comment', ${people[0]}, 'web', now() - interval '60 days', 'in_progress', 'in_progress', ${facts}) returning id`;
    const backdated = await idOf(row(`'{}'`));
    const bare = await idOf(row('null'));
    await sealHistory(core(), log);
    const { findings } = await verified();
    const findingOf = (rowId: number) =>
      expect.stringMatching(new RegExp(`^Folio ${id}: el renglón ${rowId} dice .* y la base de datos lo recibió el`));
    const withoutFacts = `Folio ${id}: los renglones ${bare} del historial se escribieron sin los datos que la prueba pide.`;
    expect(findings).toEqual([withoutFacts, findingOf(backdated), findingOf(bare)]);
    // Their dates agree, and are not those of their seal.
    const agreed = (sign: string) => `begin; set local session_replication_role = replica;
      update activity_history set recorded_at = recorded_at ${sign} interval '60 days' where id = ${backdated}; commit`;
    await demo.db.raw(agreed('-'));
    expect((await verified()).findings).toContainEqual(
      expect.stringMatching(`el renglón ${backdated} dice .* y está fuera del tiempo de su sello`),
    );
    await demo.db.raw(agreed('+'));
    await expect(demo.db.raw(`begin; set local bitacora.loading = 'on'; ${row(`'{}'`)}; commit`)).rejects.toThrow(
      'only before its first seal',
    );
    await demo.db.raw('rollback').catch(() => {});
    await demo.db.raw(`begin; set local session_replication_role = replica; delete from activity_history where id in (${backdated}, ${bare});
      delete from history_seals where id = (select max(id) from history_seals); commit`);
    expect((await verified()).findings).toEqual([]);
  },
  SLOW,
);

it(
  'takes neither a later baseline nor facts of other acts for proof of what was changed',
  async () => {
    const working = demo.db('activities').where({ status: 'in_progress' }).select('id');
    const remark = await demo.db('comments').whereIn('activityId', working).whereNull('canceledAt').orderBy('id').first();
    const { id, description } = await demo.db('activities').where({ id: remark.activityId }).first();
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    const state = { fields: { description: sha256('Otra cosa') }, comments: {}, evidence: {}, known: [] };
    const baseline = { kind: 'activity', activityId: id, throughId: 999_999, facts: JSON.stringify(state) };
    await expect(demo.db('historyBaselines').insert(baseline)).rejects.toThrow('history_baselines is complete');
    const facts = JSON.stringify({
      description: sha256('Otra cosa'),
      comment: { id: remark.id, sha256: sha256('Otro') },
    });
    const entry = {
      activityId: id,
      act: 'comment',
      actorId: people[0],
      channel: 'web',
      at: new Date(),
      fromStatus: 'in_progress',
      toStatus: 'in_progress',
      facts,
    };
    await demo.db.transaction(async (trx) => {
      await trx.raw('set local session_replication_role = replica');
      await trx('historyBaselines').insert({ ...baseline, at: new Date() });
    });
    await demo.db('activityHistory').insert(entry);
    await demo.db('activities').where({ id }).update({ description: 'Otra cosa' });
    await demo.db('comments').where({ id: remark.id }).update({ body: 'Otro' });
    const { findings } = await verified();
    expect(findings).toContainEqual(expect.stringMatching(new RegExp(`^Folio ${id}: la descripción no es lo que se selló`)));
    expect(findings.join()).toContain(`el texto del comentario ${remark.id} no es el que se selló`);
    await demo.db('activities').where({ id }).update({ description });
    await demo.db('comments').where({ id: remark.id }).update({ body: remark.body });
    await sealHistory(core(), log);
  },
  SLOW,
);

it(
  'refuses a seal that does not follow from the rows, and one that is there all the same does not stop sealing',
  async () => {
    const lastSealed = await idOf(`select max(through_id) as id from history_seals where source = 'activity_history'`);
    const insert = (throughId: string, rows: number) =>
      demo.db.raw(
        `insert into history_seals (form, source, after_id, through_id, rows, seal, sealed_at) values (4, 'activity_history', ${lastSealed}, ${throughId}, ${rows}, sha256('x'), now())`,
      );
    await expect(insert('9000000000000000000', 1)).rejects.toThrow('no 1 rows of activity_history end at 9000000000000000000');
    await expect(insert('(select max(id) from activity_history)', 7)).rejects.toThrow('no 7 rows');
    await expect(
      demo.db.raw(`insert into history_seals (through_id, rows, seal, sealed_at) values (1, 1, sha256('x'), now())`),
    ).rejects.toThrow('in form 4');
    await demo.db.raw(`begin; set local session_replication_role = replica;
    insert into history_seals (id, form, root, source, after_id, through_id, rows, seal, sealed_at) overriding system value select max(id) + 1, 4, sha256('x'), 'activity_history', 0, 9000000000000000000, 1, sha256('x'), now() from history_seals; commit`);
    const { id, status } = await demo.db('activities').where({ status: 'in_progress' }).orderBy('id').first();
    await demo
      .db('activityHistory')
      .insert({ activityId: id, act: 'start', channel: 'system', at: new Date(), fromStatus: status, toStatus: status, facts: '{}' });
    const errors: unknown[] = [];
    expect(await sealHistory(core(), { ...log, error: (facts: object) => void errors.push(facts) })).toBe(1);
    expect(errors).toEqual([{ bogus: [expect.objectContaining({ source: 'activity_history' })] }]);
    const { findings } = await verified();
    expect(findings.filter((finding) => /^(Los renglones|El sello)/.test(finding))).toEqual([
      expect.stringMatching(
        /^El sello \d+ .* no lo hizo Bitácora: .* del historial, hasta el 9000000000000000000, que no existían entonces/,
      ),
    ]);
  },
  SLOW,
);
