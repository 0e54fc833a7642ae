import { addDays, localDay } from '@bitacora/core/domain/calendar';
import type { Person } from '@bitacora/core/domain/people/person';
import { createCore } from '@bitacora/core/server';
import { createToken } from '@bitacora/core/use-cases/account/personal-tokens';
import { withdrawImage } from '@bitacora/core/use-cases/activities/evidence';
import { reassignActivity } from '@bitacora/core/use-cases/activities/reassign-activity';
import { assignActivity } from '@bitacora/core/use-cases/activities/register-activity';
import { startActivity } from '@bitacora/core/use-cases/activities/start-activity';
import { addAbsence } from '@bitacora/core/use-cases/people/absences';
import { anonymisePerson } from '@bitacora/core/use-cases/people/anonymise-person';
import { setUserStatus } from '@bitacora/core/use-cases/people/set-user-status';
import { createUser, updateUser } from '@bitacora/core/use-cases/people/users';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { given } from '../../../../core/test/factories.ts';
import { stage } from '../../../../core/test/stage.ts';
import { everythingIn } from '../../../../core/test/tables.ts';
import { makeBaselines, sealHistory } from '../../../src/jobs/seal-history.ts';
import { fileStore } from '../../../src/storage/image-store.ts';
import { dropUploads } from '../../../src/uploads/take-uploads.ts';
import { admin } from './admin.ts';
import { type Company, company } from './command-company.ts';

const SLOW = 240_000;
const log = { info: () => {}, warn: () => {}, error: () => {} };
let demo: Company;
const core = () => createCore({ db: demo.db, clock: () => new Date(), zone: 'America/Mexico_City', secret: 's'.repeat(32) });
beforeAll(async () => {
  demo = await company({ isDemo: true });
  await makeBaselines(core(), log);
  await sealHistory(core(), log);
}, SLOW);
afterAll(() => demo.close(), SLOW);

async function verified() {
  const { status, out, err } = await admin(['verify', '--json'], demo.env);
  if (!out) throw new Error(err);
  const { checked } = JSON.parse(out) as { checked: { findings: string[]; notes?: string[] }[] };
  return { status, findings: checked.flatMap(({ findings }) => findings), notes: checked.flatMap(({ notes = [] }) => notes) };
}

it(
  'verify accepts an image that was withdrawn, and finds one that went without the act',
  async () => {
    const [withdrawnId, marked, gone] = (await demo.db('images').whereNull('fileId').orderBy('id').limit(3).pluck('id')) as [
      string,
      string,
      string,
    ];
    const developer = await demo.db('users').where({ kind: 'Desarrollador' }).first();
    const on = stage(demo.db);
    on.setClock(new Date());
    await on.act(withdrawImage, developer, { imageId: withdrawnId, reason: 'Se ve un rostro' });
    const store = await fileStore(demo.images);
    await dropUploads([withdrawnId], store);
    await sealHistory(core(), log);
    expect(await verified()).toMatchObject({ status: 0, findings: [] });

    await demo.db('images').where({ id: marked }).update({ withdrawnAt: new Date() });
    const { activityId } = await demo.db('images').where({ id: gone }).first('activityId');
    const row = await demo.db('images').where({ id: gone }).first();
    await demo.db('images').where({ id: gone }).delete();
    const { status, findings } = await verified();
    expect(status).toBe(1);
    expect(findings).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`la evidencia ${marked} se retiró o se repuso sin que el historial lo diga`),
        expect.stringMatching(new RegExp(`^Folio ${activityId}: .*falta la evidencia ${gone}`)),
      ]),
    );
    await demo.db('images').where({ id: marked }).update({ withdrawnAt: null });
    await demo.db('images').insert(row);
    expect((await verified()).findings).toEqual([]);
  },
  SLOW,
);

const zone = 'America/Mexico_City';
const zenobia = {
  firstName: 'Zenobia',
  lastName: 'Quetzalli',
  email: 'zenobia.q@demo.mx',
  employeeNumber: 'Z-77',
  alias: 'Zeno',
  phone: '5598761234',
};

