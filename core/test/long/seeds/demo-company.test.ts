import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD, loadDemoCompany } from '../../../seeds/demo.ts';
import type { PictureName } from '../../../seeds/facts.ts';
import { DOCUMENT_TYPE, openStatuses, type Status } from '../../../src/domain/activities/activity.ts';
import { rowSignal, undeliveredStatuses } from '../../../src/domain/activities/deadline.ts';
import { type Act, changeAfter, isTimely, lifecycle } from '../../../src/domain/activities/lifecycle.ts';
import { calendarDate, daysBetween } from '../../../src/domain/calendar.ts';
import { isPrivileged } from '../../../src/domain/people/person.ts';
import { Refused } from '../../../src/domain/refusal.ts';
import type { EvidenceFile } from '../../../src/persistence/activities/images.ts';
import { repositoriesOn } from '../../../src/persistence/repositories.ts';
import { proven } from '../../../src/use-cases/account/log-in.ts';
import { type TestDatabase, testDatabase } from '../../database.ts';
import { expectWithin } from '../../deep.ts';
import { findWrongWords } from '../../stored-words.ts';

const zone = 'America/Mexico_City';
const now = new Date('2026-07-15T18:00:00Z');
const today = calendarDate('2026-07-15');
const LOAD_MS_MAX = 20_000;

const facts = { mediaType: 'image/png', sha256: 'a'.repeat(64), sizeBytes: 1 } as const;
const size = { width: 1, height: 1 };
const takePicture = (name: PictureName): EvidenceFile =>
  name === 'minutes'
    ? { ...facts, mediaType: DOCUMENT_TYPE, pages: 1, id: randomUUID(), name: 'minuta.pdf' }
    : { ...facts, ...size, id: randomUUID(), name: `${name}.png` };
const takePictures = async (names: readonly PictureName[]) => names.map(takePicture);

type Row = {
  id: number;
  createdAt: Date;
  ownerId: number;
  assigneeId: number;
  status: Status;
  description: string;
  deadlineOn: string;
  extendedTo: string | null;
  rejectedAt: Date | null;
  batchId: string | null;
};

let database: TestDatabase;
let loadMs: number;
let activities: Row[];

const repos = () => repositoriesOn(database.db, zone);
const load = (at = now) => database.db.transaction((db) => loadDemoCompany({ db, zone, now: at, takePictures }));
const table = (name: string) => database.db(name).orderBy('id');
const daysLeftOf = (activity: Row) => daysBetween(today, calendarDate(activity.deadlineOn));
const signals = (rows: Row[]) => new Set(rows.map((row) => rowSignal(row.status, daysLeftOf(row))));

async function personOf(login: string) {
  const person = await repos().users.readCredentials(`${login}@demo.mx`);
  if (!person) throw new Error(`${login} is missing`);
  return person;
}

beforeAll(async () => {
  database = await testDatabase();
  const began = performance.now();
  await load();
  loadMs = performance.now() - began;

  activities = await table('activities');
});
afterAll(() => database.close());

