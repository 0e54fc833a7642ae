import type { Person } from '@bitacora/core/domain/people/person';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { generate } from '../../core/seeds/generate.ts';
import { day, given, NOW } from '../../core/test/factories.ts';
import type { Browser } from './browser.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
let boss: Person;
let worker: Person;
let manager: Browser;
let employee: Browser;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
});
beforeEach(async () => {
  await app.wipe();
  boss = await given(app.db).manager({ firstName: 'Gloria', lastName: 'Gómez' });
  worker = await given(app.db).person({ firstName: 'Emilio', lastName: 'Estrada' });
  [manager, employee] = [await app.as(boss), await app.as(worker)];
});
afterAll(() => app.close());

const replyTo = async (who: Browser, path: string, body: unknown = {}) => (await who.call('POST', `/api/${path}`, { body })).body;
const folios = (rows: unknown) => (rows as { id: number }[]).map(({ id }) => id);

async function someWork() {
  const make = given(app.db);
  const [net, press] = [
    await make.topic({ name: 'Redes', department: 'Sistemas' }),
    await make.topic({ name: 'Prensa 2', department: 'Operaciones' }),
  ];
  const late = await make.activity({
    owner: boss,
    assignee: worker,
    topic: net,
    description: 'Cambiar 100 % del cableado',
    priority: 'high',
  });
  const own = await make.activity({
    owner: worker,
    assignee: worker,
    topic: press,
    description: 'Engrasar',
    status: 'in_progress',
    dueOn: day('2026-12-24'),
  });
  const done = await make.activity({ owner: boss, assignee: worker, topic: press, description: 'Pintar', status: 'verified' });
  await make.activity({ owner: boss, assignee: worker, topic: press, status: 'canceled' });
  return { late, own, done };
}

it('a bare call answers an array: everybody’s open work, or what the caller gave to others, open or verified', async () => {
  const { late, own, done } = await someWork();
  expect(folios(await replyTo(manager, 'get_all_activities'))).toEqual([late.id, own.id]);
  expect(folios(await replyTo(manager, 'get_all_activities', { statusFilters: ['Verified'] }))).toEqual([done.id]);
  expect(folios(await replyTo(manager, 'get_user_assigned_activities'))).toEqual([late.id, done.id]);
  expect(folios(await replyTo(manager, 'get_all_activities', { search: '100 %' }))).toEqual([late.id]);
});

it('a range without a side, or without both, leaves that side open', async () => {
  const { done } = await someWork();
  const ago = new Date('2025-03-01T18:00:00Z');
  const make = given(app.db);
  const old = await make.activity({
    owner: boss,
    assignee: worker,
    status: 'verified',
    createdAt: ago,
    closedAt: ago,
    startedAt: ago,
    verifiedAt: ago,
  });
  const finished = { statusFilters: ['Verified'] };
  expect(folios(await replyTo(manager, 'get_all_activities', finished))).toEqual([done.id, old.id]);
  expect(folios(await replyTo(manager, 'get_all_activities', { ...finished, endDate: '2025-12-31' }))).toEqual([old.id]);
  expect(folios(await replyTo(manager, 'get_all_activities', { ...finished, startDate: '2025-12-31' }))).toEqual([done.id]);
  expect(await replyTo(manager, 'get_stats_activities', finished)).toMatchObject({ byStatus: [{ group_name: 'Verified', total: 2 }] });
});

it('a call with a page answers it sorted, with the total; the size is five unless asked', async () => {
  const { late, own } = await someWork();
  const page = await replyTo(manager, 'get_all_activities', { page: 1, sort: '-expected_closing_date' });
  expect(page).toMatchObject({ success: true, total: 2, rows: [{ id: own.id, responsible: 'Emilio Estrada' }, { id: late.id }] });
  expect(await replyTo(manager, 'get_all_activities', { page: 2, pageSize: 1, sort: 'id' })).toMatchObject({
    total: 2,
    rows: [{ id: own.id }],
  });
  expect(await replyTo(manager, 'get_all_activities', { page: 9, pageSize: 200 })).toEqual({
    success: true,
    total: 2,
    late: 0,
    has_more: false,
    rows: [],
  });
  const { total, rows } = await manager.client.listAllActivities({ page: 1, owners: ['Gloria Gómez'], topics: ['REDES'] });
  expect([total, folios(rows)]).toEqual([1, [late.id]]);
});

it('facets, cards and the first pending day speak the words of the contract', async () => {
  await someWork();
  expect(await replyTo(manager, 'get_stats_activities', { isAssignedToOthers: true, priorities: ['High'] })).toEqual({
    success: true,
    has_more: false,
    byDepartment: [{ group_name: 'Sistemas', total: 1 }],
    byProject: [{ group_name: 'Redes', total: 1 }],
    byStatus: [{ group_name: 'Not started', total: 1 }],
    byPriority: [
      { group_name: 'Normal', total: 1 },
      { group_name: 'High', total: 1 },
    ],
    byOwner: [{ user_id: boss.id, owner_name: 'Gloria Gómez', total: 1 }],
    byAssigned: [{ user_id: worker.id, assigned_name: 'Emilio Estrada', total: 1 }],
    byUrgency: [
      { group_name: 'week', total: 1 },
      { group_name: 'not_started', total: 1 },
    ],
  });
  expect(await replyTo(manager, 'get_general_activity_stats')).toEqual({
    success: true,
    totalActivities: 3,
    pendingTasks: 2,
    completedTasks: 1,
    importedTasks: 0,
    urgency: { late: 0, today: 0, week: 1, not_started: 1, rejected: 0, extension_requested: 0, idle: 0 },
  });
  expect(await replyTo(manager, 'get_user_activity_stats', { start_date: '2026-11-01', end_date: '2026-11-30' })).toEqual({
    success: true,
    totalActivities: 2,
    pendingTasks: 1,
    completedTasks: 1,
    importedTasks: 0,
    urgency: { late: 0, today: 0, week: 1, not_started: 1, rejected: 0, extension_requested: 0, idle: 0 },
  });
  const first = await manager.call('GET', '/api/first_activity_pending');
  expect(first.body).toEqual({ success: true, startDate: '2026-11-10', assignedStartDate: '2026-11-10' });
});

