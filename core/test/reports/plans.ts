import type { Knex } from 'knex';
import { activityReportsOn } from '../../src/persistence/reports/activity-reports.ts';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** What PostgreSQL did for one query. */
export interface ExplainedPlan {
  sql: string;
  /** Its own time for planning and executing, in milliseconds. */
  ms: number;
  /** Every step that read `activities`: by which index (or `Seq Scan`), and how many rows it looked at. */
  reads: { by: string; rows: number }[];
  /** How many rows were sorted, wherever that was done. */
  nSorted: number;
}

function steps(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(steps)];
}
const times = (rows: number, plan: Plan) => Math.round(rows * (plan['Actual Loops'] ?? 1));
const countRows = (plan: Plan) => times(plan['Actual Rows'] ?? 0, plan);
const countVisitedRows = (plan: Plan) => times((plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0), plan);

/** Reports on a database that tell, instead of rows, how PostgreSQL came by them. Calls answer what the reports would. */
export function explaining(db: Knex, zone: string) {
  const reports = activityReportsOn(db, zone);

  /** Every query that `ask` sends, run once more under EXPLAIN (ANALYZE). */
  async function explain(ask: (from: typeof reports) => Promise<unknown>): Promise<ExplainedPlan[]> {
    const queries: { sql: string; bindings: readonly Knex.Value[] }[] = [];
    const note = (query: (typeof queries)[number]) => queries.push(query);
    db.on('query', note);
    // What a selection counted once is not counted again.
    await ask(activityReportsOn(db, zone)).finally(() => db.removeListener('query', note));
    const connection = await db.client.acquireConnection();
    const explained: ExplainedPlan[] = [];
    for (const { sql, bindings } of queries) {
      // What frames a statement has no plan, but decides on the plan of others.
      if (/^(begin|commit|rollback|set )/i.test(sql)) {
        await connection.query(sql);
        continue;
      }
      const { rows } = await connection.query(`explain (analyze, timing off, format json) ${sql}`, bindings);
      const [{ Plan: plan, 'Planning Time': planning, 'Execution Time': executing }] = rows[0]['QUERY PLAN'];
      const all = steps(plan);
      const isActivities = (step: Plan) => step['Relation Name'] === 'activities' || step['Index Name']?.startsWith('activities_');
      explained.push({
        sql,
        ms: planning + executing,
        reads: all.filter(isActivities).map((step) => ({ by: step['Index Name'] ?? step['Node Type'], rows: countVisitedRows(step) })),
        nSorted: all
          .filter((step) => step['Node Type'].endsWith('Sort'))
          .reduce((most, step) => Math.max(most, ...(step.Plans ?? []).map(countRows)), 0),
      });
    }
    await db.client.releaseConnection(connection);
    return explained;
  }

  return { reports, explain };
}
