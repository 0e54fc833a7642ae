import type { CalendarDate } from '../../domain/calendar.ts';
import { compliance } from '../../domain/reports/compliance.ts';
import { type Figures, figuresOf } from '../../domain/reports/figures.ts';
import type { GroupCount } from '../../persistence/activity-reports.ts';
import type { UseCase } from '../use-case.ts';
import { cardSelection } from './read-reports.ts';

type Compliance = Omit<Figures, 'pending'> & { compliance: number };

const byName = new Intl.Collator('es-MX').compare;

/** What the cards would say of each group alone, in the order the groups came. */
function figuresByName<Name extends string>(counts: readonly GroupCount<Name>[]): [Name, Compliance][] {
  const groups = Map.groupBy(counts, ({ name }) => name);
  return [...groups].map(([name, ofGroup]) => {
    const { total, finished } = figuresOf(Object.fromEntries(ofGroup.map(({ status, total }) => [status, total])));
    return [name, { total, finished, compliance: compliance(finished, total) }];
  });
}

interface Groups {
  departments: ({ department: string } & Compliance)[];
  weeks: ({ weekStart: CalendarDate } & Compliance)[];
}

/** The company's cards taken apart, by the topic's department and by business week from Monday; each adds up to the cards. */
export const readComplianceGroups: UseCase<{ from?: CalendarDate | null; to?: CalendarDate | null }, Groups> = async (context) => {
  const { activityReports } = context.repos;
  const selection = await cardSelection('company', context);
  const [byDepartment, byWeek] = await Promise.all([activityReports.countByDepartment(selection), activityReports.countByWeek(selection)]);
  const departments = figuresByName(byDepartment).map(([department, figures]) => ({ department, ...figures }));
  return {
    departments: departments.sort((a, b) => byName(a.department, b.department)),
    weeks: figuresByName(byWeek).map(([weekStart, figures]) => ({ weekStart, ...figures })),
  };
};
