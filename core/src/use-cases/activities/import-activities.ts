import { type Activity, GENERAL, untickedList } from '../../domain/activities/activity.ts';
import {
  type ActivityRow,
  countRows,
  type ImportAnswers,
  type ImportKnowledge,
  type ImportMapping,
  importedDays,
  importedStatus,
  placeKey,
  type ReadActivities,
  type RowPlace,
  type UnreadRow,
} from '../../domain/activities/activity-import.ts';
import { isEligibleAssignee } from '../../domain/activities/policy.ts';
import { instantAt } from '../../domain/calendar.ts';
import { type Actor, adminPolicy } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import { normalise } from '../../domain/text.ts';
import type { ImportAnswer, ImportedActivity } from '../../persistence/activities/activities.ts';
import { sha256Hex } from '../../secrets/secrets.ts';
import { recordAdminAct } from '../record-admin-act.ts';
import type { Context, UseCase } from '../use-case.ts';
import { historyEntry, registrationFacts } from './apply-act.ts';
import { invalidFolios, type NewWork, newUnits, newWorkByPerson, prepareUnits, setTopics, type Unit } from './import-units.ts';

export interface ImportActivitiesRequest {
  fileName: string;
  read: (knowledge: ImportKnowledge) => ReadActivities;
  mapping: ImportMapping;
  /** A dry run checks everything and stores nothing. */
  isDryRun: boolean;
  /** Takes the good rows although others are wrong. */
  isOnlyGood?: boolean;
}

interface ImportedRow extends RowPlace {
  description: string;
  topic: string;
  assigneeId: number;
  dueOn: Activity['dueOn'];
  priority: Activity['priority'];
  state: ActivityRow['state'];
  folio: number | null;
  isNew: boolean;
}

export interface ActivitiesImported
  extends Pick<ReadActivities, 'tables' | 'questions' | 'remembered' | 'wrong' | 'skipped' | 'isOrderDoubtful' | 'cut'>,
    ReturnType<typeof countRows> {
  isDryRun: boolean;
  added: number;
  activities: number;
  grants: { topicId: number; topic: string; rows: number; people: { id: number; name: string }[] }[];
  newTopics: string[];
  /** Sorted by the number of new activities, the most first. */
  people: { personId: number; name: string; activities: number; isNotified: boolean }[];
  rows: ImportedRow[];
  /** Holds the names of everybody active, and of every topic. */
  names: ReadonlyMap<number, string>;
  topicNames: ReadonlyMap<number, string>;
}

type ActivityImportContext = Context<ImportActivitiesRequest, Actor>;
type Knowledge = ImportKnowledge & { names: ReadonlyMap<number, string>; topicNames: ReadonlyMap<number, string> };

const answerKinds = { column: 'columns', person: 'people', topic: 'topics', state: 'states', priority: 'priorities' } as const;

const groupAnswers = (answers: readonly ImportAnswer[]): ImportAnswers => {
  const grouped = { columns: {}, people: {}, topics: {}, states: {}, priorities: {}, dates: {} } as Record<
    keyof ImportAnswers,
    Record<string, unknown>
  >;
  for (const { kind, said, answer } of answers) grouped[answerKinds[kind]][said] = answer;
  return grouped as unknown as ImportAnswers;
};

async function readKnowledge({ repos, today, zone }: ActivityImportContext): Promise<Knowledge> {
  const everybody = await repos.users.all();
  const accounts = everybody.filter(({ isActive }) => isActive);
  const topics = await repos.topics.all();
  return {
    today,
    zone,
    people: accounts.map((account) => ({ ...account, mayAssign: adminPolicy.assignActivities(account) })),
    formerPeople: everybody.filter(({ isActive }) => !isActive),
    topics,
    remembered: groupAnswers(await repos.activityImports.answers()),
    names: new Map(accounts.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()])),
    topicNames: new Map(topics.map(({ id, name }) => [id, name])),
  };
}

