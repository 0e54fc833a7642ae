import type { CalendarDate } from '../domain/calendar.ts';
import { compliance } from '../domain/compliance.ts';
import { type Figures, figuresOf } from '../domain/figures.ts';
import type { GroupCount } from '../persistence/compliance-groups.ts';
import { DONE, type Done } from './done.ts';
import { cardSelection } from './read-reports.ts';
import type { UseCase } from './use-case.ts';

type Compliance = Omit<Figures, 'pending'> & { compliance: number };

const byName = new Intl.Collator('es-MX').compare;

/** What the cards would say of each group alone. */
function figuresBy<Name extends string>(counts: readonly GroupCount[], nameOf: (count: GroupCount) => Name | null): Map<Name, Compliance> {
  const statuses = new Map<Name, Record<string, number>>();
  for (const count of counts) {
    const name = nameOf(count);
    if (name !== null)
      statuses.set(name, { ...statuses.get(name), [count.status]: (statuses.get(name)?.[count.status] ?? 0) + count.total });
  }
  return new Map([...statuses].map(([name, of]) => [name, complianceOf(figuresOf(of))]));
}
const complianceOf = ({ total, finished }: Figures): Compliance => ({ total, finished, compliance: compliance(finished, total) });

interface Groups extends Done {
  departments: ({ department: string } & Compliance)[];
  weeks: ({ weekStart: CalendarDate } & Compliance)[];
}

/** The company's cards taken apart, by the topic's department and by business week from Monday; each adds up to the cards. */
export const readComplianceGroups: UseCase<{ from?: CalendarDate | null; to?: CalendarDate | null }, Groups> = async (context) => {
  const counts = await context.repos.activityReports.countByDepartmentAndWeek(await cardSelection('company', context));
  const departments = figuresBy(counts, ({ department }) => department);
  const weeks = figuresBy(counts, ({ weekStart }) => weekStart);
  return {
    ...DONE,
    departments: [...departments]
      .map(([department, figures]) => ({ department, ...figures }))
      .sort((a, b) => byName(a.department, b.department)),
    weeks: [...weeks].map(([weekStart, figures]) => ({ weekStart, ...figures })),
  };
};