/** Somebody whose name stands wherever a name can stand, and who has left. */
async function someoneWhoLeft(): Promise<Person> {
  const on = stage(demo.db);
  on.setClock(new Date());
  const today = localDay(zone, new Date());
  const topic = await demo.db('topics').whereNot({ department: 'GENERAL' }).orderBy('id').first();
  const developer = await demo.db('users').where({ kind: 'Desarrollador' }).first();
  const other = await demo.db('users').where({ department: topic.department, isActive: true }).first();
  const { id } = await on.act(createUser, developer, {
    ...zenobia,
    level: 'B',
    department: topic.department,
    position: 'ANALISTA',
    isActive: true,
  } as never);
  const person = async (): Promise<Person> => demo.db('users').where({ id }).first();
  const { department, level, position, kind } = await person();
  const account = { ...zenobia, id, department, level, position, kind, managerId: null };
  await on.act(updateUser, developer, { ...account, lastName: 'Quetzalli Rojas' } as never);
  const promise = {
    topicId: topic.id,
    description: 'Ordenar el archivo muerto',
    priority: 'normal',
    dueOn: addDays(today, 9),
    repeats: null,
    images: [],
  };
  const { id: activityId } = await on.act(assignActivity, developer, { ...promise, assigneeId: id } as never);
  await on.act(addAbsence, await person(), { substituteId: other.id, fromOn: today, toOn: addDays(today, 2) });
  await on.act(startActivity, other, { activityId });
  await demo
    .db('chatLinks')
    .insert({ userId: id, service: 'slack', workspace: 'T9', chatUserId: 'U-zeno', displayName: 'Zenobia Q', linkedAt: new Date() });
  await given(demo.db).session(await person(), new Date());
  await on.act(setUserStatus, developer, { id, isActive: false, reassignTo: other.id });
  await sealHistory(core(), log);
  return person();
}

it(
  'anonymise-person leaves the name nowhere, keeps the seals valid, and cannot be repeated or undone',
  async () => {
    const { id, employeeNumber } = await someoneWhoLeft();
    const active = await demo.db('users').where({ isActive: true }).first();
    expect((await admin(['anonymise-person', active.employeeNumber, '--yes'], demo.env)).err).toContain('sigue activa');
    expect((await admin(['anonymise-person', employeeNumber], demo.env)).status).toBe(2);
    expect((await admin(['anonymise-person'], demo.env)).err).toContain('anonymise-person NÚMERO');

    const done = await admin(['anonymise-person', employeeNumber, '--yes'], demo.env);
    expect(done).toMatchObject({ err: '', status: 0, out: expect.stringContaining(`«Persona anonimizada ${id}»`) });
    const rows = Object.entries(await everythingIn(demo.db)).flatMap(([table, all]) => all.map((row) => `${table} ${row}`));
    expect(rows.filter((row) => /zenobia|quetzalli|zeno\b|5598761234|Z-77/i.test(row))).toEqual([]);
    expect(rows.filter((row) => row.startsWith('activity_history') && row.includes(`Persona anonimizada ${id}`))).toHaveLength(2);

    const { status, findings, notes } = await verified();
    expect({ status, findings }).toEqual({ status: 0, findings: [] });
    expect(notes).toContainEqual(
      expect.stringMatching(new RegExp(`se anonimizó a la persona ${id}: \\d+ renglones se reescribieron y \\d+ sellos? valen? por`)),
    );
    const [act] = await demo.db('adminHistory').where({ act: 'person.anonymise' });
    expect(act).toMatchObject({ channel: 'admin', actorName: expect.stringContaining('@'), subject: `Persona anonimizada ${id}` });

    expect((await admin(['anonymise-person', `ANON-${id}`, '--yes'], demo.env)).err).toContain('Nadie tiene el número');
    const developer = await demo.db('users').where({ kind: 'Desarrollador' }).first();
    await expect(stage(demo.db).act(setUserStatus, developer, { id, isActive: true, reassignTo: null })).rejects.toMatchObject({
      refusal: { code: 'user.unknown' },
    });
  },
  SLOW,
);

const ana = { firstName: 'Ana', lastName: 'López', email: 'ana@x.mx', employeeNumber: 'A-10', alias: null, phone: '10245' };
const garcia = {
  firstName: 'Ana',
  lastName: 'López García',
  email: 'mariana@x.mx',
  employeeNumber: 'A-102',
  alias: null,
  phone: '5510245999',
};
const beto = { firstName: 'Beto', lastName: 'Díaz', email: 'beto.d@x.mx', employeeNumber: 'B-7', alias: null, phone: null };

