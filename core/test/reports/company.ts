import fc from 'fast-check';
import type { Knex } from 'knex';
import { type Activity, type Priority, priorities, type Status, statuses } from '../../src/domain/activities/activity.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { normalise } from '../../src/domain/text.ts';
import { anActivity, day, deliveryDay, given } from '../factories.ts';
import { storeWords } from '../stored-words.ts';

/** Texts that searching must take literally, or must not tell apart. */
const texts = [
  'Año 100 %',
  'ano 1000',
  'CAFÉ_molido',
  'cafe molido',
  'disco C:\\datos',
  'Ñandú',
  'niño  con \t espacios',
  '50% _x_',
  'Zócalo',
  'éxito',
];
export const searches = [
  '',
  ' ',
  '%',
  '_',
  '100 %',
  'cafe',
  'CAFÉ_',
  'ñ',
  'N',
  '\\',
  'con espacios',
  'nada',
  'ZÓCALO ',
  '0',
  'tramite',
  'listo cafe',
  'paz 100',
];

/** Midnight in Mexico City is 06:00 in UTC; the two instants at its sides, noon, the month that ends, and a Monday. */
const times = ['05:59:59.999', '06:00:00.000', '18:00:00.000'];
const days = ['2026-09-30', '2026-10-01', '2026-10-20', '2026-10-21', '2026-11-01', '2026-11-12', '2026-11-13', '2026-11-16', '2026-11-20'];
const instant = fc.tuple(fc.constantFrom(...days), fc.constantFrom(...times)).map(([on, at]) => new Date(`${on}T${at}Z`));
/** The last moment of an extended date, and the one after it. */
const lastOfExtension = ['2026-11-22T05:59:59.999Z', '2026-11-22T06:00:00Z'].map((text) => new Date(text));
export const someDay = fc.constantFrom(...days, '2026-11-19', '2026-11-21').map(day);

const one = (count: number) => fc.nat({ max: count - 1 });
export const seeds = fc.record({
  owner: one(4),
  assignee: one(4),
  topic: one(4),
  text: fc.constantFrom(...texts),
  status: fc.constantFrom<Status>(...statuses),
  priority: fc.constantFrom<Priority>(...priorities),
  createdAt: instant,
  closedAt: fc.oneof(instant, fc.constantFrom(...lastOfExtension)),
  endedAt: instant,
  dueOn: fc.oneof({ weight: 9, arbitrary: someDay }, { weight: 1, arbitrary: fc.constantFrom('2026-11-27', '2026-11-28').map(day) }),
  /** The release before leaves the mark on what is completed. */
  isRejected: fc.boolean(),
  lastActOn: fc.constantFrom('2026-11-10', '2026-11-13', '2026-11-14', '2026-11-20'),
  comments: fc.array(fc.record({ text: fc.constantFrom(...texts, 'Trámite listo'), isCanceled: fc.boolean() }), { maxLength: 2 }),
  /** Where it is verified: an import brought it as finished. */
  isImported: one(4).map((chance) => chance === 0),
  /** The date of its registration, where it was corrected. */
  firstDueOn: fc.constantFrom(null, null, '2026-11-12', '2026-11-27'),
  extendedBy: fc.constantFrom(null, '2026-11-21', '2026-12-24', '2026-12-31'),
  isTimeAsked: fc.boolean(),
});
export type Seed = typeof seeds extends fc.Arbitrary<infer Value> ? Value : never;

export interface Company {
  people: Person[];
  topics: { id: number; name: string; department: string }[];
}

/** Two managers and two namesakes; four topics in three departments, two of them alike but for an accent. */
export async function foundCompany(db: Knex): Promise<Company> {
  const make = given(db);
  const people = [
    await make.manager({ firstName: 'Álvaro', lastName: 'Núñez' }),
    await make.manager({ firstName: 'Beatriz', lastName: 'Nuño' }),
    await make.person({ firstName: 'Ana', lastName: 'Paz' }),
    await make.person({ firstName: 'Ana', lastName: 'Paz' }),
  ];
  const makeTopic = (name: string, department: string) => make.topic({ name, department });
  const topics = [
    await makeTopic('Niñez', 'Ventas'),
    await makeTopic('Minas', 'Almacén'),
    await makeTopic('Ñuño', 'Almacén'),
    await makeTopic('Nube', 'GENERAL'),
  ];
  return { people, topics };
}

function activityRow({ people, topics }: Company, seed: Seed, index: number): Omit<Activity, 'id'> {
  const { status, priority, createdAt, closedAt, endedAt, dueOn } = seed;
  const isDelivered = status === 'completed' || status === 'verified';
  const ends = { verified: { verifiedAt: endedAt }, canceled: { canceledAt: endedAt } }[status as 'verified' | 'canceled'] ?? {};
  const extension =
    seed.extendedBy && seed.extendedBy >= dueOn ? { extendedTo: day(seed.extendedBy), extensionReason: 'Falta material' } : {};
  const assigneeId = (people[seed.assignee] as Person).id;
  const request = { requestedTo: day('2026-12-31'), requestReason: 'Falta material', requestedById: assigneeId };
  const { id: _, ...row } = anActivity({
    status,
    priority,
    createdAt,
    dueOn,
    ...ends,
    ...extension,
    ...(seed.isTimeAsked && request),
    ...(isDelivered && { closedAt }),
    rejectedAt: seed.isRejected ? endedAt : null,
    lastActOn: day(seed.lastActOn),
    description: `${seed.text} ${index}`,
    ownerId: (people[seed.owner] as Person).id,
    assigneeId,
    topicId: (topics[seed.topic] as Company['topics'][number]).id,
  });
  return row;
}

export async function register(db: Knex, company: Company, activities: readonly Seed[]): Promise<void> {
  const rows = activities.map((seed, index) => activityRow(company, seed, index));
  if (rows.length === 0) return;
  // Work that an import brought open may be verified later: it was imported before it was delivered.
  const importedAt = ({ status, isImported, closedAt }: Seed) =>
    status === 'verified' ? new Date(closedAt.getTime() + (isImported ? 0 : -1)) : null;
  const ids = await db('activities')
    .insert(
      rows.map((row, index) => ({
        ...row,
        closedOn: deliveryDay(row),
        importedAt: importedAt(activities[index] as Seed),
        firstDueOn: (activities[index] as Seed).firstDueOn,
        descriptionKey: normalise(row.description),
      })),
    )
    .returning('id');
  const authorId = (company.people[0] as Person).id;
  const comments = activities.flatMap((seed, index) =>
    seed.comments.map(({ text: body, isCanceled }) => {
      const writtenAt = seed.createdAt;
      return { activityId: ids[index].id, authorId, body, writtenAt, canceledAt: isCanceled ? writtenAt : null };
    }),
  );
  if (comments.length) await db('comments').insert(comments);
  await storeWords(db);
}

/** The folios of work that an import brought as finished. */
export const importedIds = async (db: Knex): Promise<Set<number>> =>
  new Set(await db('activities').where({ status: 'verified' }).whereRaw('closed_at <= imported_at').pluck('id'));