it('without any open work there is no first pending day', async () => {
  expect(await manager.client.readFirstPending()).toEqual({ success: true, oldestOn: null, oldestAssignedOn: null });
});

it('anybody counts and lists their own work; other people’s is for the privileged', async () => {
  await someWork();
  const own = await employee.client.listAllActivities({ isOwn: true, page: 1 });
  expect([own.total, new Set(own.rows.map(({ assigneeFirstName }) => assigneeFirstName)).size]).toEqual([2, 1]);
  expect(await replyTo(employee, 'get_stats_activities', { isOwnActivities: true })).toMatchObject({
    success: true,
    byStatus: [
      { group_name: 'Not started', total: 1 },
      { group_name: 'In progress', total: 1 },
    ],
  });
  for (const body of [{}, { isAssignedToOthers: true }, { isOwnActivities: false }]) {
    const answer = await employee.call('POST', '/api/get_stats_activities', { body });
    expect([answer.status, answer.body]).toMatchObject([403, { success: false, code: 'admin.forbidden' }]);
  }
  expect((await employee.call('POST', '/api/get_all_activities', { body: { isOwnActivities: false, page: 1 } })).status).toBe(403);
  expect((await app.visitor().call('POST', '/api/get_stats_activities', { body: { isOwnActivities: true } })).status).toBe(401);
});

it.each([
  ['sort', { page: 1, sort: 'resolution' }],
  ['sort', { page: 1, sort: '--id' }],
  ['sort', { page: 1, sort: ['id'] }],
  ['page', { sort: 'id' }],
  ['page', { pageSize: 5 }],
  ['page', { page: 0 }],
  ['page', { page: '1; drop table users' }],
  ['pageSize', { page: 1, pageSize: 201 }],
  ['statusFilters.0', { statusFilters: ['Paused'] }],
  ['statusFilters', { statusFilters: 'Verified' }],
  ['owners.0', { owners: [{ id: 1 }] }],
  ['owners.0', { owners: [99_999_999_999] }],
  ['responsible.1', { responsible: ['Ana', 'nul\u0000o'] }],
  ['nameProjects.0', { nameProjects: ['nul\u0000o'] }],
  ['departments', { departments: Array(501).fill('x') }],
  ['search', { search: ['x'] }],
  ['search', { search: 'nul\u0000o' }],
  ['startDate', { startDate: '2026-02-30' }],
])('refuses %s in %j by name', async (field, body) => {
  const answer = await manager.call('POST', '/api/get_all_activities', { body });
  expect([answer.status, Object.keys((answer.body as { fields: object }).fields)]).toEqual([400, [field]]);
});

it('the last day of the calendar and far pages are no trouble', async () => {
  const { late } = await someWork();
  const forEver = { startDate: '1900-01-01', endDate: '9999-12-31' };
  expect(folios(await replyTo(manager, 'get_all_activities', { ...forEver, search: 'cableado' }))).toEqual([late.id]);
  expect(await replyTo(manager, 'get_all_activities', { page: 2_147_483_647, pageSize: 200 })).toMatchObject({ total: 2, rows: [] });
});

it('a whole company comes as one array, each activity once: open work the latest first, closed work the newest first', async () => {
  await app.wipe();
  await generate(app.db, { activities: 12_000, people: 20, topics: 5 }, NOW);
  const reader = await app.as(await given(app.db).manager());
  const expected = await app.db('activities').whereNull('endedAt').orderByRaw('closed_at is not null, deadline_on, id').pluck('id');
  expect(expected.length).toBeGreaterThan(1_100);
  expect(folios(await replyTo(reader, 'get_all_activities'))).toEqual(expected);
  const everything = { statusFilters: ['Verified', 'Canceled'], startDate: '2000-01-01' };
  expect(folios(await replyTo(reader, 'get_all_activities', everything))).toEqual(
    await app
      .db('activities')
      .whereNotNull('endedAt')
      .orderBy([
        { column: 'endedAt', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .pluck('id'),
  );
});

it('refuses a range that ends before it begins, and names its end', async () => {
  const sentence = 'La fecha de fin no puede ser anterior a la de inicio.';
  for (const [path, from, to] of [
    ['get_all_activities', 'startDate', 'endDate'],
    ['get_user_assigned_activities', 'start_date', 'end_date'],
    ['create_report_activities_f', 'startDate', 'endDate'],
  ] as const) {
    const { status, body } = await manager.call('POST', `/api/${path}`, { body: { [from]: '2026-12-31', [to]: '2026-01-01' } });
    expect([path, status, body]).toEqual([
      path,
      400,
      { success: false, error: sentence, code: 'input.invalid', fields: { [to]: sentence } },
    ]);
  }
});
