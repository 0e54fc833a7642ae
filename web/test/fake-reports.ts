import type { Endpoints, Input } from '@bitacora/core/contract';
import { isOpen, isOwnActivity, openStatuses } from '@bitacora/core/domain/activities/activity';
import { judgeTimeliness, type UrgencyMark, urgencyKey } from '@bitacora/core/domain/activities/deadline';
import { pickFilters, type Scope, sumFigures, usualSort, usualStatuses } from '@bitacora/core/domain/reports/report';
import { listUrgencyMarks } from '../../core/test/urgency-marks.ts';
import { countWhere } from '../src/layout/page.tsx';
import { toCalendarDate } from '../src/ui/local-day.ts';
import type { Activity, Company } from './fake-company.ts';
import type { Handlers } from './fake-transport.ts';
import { ownFacets, ownPage } from './own-page.ts';

const isOverdue = ({ status, daysLeft }: Activity) => judgeTimeliness(status, daysLeft) === 'late';

type ReportInput = Input<Endpoints['listAllActivities']>;

/** The reports as the database answers them, over the few activities of a fake company. */
export function reportAnswersOf(company: Company): Handlers {
  const inScope: Record<Scope, (activity: Activity) => boolean> = {
    company: () => true,
    assignedByMe: (activity) => activity.ownerId === company.user?.id && !isOwnActivity(activity),
    mine: ({ assigneeId }) => assigneeId === company.user?.id,
    substituted: ({ assigneeId }) => company.user?.substitutesFor?.some(({ id }) => id === assigneeId) ?? false,
  };
  const select = (scope: Scope, { reportStatuses, from, to }: ReportInput) => {
    const statuses = reportStatuses?.length ? reportStatuses : usualStatuses[scope];
    const dayFor = ({ verifiedAt, createdAt }: Activity) => toCalendarDate(statuses.some(isOpen) ? createdAt : (verifiedAt ?? createdAt));
    return company.activities
      .filter(inScope[scope])
      .filter(({ status }) => (statuses as readonly string[]).includes(status))
      .filter((activity) => (!from || dayFor(activity) >= from) && (!to || dayFor(activity) <= to));
  };
  const page = (scope: Scope, input: ReportInput) => {
    const { page: number = 1, pageSize: size = 5, search = '' } = input;
    const sort = input.sort ?? usualSort(input.reportStatuses ?? usualStatuses[scope]);
    const state = {
      from: null,
      to: null,
      filters: pickFilters(input),
      search,
      batch: null,
      isMeasured: false,
      sort,
      page: number,
      size,
      isFit: false,
    };
    const all = ownPage(select(scope, input), { ...state, page: 1, size: company.activities.length + 1 }).rows;
    if (scope === 'mine' && sort.column === 'urgency')
      all.sort((a, b) => urgencyKey(a, a.daysLeft, true) - urgencyKey(b, b.daysLeft, true));
    return {
      success: true as const,
      rows: all.slice((number - 1) * size, number * size),
      total: all.length,
      late: countWhere(all, isOverdue),
      hasMore: false,
    };
  };
  const figures = (scope: Scope, range: Pick<ReportInput, 'from' | 'to'>) => {
    const counts: Partial<Record<Activity['status'], number>> = {};
    for (const { status } of select(scope, { ...range, reportStatuses: [...usualStatuses.assignedByMe] }))
      counts[status] = (counts[status] ?? 0) + 1;
    const marks = select(scope, { ...range, reportStatuses: [...openStatuses] }).flatMap((activity) =>
      listUrgencyMarks(activity, activity.daysLeft),
    );
    const marked = (mark: UrgencyMark) => countWhere(marks, (one) => one === mark);
    const urgencies = {
      late: marked('late'),
      today: marked('today'),
      week: marked('week'),
      notStarted: marked('notStarted'),
      rejected: marked('rejected'),
      extensionRequested: marked('extensionRequested'),
      idle: marked('idle'),
    };
    return { success: true as const, ...sumFigures(counts), urgencies, imported: 0 };
  };
  const oldest = (scope: Scope) =>
    company.activities
      .filter(inScope[scope])
      .filter(({ status }) => isOpen(status))
      .map(({ createdAt }) => toCalendarDate(createdAt))
      .sort()[0] ?? null;
  return {
    listAllActivities: ({ isOwn, ...input }) => page(isOwn ? 'mine' : 'company', input),
    listAssignedByMe: (input) => page('assignedByMe', input),
    countFacets: ({ isAssigned, isOwn, ...input }) => {
      const scope = isOwn ? 'mine' : isAssigned ? 'assignedByMe' : 'company';
      return { success: true, ...ownFacets(select(scope, input), pickFilters(input), input.search ?? '') };
    },
    readPeopleLoad: ({ assignees = [], isAssigned = false }) => {
      const open = select(isAssigned ? 'assignedByMe' : 'company', { assignees }).filter(({ status }) => isOpen(status));
      const ids = assignees.length > 0 ? assignees : [...new Set(open.map(({ assigneeId }) => assigneeId))];
      const people = ids.map((one) => {
        const own = open.filter(({ assigneeId }) => assigneeId === one);
        return { id: Number(one), name: 'Juan Pérez', open: own.length, late: countWhere(own, isOverdue), week: 0, done: 0 };
      });
      return { success: true, people };
    },
    readCompanyFigures: (range) => figures('company', range),
    readAssignedFigures: (range) => figures('assignedByMe', range),
    readFirstPending: () => ({ success: true, oldestOn: oldest('company'), oldestAssignedOn: oldest('assignedByMe') }),
  };
}
