import type { Activity, Priority, Status } from '../../src/domain/activities/activity.ts';
import type { Filters, Scope, Sort } from '../../src/domain/reports/report.ts';
import type { Company } from './company.ts';

/** A second opinion, in plain loops over all rows. It shares no code with what it judges. */
export interface Question extends Partial<Filters> {
  scope: Scope;
  reportStatuses?: readonly Status[];
  from?: string | null;
  to?: string | null;
  search?: string;
  isMeasured?: boolean | undefined;
}

const OPEN = ['not_started', 'in_progress', 'on_pause', 'completed'];
const STATUSES = [...OPEN, 'verified', 'canceled'];
const PRIORITIES = ['normal', 'high', 'critical'];
/** Mexico City has kept to UTC-6 since 2022. */
const dayOf = (at: Date) => new Date(at.getTime() - 6 * 3_600_000).toISOString().slice(0, 10);
function mondayOf(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10);
}
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .join(' ');
function monthBefore(day: string): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 2, Math.min(date, last))).toISOString().slice(0, 10);
}

export interface StandingComment {
  activityId: number;
  body: string;
}
export function recount(
  { people, topics }: Company,
  all: readonly Activity[],
  { readerId, absentId }: { readerId: number; absentId?: number },
  today: string,
  comments: readonly StandingComment[],
  importedIds: ReadonlySet<number>,
) {
  const topicOf = (activity: Activity) => topics.find(({ id }) => id === activity.topicId) as Company['topics'][number];
  const nameOf = (personId: number) => {
    const person = people.find(({ id }) => id === personId);
    return `${person?.firstName} ${person?.lastName}`;
  };
  const endOf = ({ verifiedAt, canceledAt }: Activity) => verifiedAt ?? canceledAt;

  const isInScope = (scope: Scope) => (activity: Activity) => {
    if (scope === 'company') return true;
    if (scope === 'mine') return activity.assigneeId === readerId;
    if (scope === 'substituted')
      return activity.assigneeId === absentId || (activity.ownerId === absentId && activity.status === 'completed');
    return activity.ownerId === readerId && activity.assigneeId !== readerId;
  };

  type Day = string | null | undefined;
  /** A list of the company leaves an open side open; the cards take the usual one. */
  function inRange(scope: Scope, statuses: readonly Status[], from: Day, to: Day, isList: boolean) {
    if (scope === 'mine' && !from && !to) return () => true;
    if (isList && (scope === 'company' || scope === 'substituted'))
      return (activity: Activity) => {
        const isClosedOnly = statuses.every((status) => !OPEN.includes(status));
        const placed = dayOf((isClosedOnly ? endOf(activity) : activity.createdAt) as Date);
        return (!from || placed >= from) && (!to || placed <= to);
      };
    const first = inRange.first(scope, statuses, to);
    const isClosedOnly = statuses.every((status) => !OPEN.includes(status));
    return (activity: Activity) => {
      const placed = dayOf((isClosedOnly ? endOf(activity) : activity.createdAt) as Date);
      return placed >= (from ?? first) && placed <= (to ?? today);
    };
  }

  /** Where the usual range of the cards begins. */
  inRange.first = (scope: Scope, statuses: readonly Status[], to: Day): string => {
    let first = monthBefore(to ?? today);
    if (statuses.some((status) => OPEN.includes(status)))
      for (const activity of all.filter(isInScope(scope)))
        if (OPEN.includes(activity.status) && dayOf(activity.createdAt) < first) first = dayOf(activity.createdAt);
    return first;
  };
  const isBetween = (day: string, from: string, to: string) => day >= from && day <= to;
  const deadline = ({ dueOn, extendedTo }: Activity): string => extendedTo ?? dueOn;

  /** How due work was delivered; null where it is not due, or was brought as finished. */
  function outcomeOf({ id, status, dueOn, firstDueOn, extendedTo, closedAt }: Activity & { firstDueOn?: string | null }): string | null {
    if (importedIds.has(id)) return null;
    if (status === 'canceled' || (extendedTo ?? dueOn) >= today) return null;
    if (status !== 'completed' && status !== 'verified') return 'undelivered';
    const day = dayOf(closedAt as Date);
    if (day <= (firstDueOn ?? dueOn)) return 'onTime';
    return day <= (extendedTo ?? dueOn) ? 'onTimeExtended' : 'late';
  }

  const isAmong = (values: readonly (number | string)[], id: number) => values.includes(id) || values.includes(nameOf(id));
  const groups = {
    topics: (activity: Activity, values: readonly string[]) => values.includes(topicOf(activity).name),
    departments: (activity: Activity, values: readonly string[]) => values.includes(topicOf(activity).department),
    statuses: (activity: Activity, values: readonly Status[]) => values.includes(activity.status),
    priorities: (activity: Activity, values: readonly Priority[]) => values.includes(activity.priority),
    owners: (activity: Activity, values: readonly (number | string)[]) => isAmong(values, activity.ownerId),
    assignees: (activity: Activity, values: readonly (number | string)[]) => isAmong(values, activity.assigneeId),
    urgencies: (activity: Activity, values: readonly string[]) => marksOf(activity).some((mark) => values.includes(mark)),
  };

  const daysOf = ({ dueOn, extendedTo }: Activity) => Math.round((Date.parse(extendedTo ?? dueOn) - Date.parse(today)) / 86_400_000);
  function marksOf(activity: Activity): string[] {
    const { status, rejectedAt, requestedTo, lastActOn } = activity;
    const isToDo = OPEN.includes(status) && status !== 'completed';
    const days = daysOf(activity);
    const holds = {
      late: isToDo && days < 0,
      today: isToDo && days === 0,
      week: isToDo && days >= 0 && days <= 7,
      notStarted: status === 'not_started',
      rejected: isToDo && rejectedAt !== null,
      extensionRequested: isToDo && requestedTo !== null,
      idle: isToDo && Date.parse(today) - Date.parse(lastActOn) >= 7 * 86_400_000,
    };
    return Object.entries(holds).flatMap(([mark, isIt]) => (isIt ? [mark] : []));
  }
  /** To do, waiting for a verdict, closed; each by deadline. */
  function urgencyOf(activity: Activity): number {
    const part = () => {
      if (!OPEN.includes(activity.status)) return 3;
      return activity.status === 'completed' ? 2 : 1;
    };
    return part() * 1e6 + daysOf(activity);
  }

  /** Each word stands at the beginning of a word of one of the texts, after a sign too, or is the folio. */
  function hasWords(activity: Activity, search: string): boolean {
    const { id, description, resolution, ownerId, assigneeId } = activity;
    const commentTexts = comments.filter(({ activityId }) => activityId === id).map(({ body }) => body);
    const texts = [description, resolution ?? '', topicOf(activity).name, nameOf(ownerId), nameOf(assigneeId), ...commentTexts].map(plain);
    const isSign = (letter: string | undefined) => letter !== undefined && /[^\p{L}\p{N} ]/u.test(letter);
    const begins = (text: string, word: string, at: number) =>
      text.startsWith(word, at) &&
      (at === 0 || text[at - 1] === ' ' || '%_'.includes(text[at] as string) || (isSign(text[at - 1]) && !isSign(text[at])));
    const has = (text: string, word: string) => [...text].some((_, at) => begins(text, word, at));
    const words = plain(search).split(' ').filter(Boolean);
    return words.every((word) => word === String(id) || texts.some((text) => has(text, word)));
  }

  function rows(question: Question, without?: keyof Filters, isList = true): Activity[] {
    const usual = question.scope === 'assignedByMe' ? [...OPEN, 'verified'] : OPEN;
    const statuses = (question.reportStatuses?.length ? question.reportStatuses : usual) as Status[];
    const ranged = inRange(question.scope, statuses, question.from, question.to, isList);
    const candidates = all.filter(isInScope(question.scope)).filter((activity) => statuses.includes(activity.status));
    return candidates
      .filter(ranged)
      .filter(({ id }) => !(question.isMeasured && importedIds.has(id)))
      .filter((activity) => hasWords(activity, question.search ?? ''))
      .filter((activity) =>
        (Object.keys(groups) as (keyof Filters)[]).every((group) => {
          const values = question[group] ?? [];
          return group === without || values.length === 0 || groups[group](activity, values as never);
        }),
      );
  }

  const collator = new Intl.Collator('es-MX');
  const keys: Partial<Record<Sort['column'], (activity: Activity) => string | number | null>> = {
    owner: ({ ownerId }) => nameOf(ownerId),
    createdAt: ({ createdAt }) => createdAt.getTime(),
    topic: (activity) => topicOf(activity).name,
    department: (activity) => topicOf(activity).department,
    assignee: ({ assigneeId }) => nameOf(assigneeId),
    dueOn: ({ dueOn }) => Date.parse(dueOn),
    extendedTo: ({ extendedTo }) => (extendedTo ? Date.parse(extendedTo) : null),
    daysLeft: (activity) => (OPEN.includes(activity.status) && activity.status !== 'completed' ? daysOf(activity) : null),
    urgency: urgencyOf,
    deadline: (activity) => Date.parse(deadline(activity)),
    priority: ({ priority }) => PRIORITIES.indexOf(priority),
    status: ({ status }) => STATUSES.indexOf(status),
    closed: ({ closedAt, canceledAt }) => (closedAt ?? canceledAt)?.getTime() ?? null,
    endedAt: (activity) => endOf(activity)?.getTime() ?? null,
    daysTaken: (activity) => {
      const end = endOf(activity);
      return end ? Date.parse(dayOf(end)) - Date.parse(dayOf(activity.createdAt)) : null;
    },
  };

  /** The other columns are sorted by the property of their name. */
  const keyOf = (column: Sort['column']) => keys[column] ?? ((activity: Activity) => activity[column as 'id' | 'description']);

  function sorted(activities: readonly Activity[], { column, isDescending }: Sort): number[] {
    const sign = isDescending ? -1 : 1;
    const key = keyOf(column);
    const compare = (a: Activity, b: Activity): number => {
      const [left, right] = [key(a), key(b)];
      if (left === null || right === null) return Number(left === null) - Number(right === null) || sign * (a.id - b.id);
      const order = typeof left === 'string' ? collator.compare(left, String(right)) : left - Number(right);
      return sign * (order || a.id - b.id);
    };
    return activities.toSorted(compare).map(({ id }) => id);
  }

  function tally(activities: readonly Activity[], namesFor: (activity: Activity) => string | number | string[]) {
    const totals: Record<string, number> = {};
    for (const activity of activities) for (const name of [namesFor(activity)].flat()) totals[name] = (totals[name] ?? 0) + 1;
    return totals;
  }

  return {
    rows,
    sorted,
    late: (activities: readonly Activity[]) =>
      activities.filter(({ status, dueOn, extendedTo }) => OPEN.includes(status) && status !== 'completed' && (extendedTo ?? dueOn) < today)
        .length,
    /** By group, how many activities each value would show under the other groups. */
    facets: (question: Question) => ({
      topics: tally(rows(question, 'topics'), (activity) => topicOf(activity).name),
      departments: tally(rows(question, 'departments'), (activity) => topicOf(activity).department),
      statuses: tally(rows(question, 'statuses'), ({ status }) => status),
      priorities: tally(rows(question, 'priorities'), ({ priority }) => priority),
      owners: tally(rows(question, 'owners'), ({ ownerId }) => ownerId),
      assignees: tally(rows(question, 'assignees'), ({ assigneeId }) => assigneeId),
      urgencies: tally(rows(question, 'urgencies'), marksOf),
    }),
    /** By name, and each number as the rows of a report with the filters of that name. */
    load(scope: Scope, departments: readonly string[], assigneeIds: readonly number[] = []) {
      const month = { reportStatuses: ['verified'] as Status[], from: `${today.slice(0, 7)}-01`, to: today, isMeasured: true };
      return people
        .map(({ id }) => {
          const count = (question: Partial<Question>) => rows({ scope, departments, assignees: [id], ...question }).length;
          const open = count({ reportStatuses: OPEN as Status[] });
          const [late, week] = (['late', 'week'] as const).map((mark) => count({ reportStatuses: OPEN as Status[], urgencies: [mark] }));
          return { id, name: nameOf(id), open, late, week, done: count(month) };
        })
        .filter(({ id, open, done }) => (assigneeIds.length > 0 ? assigneeIds.includes(id) : open + done > 0))
        .sort((a, b) => collator.compare(a.name, b.name) || a.id - b.id);
    },
    complianceGroups(from: string | null, to: string | null) {
      const counted = [...OPEN, 'verified'] as Status[];
      const registered = rows({ scope: 'company', from, to, reportStatuses: counted }, undefined, false);
      const first = inRange.first('company', counted, to);
      const isInWeeks = (activity: Activity) => isBetween(deadline(activity), from ?? first, to ?? today);
      const due = all.filter((activity) => outcomeOf(activity) && isInWeeks(activity));
      const imported = all.filter((activity) => importedIds.has(activity.id) && deadline(activity) < today && isInWeeks(activity)).length;
      const parts = (activities: readonly Activity[], nameFor: (activity: Activity) => string) =>
        [...new Set(activities.map(nameFor))].sort(collator.compare).map((name) => {
          const part = activities.filter((activity) => nameFor(activity) === name);
          const finished = part.filter(({ status }) => status === 'verified').length;
          return { name, total: part.length, finished, compliance: Math.round((finished * 100) / part.length) };
        });
      return {
        departments: parts(registered, (activity) => topicOf(activity).department).map(({ name, ...part }) => ({
          department: name,
          ...part,
        })),
        imported,
        weeks: parts(due, (activity) => mondayOf(deadline(activity))).map(({ name, ...part }) => ({ weekStart: name, ...part })),
      };
    },
    /** The figures of punctuality of a scope, by any grouping. */
    punctuality(scope: Scope, from: string | null, to: string | null) {
      const due = all
        .filter(isInScope(scope))
        .filter((activity) => outcomeOf(activity) && isBetween(deadline(activity), from ?? monthBefore(to ?? today), to ?? today));
      const figures = (part: readonly Activity[]) => {
        const [onTime, onTimeExtended, late, undelivered] = ['onTime', 'onTimeExtended', 'late', 'undelivered'].map(
          (outcome) => part.filter((activity) => outcomeOf(activity) === outcome).length,
        ) as [number, number, number, number];
        const share = part.length === 0 ? 0 : Math.round(((onTime + onTimeExtended) * 100) / part.length);
        return { due: part.length, onTime, onTimeExtended, late, undelivered, share };
      };
      const parts = (nameFor: (activity: Activity) => string) =>
        Object.fromEntries(
          [...new Set(due.map(nameFor))].map((name) => [name, figures(due.filter((activity) => nameFor(activity) === name))]),
        );
      return {
        ids: due.map(({ id }) => id),
        total: figures(due),
        departments: parts((activity) => topicOf(activity).department),
        topics: parts((activity) => topicOf(activity).name),
        people: parts(({ assigneeId }) => String(assigneeId)),
        months: parts((activity) => `${deadline(activity).slice(0, 7)}-01`),
        weeks: parts((activity) => mondayOf(deadline(activity))),
      };
    },
    cards(scope: Scope, from: string | null, to: string | null) {
      const matches = rows({ scope, from, to, reportStatuses: [...OPEN, 'verified'] as Status[] }, undefined, false);
      const pending = matches.filter(({ status }) => OPEN.includes(status)).length;
      const finished = matches.filter(({ status }) => status === 'verified').length;
      const counts = Object.groupBy(matches.flatMap(marksOf), (mark) => mark);
      const urgencies = Object.fromEntries(
        ['late', 'today', 'week', 'notStarted', 'rejected', 'extensionRequested', 'idle'].map((mark) => [mark, counts[mark]?.length ?? 0]),
      );
      const imported = matches.filter(({ id }) => importedIds.has(id)).length;
      return { total: pending + finished, pending, finished, imported, urgencies };
    },
  };
}