describe('the demo company', () => {
  it('has 8 departments, 12 topics with one GENERAL, and 40 people', async () => {
    const people = await table('users');
    const topics = await table('topics');
    expect(new Set(people.map(({ department }) => department)).size).toBe(8);
    expect(people).toHaveLength(40);
    expect(topics).toHaveLength(12);
    expect(topics.filter(({ department }) => department === 'GENERAL')).toHaveLength(1);
    expect(people.filter(isPrivileged).length).toBeGreaterThan(8);
    expect(Math.max(...people.map(({ lastName }) => lastName.length))).toBe(60);
  });

  it('has some 300 activities, in every status under every signal', () => {
    expect(activities.length).toBeGreaterThan(280);
    expect(activities.length).toBeLessThan(330);
    expect(signals(activities.filter(({ status }) => status === 'completed'))).toEqual(new Set(['none']));
    for (const status of undeliveredStatuses)
      expect(signals(activities.filter((activity) => activity.status === status))).toEqual(new Set(['late', 'near', 'none']));
    expect(signals(activities)).toContain('verified');
    expect(activities.filter(({ status }) => status === 'canceled').length).toBeGreaterThan(10);
  });

  it('has comments, images, extensions, rejections, series, own work and canceled comments', async () => {
    const acts = new Set((await table('activityHistory')).map(({ act }) => act));
    for (const act of [...Object.keys(lifecycle), 'register', 'repeat', 'cancelComment']) expect(acts).toContain(act);
    expect((await table('comments')).length).toBeGreaterThan(200);
    expect(await findWrongWords(database.db)).toEqual([]);
    expect((await table('images')).length).toBeGreaterThan(60);
    expect(activities.filter(({ extendedTo }) => extendedTo).length).toBeGreaterThan(15);
    expect(activities.filter(({ ownerId, assigneeId }) => ownerId === assigneeId).length).toBeGreaterThan(15);
    expect(Math.max(...activities.map(({ description }) => description.length))).toBeGreaterThan(290);
  });

  it('gives each activity a history that the life cycle allows and that ends in its status', async () => {
    const history = Map.groupBy(await table('activityHistory'), ({ activityId }) => activityId);
    for (const activity of activities) {
      let status: Status | null = null;
      let at = new Date(0);
      for (const entry of history.get(activity.id) ?? []) {
        expect(entry.fromStatus).toBe(status);
        expect(entry.at >= at && entry.at < now).toBe(true);
        if (status && entry.act in lifecycle) {
          expect(isTimely(entry.act as Act, status)).toBe(true);
          expect(changeAfter(entry.act as Act, { ...activity, status }, now).status).toBe(entry.toStatus);
        }
        ({ toStatus: status, at } = entry as { toStatus: Status; at: Date });
      }
      expect(status).toBe(activity.status);
    }
  });

  it('numbers folios in the order of registration', () => {
    const createdAt = activities.map((activity) => activity.createdAt.getTime());
    expect(createdAt).toEqual(createdAt.toSorted((a, b) => a - b));
  });

  it('sends nothing of its past, lists the last month behind the bell, and is marked', async () => {
    expect(await table('outbox')).toEqual([]);
    const notifications = await table('notifications');
    expect(notifications.every(({ createdAt }) => createdAt < now && createdAt > new Date(now.getTime() - 31 * 86_400_000))).toBe(true);
    expect(new Set(notifications.map(({ readAt }) => readAt === null))).toEqual(new Set([true, false]));
    expect(await repos().installation.isDemo()).toBe(true);
  });

  it.each(['gerente', 'supervisor', 'empleado', 'desarrollo'])('lets %s in', async (login) => {
    expect((await proven(await personOf(login), DEMO_PASSWORD)).email).toBe(`${login}@demo.mx`);
  });

  it('keeps inactivo out, who answers for nothing open', async () => {
    await expect(proven(await personOf('inactivo'), DEMO_PASSWORD)).rejects.toEqual(new Refused({ code: 'user.inactive' }));
    const gone = new Set((await table('users')).filter(({ isActive }) => !isActive).map(({ id }) => id));
    const left = activities.filter(({ ownerId, assigneeId }) => gone.has(ownerId) || gone.has(assigneeId));
    expect(left.length).toBeGreaterThan(3);
    expect(left.filter(({ status }) => (openStatuses as readonly Status[]).includes(status))).toEqual([]);
  });

  it('names the roles', async () => {
    expect(await personOf('gerente')).toMatchObject({ position: 'GERENTE DE OPERACIONES' });
    expect(await personOf('desarrollo')).toMatchObject({ kind: 'Desarrollador' });
    expect(isPrivileged(await personOf('supervisor'))).toBe(true);
    expect(isPrivileged(await personOf('empleado'))).toBe(false);
  });

  it('gives empleado a full desk and gerente people to answer', async () => {
    const [manager, worker] = [await personOf('gerente'), await personOf('empleado')];
    const desk = activities.filter(
      ({ assigneeId, status }) => assigneeId === worker.id && (openStatuses as readonly Status[]).includes(status),
    );
    expect(desk.length).toBeGreaterThanOrEqual(12);
    expect(desk.length).toBeLessThanOrEqual(18);
    expect(signals(desk)).toEqual(new Set(['late', 'near', 'none']));
    expect(new Set(desk.map(({ status }) => status))).toEqual(new Set(openStatuses));
    const given = activities.filter(({ ownerId, assigneeId }) => ownerId === manager.id && assigneeId !== manager.id);
    expect(given.filter(({ status }) => status === 'completed').length).toBeGreaterThan(4);
    const topics = await repos().topics.listRegistrable(worker);
    const ofTheirOwn = topics.find(({ department }) => department === worker.department);
    const eligible = await repos().users.eligibleAssignees(ofTheirOwn as NonNullable<typeof ofTheirOwn>);
    expect(eligible.map(({ id }) => id)).toContain(worker.id);
  });

  it('gives gerente people who are late, work that was rejected, a batch of six, and a talk of several people', async () => {
    const manager = await personOf('gerente');
    const given = activities.filter(({ ownerId, assigneeId }) => ownerId === manager.id && assigneeId !== manager.id);
    const late = given.filter((activity) => rowSignal(activity.status, daysLeftOf(activity)) === 'late');
    expect(new Set(late.map(({ assigneeId }) => assigneeId)).size).toBeGreaterThan(3);
    const rejected = activities.filter(({ rejectedAt }) => rejectedAt);
    expect(rejected.length).toBeGreaterThan(3);
    expect(rejected.every(({ status }) => status === 'in_progress')).toBe(true);
    const batches = Map.groupBy(
      activities.filter(({ batchId }) => batchId),
      ({ batchId }) => batchId,
    );
    expect([...batches.values()].map((batch) => [batch.length, new Set(batch.map(({ assigneeId }) => assigneeId)).size])).toEqual([[6, 6]]);
    const talks = Map.groupBy(await table('comments'), ({ activityId }) => activityId);
    expect(Math.max(...[...talks.values()].map((talk) => new Set(talk.map(({ authorId }) => authorId)).size))).toBeGreaterThan(3);
    const acts = Map.groupBy(await table('activityHistory'), ({ act }) => act);
    for (const act of ['remind', 'reassign']) expect(acts.get(act)?.length).toBeGreaterThan(1);
  });

  it('has a boss for everybody but the heads of departments, and one person away', async () => {
    const people = await table('users');
    expect(people.filter(({ managerId }) => managerId === null)).toHaveLength(8);
    const [manager, supervisor, worker] = [await personOf('gerente'), await personOf('supervisor'), await personOf('empleado')];
    const bossOf = new Map(people.map(({ id, managerId }) => [id, managerId]));
    expect([bossOf.get(worker.id), bossOf.get(supervisor.id)]).toEqual([supervisor.id, manager.id]);
    expect(await table('absences')).toMatchObject([{ fromOn: '2026-07-13', toOn: '2026-07-20' }]);
  });

  it('is loaded in seconds', () => {
    expectWithin(loadMs, LOAD_MS_MAX);
  });
});

