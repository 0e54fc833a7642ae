import type { Status } from '../../domain/activity/activity.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import { weekOf } from '../../domain/reports/punctuality.ts';
import { compliance, type Figures, figuresOf } from '../../domain/reports/report.ts';
import type { GroupCount } from '../../persistence/activity-reports.ts';
import type { UseCase } from '../use-case.ts';
import { cardSelection } from './read-reports.ts';

type Compliance = Omit<Figures, 'pending'> & { compliance: number };

const byName = new Intl.Collator('es-MX').compare;

/** What the cards would say of each group alone, in the order the groups came. */
function figuresByName<Name extends string>(counts: readonly GroupCount<Name>[]): [Name, Compliance][] {
  const groups = Map.groupBy(counts, ({ name }) => name);
  return [...groups].map(([name, ofGroup]) => {
    const counts: Partial<Record<Status, number>> = {};
    for (const { status, total } of ofGroup) counts[status] = (counts[status] ?? 0) + total;
    const { total, finished } = figuresOf(counts);
    return [name, { total, finished, compliance: compliance(finished, total) }];
  });
}

interface GroupCompliances {
  departments: ({ department: string } & Compliance)[];
  /** Due work that an import brought as finished; the weeks leave it out. */
  imported: number;
  weeks: ({ weekStart: CalendarDate } & Compliance)[];
}

/**
 * The company's cards taken apart by the topic's department. Weeks begin on Monday and are of the deadline; they count only what was
 * due, because work that is not due yet cannot be late.
 */
export const readComplianceGroups: UseCase<{ from?: CalendarDate | null; to?: CalendarDate | null }, GroupCompliances> = async (
  context,
) => {
  const { activityReports } = context.repos;
  const selection = await cardSelection('company', context);
  const ofDue = { ...selection, dating: 'deadline' } as const;
  const [byDepartment, byDeadline, imported] = await context.repos.readAll(
    () => activityReports.countByDepartment(selection),
    () => activityReports.countByDeadline(ofDue),
    () => activityReports.countDueImported(ofDue),
  );
  const byWeek = byDeadline.map((count) => ({ ...count, name: weekOf(count.name) }));
  const departments = figuresByName(byDepartment).map(([department, figures]) => ({ department, ...figures }));
  return {
    departments: departments.sort((a, b) => byName(a.department, b.department)),
    imported,
    weeks: figuresByName(byWeek).map(([weekStart, figures]) => ({ weekStart, ...figures })),
  };
};
