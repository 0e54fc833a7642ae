import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { consult } from '../../core/src/messages/activities/consult.ts';
import { given, NOW } from '../../core/test/factories.ts';
import { everythingIn } from '../../core/test/tables.ts';
import { aPng } from './pictures.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
});
beforeEach(async () => {
  await app.wipe();
  app.setClock(NOW);
});
afterAll(() => app.close());

async function setUp() {
  const person = await given(app.db).person();
  const activity = await given(app.db).ownActivity(person, { status: 'in_progress' });
  return { person, activity, mine: await app.as(person) };
}
const key = (value: string) => ({ 'Idempotency-Key': value });

it('a repeated request gets the same answer and acts once', async () => {
  const { mine, activity } = await setUp();
  const say = () =>
    mine.call('POST', '/api/record_comments_activity', { body: { activitie_id: activity.id, comment: 'Una vez' }, headers: key('k') });
  const first = await say();
  const before = await everythingIn(app.db);
  const second = await say();
  expect([second.status, second.body]).toEqual([first.status, first.body]);
  expect(await everythingIn(app.db)).toEqual(before);
});

it('a device that sends again after a month acts once, whether or not it names the hour of capture', async () => {
  const { mine, activity } = await setUp();
  const say = (more: object) =>
    mine.call('POST', '/api/record_comments_activity', {
      body: { activitie_id: activity.id, comment: 'Sin señal', ...more },
      headers: key('cola'),
    });
  const first = await say({});
  app.setClock(new Date(NOW.getTime() + 30 * 24 * 3_600_000 - 60_000));
  const again = await (await app.as(await app.db('users').first())).call('POST', '/api/record_comments_activity', {
    body: { activitie_id: activity.id, comment: 'Sin señal', captured_at: NOW.toISOString() },
    headers: key('cola'),
  });
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  expect(await app.db('comments')).toHaveLength(1);
});

it('a device is refused with a sentence what its person may not do any more', async () => {
  const { person, mine, activity } = await setUp();
  const send = () =>
    mine.call('POST', '/api/record_comments_activity', {
      body: { activitie_id: activity.id, comment: 'Sin señal', captured_at: NOW.toISOString() },
      headers: key('tarde'),
    });
  const other = await given(app.db).person();
  await app.db('activities').where({ id: activity.id }).update({ ownerId: other.id, assigneeId: other.id });
  expect(await send()).toMatchObject({ status: 404, body: { success: false, error: consult.unknown } });
  await app.db('activities').where({ id: activity.id }).update({ ownerId: person.id, assigneeId: person.id });
  await app.db('users').where({ id: person.id }).update({ isActive: false });
  expect(await send()).toMatchObject({ status: 401, body: { success: false, error: expect.stringMatching(/\.$/) } });
  expect(await app.db('comments')).toEqual([]);
});

it('a repeated completion is a success again, not an untimely act', async () => {
  const { mine, activity } = await setUp();
  const end = () =>
    mine.call('POST', '/api/end_activity', { body: { activity_id: activity.id, resolution: 'Listo' }, headers: key('fin') });
  expect([(await end()).status, (await end()).status]).toEqual([200, 200]);
  expect(await app.db('activityHistory')).toHaveLength(1);
});

it('a repeated upload keeps one row and one file, also when both come at once', async () => {
  const { mine, activity } = await setUp();
  const png = await aPng();
  const upload = () => {
    const form = new FormData();
    form.append('activity_id', String(activity.id));
    form.append('images[0]', new Blob([png]), 'a.png');
    return mine.call('POST', '/api/record_evidences_activity', { body: form, headers: key('subida') });
  };
  await mine.csrfToken();
  const answers = [...(await Promise.all([upload(), upload(), upload()])), await upload()];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const [row, ...more] = await app.db('images');
  expect(more).toEqual([]);
  expect(await app.stored()).toEqual([row.id, `${row.id}.thumbnail`].sort());
  expect(await app.scratched()).toEqual([]);
});