describe('loading it again', () => {
  const isOf = async () => {
    const first = (await table('users'))[0].id;
    return {
      people: (await table('users')).map(({ email, lastName, employeeNumber }) => [email, lastName, employeeNumber]),
      activities: (await table('activities')).map(({ description, status, deadlineOn, assigneeId, createdAt }) => [
        ...[description, status, deadlineOn, createdAt],
        assigneeId - first,
      ]),
      comments: (await table('comments')).map(({ body, writtenAt }) => [body, writtenAt]),
    };
  };

  it('gives the same people and texts on the same day, and other dates on another', async () => {
    const first = await isOf();
    await database.wipe();
    await load();
    expect(await isOf()).toEqual(first);
    await database.wipe();
    await load(new Date('2028-02-29T05:59:00Z'));
    const later = await isOf();
    expect(later.people).toEqual(first.people);
    expect(later.activities).toHaveLength(first.activities.length);
  });

  it('leaves nothing when it fails', async () => {
    await database.wipe();
    // In the middle of the past a picture has the id of the first.
    const takeOneTwice = async (names: readonly PictureName[]) => {
      const images = await takePictures(names);
      return images.with(40, images[0] as (typeof images)[number]);
    };
    const failing = database.db.transaction((db) => loadDemoCompany({ db, zone, now, takePictures: takeOneTwice }));
    await expect(failing).rejects.toThrow('duplicate key');
    expect(await repos().users.isEmpty()).toBe(true);
    expect(await repos().installation.isDemo()).toBe(false);
  });
});