/** Returns the rows whose responsible may not be given work under the topic. A topic that is to be made is open to everybody. */
async function notEligible(
  { repos, actor, today, input }: ActivityImportContext,
  { names, topicNames }: Knowledge,
  rows: readonly ActivityRow[],
): Promise<{ ineligible: UnreadRow[]; grants: ActivitiesImported['grants'] }> {
  const topicIds = new Set(rows.flatMap(({ topic }) => (typeof topic === 'number' ? topic : [])));
  const ineligible: UnreadRow[] = [];
  const grants: ActivitiesImported['grants'] = [];
  for (const topicId of topicIds) {
    const ofTopic = rows.filter(({ topic }) => topic === topicId);
    const people = [...new Set([actor.id, ...ofTopic.flatMap(({ assigneeIds }) => assigneeIds)])];
    const { topic, people: members } = await repos.activities.holdPreconditions({ topicId, dueOn: today, people }, input);
    const lacksTopic = (id: number) => {
      const member = members.get(id);
      return !topic || !member || !isEligibleAssignee(topic, member);
    };
    const wrong = ofTopic.filter(({ assigneeIds }) => assigneeIds.some(lacksTopic));
    ineligible.push(
      ...wrong.map(({ sheet, row, list, said }) => ({ sheet, row, list, ...said.assignee, problem: 'assigneeNotEligible' as const })),
    );
    const ids = [...new Set(wrong.flatMap(({ assigneeIds }) => assigneeIds.filter(lacksTopic)))];
    const lacking = ids.map((id) => ({ id, name: names.get(id) ?? '' }));
    if (wrong.length > 0) grants.push({ topicId, topic: topicNames.get(topicId) ?? '', rows: wrong.length, people: lacking });
  }
  return { ineligible, grants };
}

const namesOfNewTopics = (rows: readonly ActivityRow[]): string[] => [
  ...new Map(rows.flatMap(({ topic }) => (typeof topic === 'string' ? [[normalise(topic), topic] as const] : []))).values(),
];

async function addTopics(context: ActivityImportContext, names: readonly string[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const name of names) {
    const topic = { name, description: null, department: GENERAL };
    const id = await context.repos.topics.add(topic, context.now);
    if (!id) throw new Refused({ code: 'topic.duplicate' });
    await recordAdminAct(context, { act: 'topic.register', subject: { kind: 'topic', id, name }, after: topic });
    ids.set(normalise(name), id);
  }
  return ids;
}

const NOON = 12 * 60;

function importedActivity(
  { source, assigneeId, topicId, description }: Unit,
  { actor, now, today, zone }: ActivityImportContext,
): ImportedActivity {
  const days = importedDays(source, today);
  const at = (day: Activity['dueOn'] | null) => {
    const noon = day && instantAt(zone, day, NOON);
    return noon && noon < now ? noon : day && now;
  };
  return {
    ownerId: source.ownerId ?? actor.id,
    assigneeId,
    topicId: topicId as number,
    description,
    priority: source.priority,
    dueOn: source.dueOn,
    repeats: source.repeats,
    status: importedStatus[source.state],
    createdAt: at(days.createdAt) ?? now,
    startedAt: at(days.startedAt),
    closedAt: at(days.closedAt),
    verifiedAt: at(days.verifiedAt),
    resolution: source.state === 'finished' ? source.resolution : null,
    seriesStartsOn: source.dueOn,
    occurrence: 0,
    checklist: untickedList(source.checklist),
  };
}

async function addUnit(context: ActivityImportContext, unit: Unit, work: NewWork): Promise<number | undefined> {
  const { fileName } = context.input;
  const activity = importedActivity(unit, context);
  const { status, createdAt, startedAt, closedAt, verifiedAt, resolution } = activity;
  const iso = (instant: Date | null) => instant?.toISOString() ?? null;
  const dates = { createdAt: iso(createdAt), startedAt: iso(startedAt), closedAt: iso(closedAt), verifiedAt: iso(verifiedAt) };
  const imported = { file: fileName, sheet: unit.sheet, row: unit.row, ofAssignee: work.open, dates };
  const entry = historyEntry('import', context, {
    from: null,
    to: status,
    note: resolution,
    facts: { ...registrationFacts(activity), resolution: resolution && sha256Hex(resolution), imported },
    notifications: work.mostUrgent === unit ? [['assigned', unit.assigneeId]] : [],
  });
  const source = { key: unit.key, fileName, sheet: unit.sheet, rowNumber: unit.row };
  return context.repos.activityImports.add(activity, source, entry);
}