it('a repeated upload is a success again although its person may not do it any more', async () => {
  const { mine, activity } = await setUp();
  const png = await aPng();
  const upload = (name: string) => {
    const form = new FormData();
    form.append('activity_id', String(activity.id));
    form.append('images[0]', new Blob([png]), 'a.png');
    return mine.call('POST', '/api/record_evidences_activity', { body: form, headers: key(name) });
  };
  const first = await upload('subida');
  const other = await given(app.db).person();
  await app.db('activities').where({ id: activity.id }).update({ ownerId: other.id, assigneeId: other.id });
  expect([first.status, (await upload('subida')).status, (await upload('otra')).status]).toEqual([200, 200, 404]);
  expect(await app.db('images')).toHaveLength(1);
});

it('a repeated upload counts by the bytes that came', async () => {
  const { mine, activity } = await setUp();
  const png = await aPng();
  const path = '/api/record_evidences_activity';
  const upload = (bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.append('activity_id', String(activity.id));
    form.append('images[0]', new Blob([bytes]), 'a.png');
    return mine.call('POST', path, { body: form, headers: key('subida') });
  };
  expect([(await upload(png)).status, (await upload(png)).status]).toEqual([200, 200]);
  expect(await app.db('images')).toHaveLength(1);
  const samePicture = new Uint8Array([...png, 0]);
  expect(await upload(samePicture)).toMatchObject({ status: 409, body: { code: 'idempotency.otherRequest' } });
});

it('a repeated key returns the same results of many verifications, refusals included', async () => {
  const [owner, assignee] = [await given(app.db).person(), await given(app.db).person()];
  const done = await given(app.db).activity({ owner, assignee, status: 'completed' });
  const early = await given(app.db).activity({ owner, assignee });
  const mine = await app.as(owner);
  const body = { activity_ids: [early.id, done.id], action: 'Verified' };
  const verify = () => mine.call('POST', '/api/validate_activities', { body, headers: key('muchas') });
  await mine.csrfToken();
  const [first, second] = await Promise.all([verify(), verify()]);
  const third = await verify();
  expect(first.body).toMatchObject({
    success: true,
    results: [
      { id: early.id, success: false, code: 'activity.untimely', error: expect.stringMatching(/^La actividad está en estado «/) },
      { id: done.id, success: true },
    ],
  });
  expect([second.body, third.body]).toEqual([first.body, first.body]);
  expect(await app.db('activityHistory')).toHaveLength(1);
});

it('a repeated registration answers the same folio', async () => {
  const { mine } = await setUp();
  const topic = await given(app.db).topic();
  const body = { id_project: topic.id, objective: 'Única', priority: 'Normal', due_date: '2026-12-01' };
  const register = () => mine.call('POST', '/api/create_my_new_activity', { body, headers: key('alta') });
  const [first, second] = [await register(), await register()];
  expect(second.body).toEqual(first.body);
  expect(await app.db('activities').where({ description: 'Única' })).toHaveLength(1);
});

it('the key of one request does not answer another', async () => {
  const { mine, activity } = await setUp();
  const call = (path: string, body: object) => mine.call('POST', path, { body, headers: key('k') });
  await call('/api/record_comments_activity', { activitie_id: activity.id, comment: 'Uno' });
  const before = await everythingIn(app.db);
  const other = { status: 409, body: { success: false, code: 'idempotency.otherRequest' } };
  expect(await call('/api/record_comments_activity', { activitie_id: activity.id, comment: 'Dos' })).toMatchObject(other);
  expect(await call('/api/pause_activity', { activity_id: activity.id })).toMatchObject(other);
  expect(await everythingIn(app.db)).toEqual(before);
});

it('an overlong key is refused', async () => {
  const { mine, activity } = await setUp();
  const answer = await mine.call('POST', '/api/pause_activity', { body: { activity_id: activity.id }, headers: key('k'.repeat(201)) });
  expect(answer).toMatchObject({ status: 400, body: { code: 'input.invalid' } });
});

it('a key does not make up for what the session lacks', async () => {
  const { mine, activity } = await setUp();
  const body = { activity_id: activity.id };
  await mine.call('POST', '/api/pause_activity', { body, headers: key('k') });
  expect((await app.visitor().call('POST', '/api/pause_activity', { body, headers: key('k') })).status).toBe(401);
  expect((await mine.call('POST', '/api/pause_activity', { body, headers: key('k'), csrf: false })).status).toBe(403);
});
