import { isOwnActivity, openStatuses } from '../../domain/activities/activity.ts';
import { effectiveDeadline, isUndelivered, NEAR_DAYS } from '../../domain/activities/deadline.ts';
import { addDays, type CalendarDate, DAY_MS } from '../../domain/calendar.ts';
import { adminPolicy, assigneeName, type Person } from '../../domain/people/person.ts';
import { invalid } from '../../domain/refusal.ts';
import type { Forecast } from '../../domain/reports/forecast.ts';
import { listSort, pickFilters } from '../../domain/reports/report.ts';
import type { PersonalAct } from '../../persistence/activities/history.ts';
import type { Selection } from '../../persistence/reports/selection.sql.ts';
import type { Context, OpenUseCase, UseCase } from '../use-case.ts';
import { readForecast } from './read-forecast.ts';

/** A minute lists at most this many open promises, and this many late ones, so that it fits a sheet. */
const LINES_MAX = 15;
const ACTS_MAX = 300;
/**
 * A meeting is over this long after the first act of anybody since its start. The row that it starts from may be days older, as on a Monday.
 */
const isOver = (first: { at: Date } | undefined, now: Date) => first !== undefined && now.getTime() - first.at.getTime() >= DAY_MS;

/** The department whose topics the team works under; unset, those to whom the actor assigned open work. */
export interface Team {
  department?: string | undefined;
}

/** Somebody with open work. The counts are those of reports. */
interface TeamMember {
  id: number;
  name: string;
  total: number;
  late: number;
  week: number;
  /** The absence of today; null without one. */
  away: { until: CalendarDate; substitute: string } | null;
}

export type MinuteLine = Pick<PersonalAct, 'description' | 'topic' | 'person' | 'deadline' | 'status' | 'assigneeId'> & { id: number };
interface MinuteList {
  lines: MinuteLine[];
  /** How many there are, also those that are not listed. */
  total: number;
}
/** What a meeting decided, what is promised until a week from now, and what is late without an act. */
export interface Minute {
  acts: (MinuteLine & Pick<PersonalAct, 'act' | 'note' | 'facts'>)[];
  promised: MinuteList;
  late: MinuteList;
}

interface StandUp {
  people: TeamMember[];
  /** Of what the team has due this week; null without enough history. */
  forecast: Forecast | null;
  /** The newest row of the history, from which a meeting that begins now counts its acts. */
  since: number;
  /** Null where no meeting was asked for, or one that is over. */
  minute: Minute | null;
}

type Reader = Pick<Context<unknown, unknown>, 'repos' | 'today'> & { readerId: number };

const selectTeam = ({ department }: Team, { readerId, today }: Reader): Selection => ({
  scope: department ? 'company' : 'assignedByMe',
  readerId,
  statuses: openStatuses,
  range: null,
  filters: pickFilters({ departments: department ? [department] : [] }),
  words: [],
  today,
});

/** Reads the team with its absences and, of a meeting that has begun, the minute. The number of statements does not grow with the team. */
export const readStandUp: UseCase<Team & { since?: number | undefined }, StandUp> = async (context) => {
  const { input, actor, repos, today, now } = context;
  const { since, ...team } = input;
  const reader: Reader = { repos, today, readerId: actor.id };
  const [counts, forecast, absences, newest, first] = await repos.readAll(
    () => repos.activityReports.countByPerson(selectTeam(team, reader)),
    () => readForecast({ ...context, input: { isAssigned: !team.department, departments: team.department ? [team.department] : [] } }),
    () => repos.absences.listSince(today, null),
    () => repos.history.findNewest(),
    () => (since ? repos.history.findFirstAfter(since) : undefined),
  );
  const people = counts.map((person): TeamMember => {
    const absence = absences.find(({ userId, fromOn }) => userId === person.id && fromOn <= today);
    return { ...person, away: absence ? { until: absence.toOn, substitute: absence.substituteName } : null };
  });
  const byName = new Intl.Collator('es-MX').compare;
  const until = newest?.id ?? 1;
  return {
    people: people.sort((a, b) => byName(a.name, b.name) || a.id - b.id),
    forecast,
    since: until,
    minute: since && !isOver(first, now) ? await readMinute({ ...team, since, until }, reader) : null,
  };
};