async function addAll(context: ActivityImportContext, units: readonly Unit[], fresh: readonly Unit[]): Promise<void> {
  const added = new Map<string, number>();
  const work = newWorkByPerson(fresh);
  for (const unit of fresh) {
    const folio = await addUnit(context, unit, work.get(unit.assigneeId) as NewWork);
    // Somebody registered the same work after it was looked for.
    if (!folio) throw new Refused({ code: 'activity.duplicate' });
    added.set(unit.key, folio);
  }
  for (const unit of units) unit.folio ??= added.get(unit.key) ?? null;
}

const listAnswers = ({ columns, people, topics, states, priorities }: ImportMapping): ImportAnswer[] =>
  (
    [
      ['column', columns],
      ['person', people],
      ['topic', Object.fromEntries(Object.entries(topics).filter(([, answer]) => answer !== 'new'))],
      ['state', states],
      ['priority', priorities],
    ] as const
  ).flatMap(([kind, answers]) => Object.entries(answers).map(([spelling, answer]) => ({ kind, said: spelling, answer })));

function without<Placed extends RowPlace>(placed: readonly Placed[], wrong: readonly RowPlace[]): Placed[] {
  const places = new Set(wrong.map(placeKey));
  return placed.filter((place) => !places.has(placeKey(place)));
}

/** Imports all activities of a spreadsheet, or none, or on request the good rows alone. The same file again changes nothing (docs/product.md, 15). */
export const importActivities: UseCase<ImportActivitiesRequest, ActivitiesImported> = async (context) => {
  const { input, repos, now } = context;
  if (!input.isDryRun) await repos.activityImports.lock();
  const knowledge = await readKnowledge(context);
  const read = input.read(knowledge);
  if (read.tables.length === 0) throw new Refused({ code: 'activityImport.noTable', field: 'file' });
  const { ineligible, grants } = await notEligible(context, knowledge, read.rows);
  const wrong = [...read.wrong, ...ineligible, ...(await invalidFolios(repos, read.rows))];
  let prepared = await prepareUnits(repos, without(read.rows, wrong));
  // A row that is wrong may have stood for an equal one, or for the text of another, so the rest is prepared anew.
  while (prepared.wrong.length > 0) {
    wrong.push(...prepared.wrong);
    prepared = await prepareUnits(repos, without(read.rows, wrong));
  }
  const { units } = prepared;
  const { questions, isOrderDoubtful } = read;
  const isBlocked = (wrong.length > 0 && !input.isOnlyGood) || questions.length > 0 || isOrderDoubtful;
  if (!input.isDryRun && isBlocked) throw new Refused({ code: 'activityImport.wrongRows', wrong, questions, isOrderDoubtful });

  const fresh = newUnits(units);
  const newTopics = namesOfNewTopics(fresh.map(({ source }) => source));
  if (!input.isDryRun) setTopics(units, await addTopics(context, newTopics));
  const isNew = new Set(fresh);
  if (!input.isDryRun) {
    await addAll(context, units, fresh);
    await repos.activityImports.remember(listAnswers(input.mapping), now);
    const after = { file: input.fileName, count: fresh.length };
    if (fresh.length > 0)
      await recordAdminAct(context, { act: 'activities.import', subject: { kind: 'report', name: input.fileName }, after });
  }
  const people = [...newWorkByPerson(fresh)].map(([personId, work]) => ({
    personId,
    name: knowledge.names.get(personId) ?? '',
    activities: work.units.length,
    isNotified: work.open > 0 && personId !== context.actor.id,
  }));
  const { tables, remembered, skipped, cut } = read;
  const activities = units.map((unit) => ({ ...unit.source, isNew: isNew.has(unit) }));
  return {
    names: knowledge.names,
    topicNames: knowledge.topicNames,
    isDryRun: input.isDryRun,
    tables,
    questions,
    remembered,
    ...countRows({ ...read, wrong }, activities, !input.isDryRun),
    wrong,
    grants,
    cut,
    skipped,
    isOrderDoubtful,
    newTopics,
    added: fresh.length,
    activities: units.length,
    people: people.sort((a, b) => b.activities - a.activities),
    rows: units.map((unit) => ({
      sheet: unit.sheet,
      row: unit.row,
      description: unit.description,
      assigneeId: unit.assigneeId,
      folio: unit.folio,
      dueOn: unit.source.dueOn,
      priority: unit.source.priority,
      state: unit.source.state,
      isNew: isNew.has(unit),
      topic: typeof unit.source.topic === 'string' ? unit.source.topic : (knowledge.topicNames.get(unit.source.topic) ?? ''),
    })),
  };
};
