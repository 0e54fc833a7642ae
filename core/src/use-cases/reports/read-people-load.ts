import { openStatuses } from '../../domain/activity/activity.ts';
import { monthOf } from '../../domain/reports/punctuality.ts';
import { filtersIn } from '../../domain/reports/report.ts';
import type { Selection } from '../../persistence/selection.sql.ts';
import type { UseCase } from '../use-case.ts';

interface LoadQuery {
  isAssigned?: boolean;
  departments?: readonly string[];
  /** By id or full name. */
  assignees?: readonly (number | string)[];
}

/** The work of one person, each number with the rows of a report by the filters of the same name. */
interface LoadOfPerson {
  id: number;
  name: string;
  open: number;
  late: number;
  /** Due today or within the next seven days. */
  week: number;
  /** Verified since the first day of this month, without work that an import brought as finished. */
  done: number;
}

const byName = new Intl.Collator('es-MX').compare;

/** How much work each person has, by name. Who has no open work and finished none this month is left out, unless asked for by id. */
export const readPeopleLoad: UseCase<LoadQuery, { people: LoadOfPerson[] }> = async ({ input, repos, actor, today }) => {
  const { isAssigned, departments = [], assignees = [] } = input;
  const everything = {
    scope: isAssigned ? ('assignedByMe' as const) : ('company' as const),
    readerId: actor.id,
    today,
    filters: filtersIn({ departments, assignees }),
    words: [],
  };
  const open: Selection = { ...everything, statuses: openStatuses, range: null };
  const thisMonth = { from: monthOf(today), to: today };
  const verified: Selection = { ...everything, statuses: ['verified'], range: thisMonth, isMeasured: true };
  const [pending, finished] = await repos.readAll(
    () => repos.activityReports.countByPerson(open),
    () => repos.activityReports.countByPerson(verified),
  );
  const people = new Map<number, LoadOfPerson>();
  for (const { id, name, total, late, week } of pending) people.set(id, { id, name, open: total, late, week, done: 0 });
  for (const { id, name, total } of finished)
    people.set(id, { ...(people.get(id) ?? { id, name, open: 0, late: 0, week: 0 }), done: total });
  const ids = assignees.filter((one) => typeof one === 'number');
  for (const [id, name] of await repos.users.namesOf(ids.filter((one) => !people.has(one))))
    people.set(id, { id, name, open: 0, late: 0, week: 0, done: 0 });
  return { people: [...people.values()].sort((a, b) => byName(a.name, b.name) || a.id - b.id) };
};