/** Ana López, who left, and Ana López García, who stays, in every text that can name one of them. */
async function namesAlike() {
  const on = stage(demo.db);
  const now = new Date();
  on.setClock(now);
  const today = localDay(zone, now);
  const topic = await demo.db('topics').whereNot({ department: 'GENERAL' }).orderBy('id').first();
  const developer: Person = await demo.db('users').where({ kind: 'Desarrollador' }).first();
  const work = { level: 'B', department: topic.department, position: 'ANALISTA', isActive: true };
  const registered = async (who: object): Promise<Person> => {
    const { id } = await on.act(createUser, developer, { ...who, ...work } as never);
    return demo.db('users').where({ id }).first();
  };
  const [left, stays, third] = [await registered(ana), await registered(garcia), await registered(beto)];
  const promise = { topicId: topic.id, priority: 'normal', dueOn: addDays(today, 9), repeats: null, images: [] };
  const assigned = async (assignee: Person, description: string) =>
    (await on.act(assignActivity, developer, { ...promise, description, assigneeId: assignee.id } as never)).id;
  const reassigned = (activityId: number, to: Person) =>
    on.act(reassignActivity, developer, { activityId, assigneeId: to.id, reason: 'Lo pidió Ana López' } as never);

  const shared = await assigned(left, 'Contar los extintores');
  await reassigned(shared, stays);
  await reassigned(await assigned(third, 'Revisar las salidas'), stays);
  const account = { ...beto, ...work, id: third.id, kind: third.kind };
  await on.act(updateUser, developer, { ...account, managerId: left.id } as never);
  await on.act(updateUser, developer, { ...account, managerId: stays.id } as never);
  await on.act(addAbsence, third, { substituteId: left.id, fromOn: today, toOn: addDays(today, 2) });
  await on.act(createToken, left, { name: 'Laptop de Anita', scope: 'read', expiresOn: addDays(today, 30) } as never);
  await on.act(createToken, stays, { name: 'Laptop de Ana López', scope: 'read', expiresOn: addDays(today, 30) } as never);
  const link = { service: 'slack', workspace: 'T1', chatUserId: 'U-ana', displayName: 'Maria' };
  await demo.db('chatLinks').insert({ ...link, userId: left.id, linkedAt: now });
  const row = (facts: object) => demo.db('adminHistory').insert({ channel: 'web', ...facts });
  const byLeft = { actorId: left.id, actorName: 'Ana López' };
  const byDeveloper = { actorId: developer.id, actorName: `${developer.firstName} ${developer.lastName}` };
  const ended = { before: { service: 'slack', workspace: 'T1', displayName: 'Anita' } };
  await row({ ...byLeft, act: 'chatLink.remove', subjectKind: 'chatLink', subjectId: '901', subject: 'Anita', ...ended });
  await row({ ...byDeveloper, act: 'topic.register', subjectKind: 'topic', subjectId: '902', subject: 'Boda de Maria y Ana López' });
  const exported = { act: 'person.export', subjectKind: 'system', channel: 'admin' };
  await row({ ...exported, after: { folder: '/exportes/de-ella', id: left.id } });
  await row({ ...exported, after: { folder: '/exportes/de-ella', id: stays.id } });
  await row({ act: 'session.failLogIn', subjectKind: 'person', subject: 'ANA@x.mx', address: '10.9.9.9' });
  await row({ act: 'session.failLogIn', subjectKind: 'person', subject: 'mariana@x.mx', address: '10.9.9.8' });
  const mail = (to: Person, by: string) => ({
    key: `test:${to.id}`,
    kind: 'emailChanged',
    recipientId: to.id,
    createdAt: now,
    nextTryAt: now,
    expiresAt: new Date(now.getTime() + 3_600_000),
    facts: { to: to.email, email: `otra.${to.email}`, by, at: now },
  });
  await demo.db('outbox').insert([mail(stays, 'Ana López García'), mail(third, 'Ana López')]);
  const answerRow = (text: string, ...ids: number[]) => ({ kind: 'person', said: text, answer: JSON.stringify(ids), answeredAt: now });
  await demo
    .db('importAnswers')
    .insert([
      answerRow('anita', left.id),
      answerRow('anita y beto', third.id, left.id),
      answerRow('ana lopez garcia', stays.id),
      answerRow('ana lopez', stays.id),
    ]);
  await on.act(setUserStatus, developer, { id: left.id, isActive: false, reassignTo: stays.id });
  await sealHistory(core(), log);
  return { left, stays, third, shared };
}

