import type { Knex } from 'knex';
import { type Activity, type ChecklistItem, GENERAL, type Status } from '../src/domain/activities/activity.ts';
import { type CalendarDate, calendarDate, localDay } from '../src/domain/calendar.ts';
import { EMPLOYEE, type Person } from '../src/domain/people/person.ts';
import { normalise } from '../src/domain/text.ts';
import { addComment, rewriteWords, vectorize } from '../src/persistence/activities/activity-words.ts';
import type { StoredTopic } from '../src/persistence/models.ts';
import { hashSecret, newSecret } from '../src/secrets/secrets.ts';
import { nothingYet } from './nothing-yet.ts';

/** Noon in Mexico City: the moment of every test that does not choose another. */
export const NOW = new Date('2026-11-20T18:00:00.000Z');
export const TODAY = calendarDate('2026-11-20');
export const day = (text: string): CalendarDate => calendarDate(text);

/** Everybody has this password, with a hash at the cost of `cheap-hashes.setup.ts`. */
export const PASSWORD = 'demo1234';
const PASSWORD_HASH = '$argon2id$v=19$m=8192,t=1,p=1$Yml0YWNvcmEtdGVzdC1zYWw$nHQlF9oDNCzwn8mZU+uopfGSLtXD7dIocSOJlk/bIIk';

let serial = 0;

/** Makes an employee, unless `overrides` say otherwise. */
export function aPerson(overrides: Partial<Person> = {}): Person {
  const n = ++serial;
  return {
    id: n,
    employeeNumber: `E-${n}`,
    firstName: `Nombre${n}`,
    lastName: `Apellido${n}`,
    email: `persona${n}@demo.mx`,
    level: 'Operativo',
    department: 'SISTEMAS',
    position: 'ANALISTA',
    alias: null,
    phone: null,
    kind: EMPLOYEE,
    isActive: true,
    ...overrides,
  };
}

const start = { startedAt: new Date('2026-11-11T15:00:00.000Z') };
const delivery = { ...start, closedAt: new Date('2026-11-18T23:00:00.000Z'), resolution: 'Quedó instalado' };

/** The database demands these of each status. */
const statusFacts: Record<Status, Partial<Activity>> = {
  not_started: {},
  in_progress: start,
  on_pause: start,
  completed: delivery,
  verified: { ...delivery, verifiedAt: new Date('2026-11-19T16:00:00.000Z') },
  canceled: { canceledAt: new Date('2026-11-19T16:00:00.000Z') },
};

/** An open request for more time. */
export const aRequest = (by: { id: number }) => ({
  requestedTo: day('2026-12-15'),
  requestReason: 'El proveedor no llega',
  requestedById: by.id,
});

/** Makes a checklist whose first `ticked` items are ticked, by person 1. */
export const aChecklist = (texts: readonly string[], ticked = 0): ChecklistItem[] =>
  texts.map((text, index) => ({
    text,
    ...(index < ticked ? { tickedById: 1, tickedAt: '2026-11-19T16:00:00.000Z' } : { tickedById: null, tickedAt: null }),
  }));

/** Makes an activity that was registered ten days ago and is due in a week, with the stamps that its status demands. */
export function anActivity(overrides: Partial<Activity> = {}): Activity {
  const n = ++serial;
  const dueOn = overrides.dueOn ?? day('2026-11-27');
  return {
    ...nothingYet,
    checklist: null,
    templateId: null,
    minimumImages: 0,
    id: n,
    ownerId: 1,
    assigneeId: 2,
    topicId: 1,
    description: `Actividad ${n}`,
    status: 'not_started',
    priority: 'normal',
    createdAt: new Date('2026-11-10T16:00:00.000Z'),
    dueOn,
    seriesStartsOn: dueOn,
    occurrence: 0,
    repeatUntil: null,
    seriesId: null,
    succession: null,
    lastActOn: TODAY,
    ...statusFacts[overrides.status ?? 'not_started'],
    ...overrides,
  };
}

/** Returns the day of delivery that the act writes. */
export const deliveryDay = ({ closedAt }: Pick<Activity, 'closedAt'>) => closedAt && localDay('America/Mexico_City', closedAt);

type People = { owner?: Person; assignee?: Person; topic?: StoredTopic };

/** Adds rows. It makes up what a test does not name: people, and a topic that is open to everybody. */
export const given = (db: Knex) => ({
  /** Adds the people of an assigned activity, another person, and a manager without a part in it. */
  async parties() {
    const make = given(db);
    return { owner: await make.manager(), assignee: await make.person(), other: await make.person(), manager: await make.manager() };
  },

  async person(overrides: Partial<Omit<Person, 'id'>> & { passwordHash?: string | null } = {}): Promise<Person> {
    const { passwordHash = PASSWORD_HASH, ...person } = overrides;
    const { id: _, ...row } = aPerson(person);
    const [{ id }] = await db('users')
      .insert({ ...row, nameWords: vectorize(`${row.firstName} ${row.lastName}`), passwordHash, createdAt: NOW })
      .returning('id');
    return { ...row, id };
  },

  manager(overrides: Partial<Omit<Person, 'id'>> = {}): Promise<Person> {
    return this.person({ position: 'GERENTE DE SISTEMAS', ...overrides });
  },

  async topic(overrides: Partial<Omit<StoredTopic, 'id'>> = {}): Promise<StoredTopic> {
    const row = { name: `Tema ${++serial}`, description: null, department: GENERAL, ...overrides };
    const [{ id }] = await db('topics')
      .insert({ ...row, nameKey: normalise(row.name), nameWords: vectorize(row.name), createdAt: NOW })
      .returning('id');
    return { ...row, id };
  },

  async outsider(topic: StoredTopic, person: Person): Promise<void> {
    await db('topicAssignments').insert({ topicId: topic.id, userId: person.id, createdAt: NOW });
  },

  async activity({ owner, assignee, topic, ...overrides }: People & Partial<Omit<Activity, 'id'>> = {}): Promise<Activity> {
    const { id: _, ...facts } = anActivity(overrides);
    const row = {
      ...facts,
      ownerId: (owner ?? (await this.person())).id,
      assigneeId: (assignee ?? (await this.person())).id,
      topicId: (topic ?? (await this.topic())).id,
      descriptionKey: normalise(facts.description),
    };
    const checklist = row.checklist && JSON.stringify(row.checklist);
    const [{ id }] = await db('activities')
      .insert({ ...row, checklist, closedOn: deliveryDay(row) })
      .returning('id');
    await rewriteWords(db, [id]);
    const { descriptionKey: __, ...activity } = row;
    return { ...activity, id };
  },

  /** Adds work that a person registered for themselves. */
  ownActivity(person: Person, overrides: Partial<Omit<Activity, 'id'>> = {}): Promise<Activity> {
    return this.activity({ owner: person, assignee: person, ...overrides });
  },

  comment(activity: Activity, author: Person, body = 'Va bien'): Promise<number> {
    return addComment(db, { activityId: activity.id, authorId: author.id, body, writtenAt: NOW });
  },

  /** Adds an open session; returns the value of its cookie. */
  async session(person: Person, createdAt = NOW): Promise<string> {
    const secret = newSecret();
    const expiresAt = new Date(createdAt.getTime() + 12 * 3_600_000);
    await db('sessions').insert({
      idHash: hashSecret(secret),
      userId: person.id,
      createdAt,
      seenAt: createdAt,
      provedAt: createdAt,
      expiresAt,
    });
    return secret;
  },
});
