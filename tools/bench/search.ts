import { generate } from '../../core/seeds/generate.ts';
import { openStatuses } from '../../core/src/domain/activity/activity.ts';
import { searchTermsIn } from '../../core/src/domain/activity/search.ts';
import { dayIn } from '../../core/src/domain/calendar.ts';
import { noFilters, usualSort } from '../../core/src/domain/reports/report.ts';
import { activityReportsOn } from '../../core/src/persistence/activity-reports.ts';
import { activitySearchOn } from '../../core/src/persistence/activity-search.ts';
import type { Selection } from '../../core/src/persistence/activity-views.sql.ts';
import { type BenchRow, NOW, onGround, quickest, ZONE } from './harness.ts';

const RUNS = 10;
/** What a search of three words may take of the database (docs/reports.md). */
const LIMIT_MS = 50;
const COMMENTS_EACH = 5;
/** Of most activities, and of few: words of one phrase, of another, and of a third. */
const SEARCHES = { 'palabras comunes': 'orden avance terminado', 'palabras menos comunes': 'revisar la avance' };

/** A search of three words in the report of everything and with Ctrl+K, by statements alone, beside the limit that was promised. */
export const benchSearch = (activities: number): Promise<BenchRow[]> =>
  onGround(async (db) => {
    await generate(db, { activities, comments: COMMENTS_EACH * activities }, NOW);
    const [reports, search] = [activityReportsOn(db, ZONE), activitySearchOn(db)];
    const today = dayIn(ZONE, NOW);
    const rows: BenchRow[] = [];
    for (const [name, text] of Object.entries(SEARCHES)) {
      const words = searchTermsIn(text) ?? [];
      const selection = (): Selection => ({
        ...{ scope: 'company', readerId: 0, statuses: openStatuses, range: null, filters: noFilters, search: text, today },
      });
      const page = { page: 1, size: 25, sort: usualSort(openStatuses) };
      const works: Record<string, () => Promise<unknown>> = {
        página: () => reports.page(selection(), page),
        cuenta: () => reports.count(selection()),
        filtros: () => reports.facets(selection()),
        'Ctrl+K': () => search.find(words, { userIds: [0], seesAll: true }),
      };
      for (const [what, work] of Object.entries(works)) {
        const ours = await quickest(RUNS, async () => void (await work()));
        rows.push({ name: `búsqueda, ${name}: ${what}`, ours, limit: LIMIT_MS, limitName: 'lo prometido', most: 1 });
      }
    }
    return rows;
  });