const toLine = ({ activityId, ...act }: PersonalAct) => ({ ...act, id: activityId });

async function readMinute({ since, until, ...team }: Team & { since: number; until: number }, reader: Reader): Promise<Minute> {
  const { repos, readerId, today } = reader;
  const everything = selectTeam(team, reader);
  const acts = await repos.history.listActsSince({ since, until, actorId: readerId, limit: ACTS_MAX });
  const touched = [...new Map(acts.map((act) => [act.activityId, act])).values()].filter(
    (act) => isUndelivered(act) && (team.department ? act.department === team.department : act.ownerId === readerId && !isOwnActivity(act)),
  );
  const list = async (urgency: 'week' | 'late', rest: readonly PersonalAct[]): Promise<MinuteLine[]> => {
    const selection = { ...everything, filters: { ...everything.filters, urgencies: [urgency] } };
    const page = { page: 1, size: LINES_MAX + rest.length, sort: listSort(selection) };
    const rows = (await repos.activityReports.page(selection, page)).filter(({ id }) => !rest.some((act) => act.activityId === id));
    return rows.slice(0, LINES_MAX).map((row) => ({ ...row, person: assigneeName(row), deadline: effectiveDeadline(row) }));
  };
  const lateOnes = touched.filter(({ deadline }) => deadline < today);
  const extended = touched.filter(({ activityId }) => acts.some((act) => act.act === 'extend' && act.activityId === activityId));
  const [counts, week, late] = await repos.readAll(
    () => repos.activityReports.countUrgencies(everything),
    () => list('week', extended),
    () => list('late', lateOnes),
  );
  const later = extended.filter(({ deadline }) => deadline > addDays(today, NEAR_DAYS)).length;
  return {
    acts: acts.map(toLine),
    promised: { lines: [...extended.map(toLine), ...week], total: counts.week + later },
    late: { lines: late, total: counts.late - lateOnes.length },
  };
}

interface MinuteRequest extends Team {
  /** The row of the history from which the meeting counts its acts. */
  since: number;
  notes: string | null;
  recipients: readonly number[];
}

/** What the mail of a minute is made from. The acts are read when it is sent. */
export interface MinuteFacts extends Team {
  senderId: number;
  since: number;
  until: number;
  today: CalendarDate;
  notes?: string | null;
}

export const sendMinute: UseCase<MinuteRequest, { count: number }> = async ({ input, actor, repos, now, today }) => {
  const { recipients, ...meeting } = input;
  const people = [...new Set(recipients)];
  if (!(await repos.users.hold(...people))) throw invalid('recipients', 'unknown');
  if (isOver(await repos.history.findFirstAfter(input.since), now)) throw invalid('since', 'unknown');
  const newest = await repos.history.findNewest();
  const facts: MinuteFacts = { ...meeting, senderId: actor.id, until: newest?.id ?? 1, today };
  for (const recipientId of people) {
    const key = `minute:${actor.id}:${now.getTime()}:${recipientId}`;
    await repos.outbox.add({ key, kind: 'minute', recipientId, facts: { ...facts } }, now);
  }
  return { count: people.length };
};

/** Reads what a mail says of a meeting; null where its sender may not read reports any more. */
export const readSentMinute: OpenUseCase<
  MinuteFacts,
  { minute: Minute; sender: Person; today: CalendarDate; notes: string | null } | null
> = async ({ input, repos }) => {
  const { senderId, today, notes = null, ...meeting } = input;
  const sender = await repos.users.find(senderId);
  if (!sender?.isActive || !adminPolicy.readGlobalReports(sender)) return null;
  return { minute: await readMinute(meeting, { repos, today, readerId: senderId }), sender, today, notes };
};
