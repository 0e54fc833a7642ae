import { type ActivityRow, importKey, type RowPlace, type UnreadRow } from '../../domain/activities/activity-import.ts';
import { normalise } from '../../domain/text.ts';
import type { ExistingWork } from '../../persistence/activities/activities.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import { sha256Hex } from '../../secrets/secrets.ts';

/** One row for one of its people. */
export interface Unit extends RowPlace {
  source: ActivityRow;
  assigneeId: number;
  topicId: number | null;
  key: string;
  folio: number | null;
  description: string;
}

/** Returns the topic's id; its name stands for it until the topic is made. */
const unitTopic = ({ source: { topic }, topicId }: Pick<Unit, 'source' | 'topicId'>) => topicId ?? normalise(String(topic));

const unitKey = (unit: Pick<Unit, 'source' | 'topicId' | 'assigneeId'>) => {
  const { assigneeId, source } = unit;
  return sha256Hex(importKey({ topic: unitTopic(unit), assigneeId, dueOn: source.dueOn }, normalise(source.work)));
};

const isOpen = ({ source }: Unit) => source.state !== 'finished';

/** Returns the units that no activity says yet. Of equal rows it takes the first that is open, else the first. */
export function newUnits(units: readonly Unit[]): Unit[] {
  const byKey = new Map<string, Unit>();
  for (const unit of units) {
    const earlier = byKey.get(unit.key);
    if (unit.folio === null && (!earlier || (isOpen(unit) && !isOpen(earlier)))) byKey.set(unit.key, unit);
  }
  return [...byKey.values()];
}

/** Tells whether the row still says what the activity said when it was imported, or says now. */
function isOfFolio(source: ActivityRow, work: ExistingWork): boolean {
  const topicId = typeof source.topic === 'number' ? source.topic : null;
  const isImported = (assigneeId: number) =>
    [topicId, work.topicId].some((id) => id !== null && unitKey({ source, topicId: id, assigneeId }) === work.importKey);
  const isSameText = [source.work, source.description, source.distinctDescription].map(normalise).includes(normalise(work.description));
  const isSameDay = [work.dueOn, work.extendedTo].includes(source.dueOn);
  return source.assigneeIds.every((id) => isImported(id) || (id === work.assigneeId && isSameText && isSameDay));
}

/** Returns rows whose folio nobody gave or belongs to other work, because a row that is copied in a spreadsheet takes the folio along. */
export async function invalidFolios({ activityImports }: Repositories, rows: readonly ActivityRow[]): Promise<UnreadRow[]> {
  const existing = await activityImports.existing(rows.flatMap(({ folio }) => folio ?? []));
  return rows.flatMap((source): UnreadRow[] => {
    const { sheet, row, list, folio, said } = source;
    const work = existing.get(folio ?? 0);
    if (folio === null || (work && isOfFolio(source, work))) return [];
    return [{ sheet, row, list, ...said.folio, problem: work ? 'folioOfOther' : 'folioUnknown' }];
  });
}

/** Returns for each unit the open work that says the same already, in the text that `textOf` gives it. */
async function openDuplicates({ activityImports }: Repositories, units: readonly Unit[], textOf: (unit: Unit) => string) {
  const withTopic = units.filter((unit): unit is Unit & { topicId: number } => unit.topicId !== null);
  const duplicates = await activityImports.openDuplicates(
    withTopic.map((unit) => ({ assigneeId: unit.assigneeId, topicId: unit.topicId, description: textOf(unit) })),
  );
  return new Map<Unit, (typeof duplicates)[number]>(
    withTopic.flatMap((unit, at) => (duplicates[at]?.folio ? [[unit, duplicates[at]]] : [])),
  );
}

/**
 * Gives each open unit a text that no other open work of its responsible has: its own, else its own with the day. Returns those for which
 * both are taken.
 */
async function distinguish(repos: Repositories, units: readonly Unit[]): Promise<UnreadRow[]> {
  const open = newUnits(units).filter(isOpen);
  const same = await openDuplicates(repos, open, ({ description }) => description);
  const sameDay = await openDuplicates(repos, open, ({ source }) => source.distinctDescription);
  const places = new Set<string>();
  const wrong: UnreadRow[] = [];
  const take = (unit: Unit, description: string) => {
    const place = `${unit.assigneeId} ${unitTopic(unit)} ${normalise(description)}`;
    const isFree = !places.has(place);
    if (isFree) unit.description = description;
    places.add(place);
    return isFree;
  };
  for (const unit of open) {
    const { dueOn, distinctDescription } = unit.source;
    const duplicate = [same.get(unit), sameDay.get(unit)].find((one) => one?.dueOn === dueOn);
    if (duplicate) unit.folio = duplicate.folio;
    else if ((same.has(unit) || !take(unit, unit.description)) && (sameDay.has(unit) || !take(unit, distinctDescription)))
      for (const { source } of units.filter(({ key }) => key === unit.key))
        wrong.push({ sheet: source.sheet, row: source.row, list: source.list, ...source.said.description, problem: 'alreadyOpen' });
  }
  return wrong;
}

/**
 * Makes a unit of each row for each of its people, with the activity that says the same already. The second of two equal rows of the file
 * counts with the first.
 */
export async function prepareUnits(repos: Repositories, rows: readonly ActivityRow[]): Promise<{ units: Unit[]; wrong: UnreadRow[] }> {
  const units = rows.flatMap((source): Unit[] =>
    source.assigneeIds.map((assigneeId) => {
      const topicId = typeof source.topic === 'number' ? source.topic : null;
      const { sheet, row, folio, description } = source;
      return { sheet, row, source, assigneeId, topicId, key: unitKey({ source, topicId, assigneeId }), folio, description };
    }),
  );
  const folios = await repos.activityImports.known(units.map(({ key }) => key));
  for (const unit of units) unit.folio ??= folios.get(unit.key) ?? null;
  const wrong = await distinguish(repos, units);
  const equal = new Map(units.flatMap(({ key, folio }) => (folio === null ? [] : [[key, folio] as const])));
  for (const unit of units) unit.folio ??= equal.get(unit.key) ?? null;
  return { units, wrong };
}

/** Sets the ids of the topics that were made for a file. `ids` has normalised names as keys. */
export function setTopics(units: readonly Unit[], ids: ReadonlyMap<string, number>): void {
  for (const unit of units) {
    if (unit.topicId !== null) continue;
    unit.topicId = ids.get(normalise(String(unit.source.topic))) ?? null;
    unit.key = unitKey(unit);
  }
}

/** The new work of one person. Its most urgent open activity carries the one notification that they get. */
export interface NewWork {
  units: Unit[];
  open: number;
  mostUrgent: Unit | undefined;
}

export function newWorkByPerson(units: readonly Unit[]): Map<number, NewWork> {
  const work = new Map<number, NewWork>();
  for (const unit of units) {
    const ofPerson = work.get(unit.assigneeId) ?? { units: [], open: 0, mostUrgent: undefined };
    ofPerson.units.push(unit);
    if (isOpen(unit)) ofPerson.open++;
    if (isOpen(unit) && (!ofPerson.mostUrgent || unit.source.dueOn < ofPerson.mostUrgent.source.dueOn)) ofPerson.mostUrgent = unit;
    work.set(unit.assigneeId, ofPerson);
  }
  return work;
}