it(
  'anonymise-person changes nothing of somebody whose name or email contains the forgotten one',
  async () => {
    const { left, stays, third, shared } = await namesAlike();
    const stored = async () => Object.entries(await everythingIn(demo.db)).flatMap(([table, all]) => all.map((one) => `${table} ${one}`));
    const own = /mariana@x\.mx|5510245999|"Ana López García"|Boda de Maria|Laptop de Ana López|ana lopez garcia|Revisar las salidas/;
    const naming = new RegExp(
      `^activity_history \\(\\d+,${shared},reassign|person\\.deactivate,person,${left.id},|person\\.edit,person,${third.id},`,
    );
    const isOwnRow = (row: string) => own.test(row) && !naming.test(row);
    const before = (await stored()).filter(isOwnRow);
    const failedLogIns = () => demo.db('adminHistory').where({ act: 'session.failLogIn' }).orderBy('id').select('subject', 'address');
    const statements: string[] = [];
    const note = ({ sql }: { sql: string }) => statements.push(sql);
    demo.db.on('query', note);
    const input = { employeeNumber: ana.employeeNumber, operator: 'root@servidor' };
    const call = { useCase: anonymisePerson, actor: null, channel: 'system', effect: 'writes', input } as const;
    const { result } = await core().perform(call);
    demo.db.off('query', note);
    expect(result).toMatchObject({ outcome: 'done', id: left.id });

    const rows = await stored();
    expect(before.length).toBeGreaterThan(8);
    expect(rows.filter(isOwnRow)).toEqual(before);
    expect(await failedLogIns()).toEqual(
      expect.arrayContaining([
        { subject: '—', address: null },
        { subject: 'mariana@x.mx', address: '10.9.9.8' },
      ]),
    );
    const forgotten =
      /(?<!Boda de Maria y |Laptop de |Lo pidió )Ana López(?! García)|(?<!mari)ana@x\.mx|(?<!\w)A-10(?!\w)|Anita|\b10245\b/i;
    expect(rows.filter((row) => forgotten.test(row))).toEqual([]);

    const folders = await demo.db('adminHistory').where({ act: 'person.export' }).orderBy('id');
    expect(folders.map(({ after }) => after.folder)).toEqual(['—', '/exportes/de-ella']);
    const pseudonym = `Persona anonimizada ${left.id}`;
    const [reassignment] = await demo.db('activityHistory').where({ activityId: shared, act: 'reassign' });
    expect(reassignment.facts.reassigned).toEqual({ from: pseudonym, to: 'Ana López García' });
    const managers = await demo
      .db('adminHistory')
      .where({ act: 'person.edit', subjectId: String(third.id) })
      .orderBy('id');
    expect(managers.map(({ after }) => after.manager)).toEqual([`${pseudonym} (ANON-${left.id})`, 'Ana López García (A-102)']);
    const mails = await demo.db('outbox').where('key', 'like', 'test:%').orderBy('id');
    expect(mails.map(({ facts }) => facts.by)).toEqual(['Ana López García', pseudonym]);
    expect(await demo.db('importAnswers').where({ kind: 'person' }).orderBy('said').select('said', 'answer')).toEqual([
      { said: 'ana lopez', answer: [stays.id] },
      { said: 'ana lopez garcia', answer: [stays.id] },
    ]);

    const locked = statements.findIndex((sql) => sql.includes('lock table'));
    const checked = statements.findLastIndex((sql) => sql.includes('select seal from history_seals'));
    expect(checked).toBeGreaterThan(-1);
    expect(checked).toBeLessThan(locked);
    await sealHistory(core(), log);
    expect(await verified()).toMatchObject({ status: 0, findings: [] });
  },
  SLOW,
);

it(
  'verify finds a row that is changed after it was anonymised, and a change that no anonymisation made',
  async () => {
    await sealHistory(core(), log);
    const tampered = async (row: number) => {
      const change = `update admin_history set subject = 'Otra' where id = ${row}`;
      await demo.db.raw(`begin; set local session_replication_role = replica; ${change}; commit`);
      const { findings } = await verified();
      return findings;
    };
    const { facts } = await demo.db('historyBaselines').where({ kind: 'redaction' }).first();
    expect(await tampered(facts.rows.admin_history[0])).toEqual([expect.stringMatching(/^Los renglones .* no son los que se sellaron/)]);
  },
  SLOW,
);
