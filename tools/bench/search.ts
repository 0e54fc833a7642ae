import { generate } from '../../core/seeds/generate.ts';
import { openStatuses } from '../../core/src/domain/activity/activity.ts';
import { searchTermsIn } from '../../core/src/domain/activity/search.ts';
import { dayIn } from '../../core/src/domain/calendar.ts';
import { noFilters, usualSort } from '../../core/src/domain/reports/report.ts';
import { activityReportsOn } from '../../core/src/persistence/activity-reports.ts';
import { activitySearchOn } from '../../core/src/persistence/activity-search.ts';
import type { Selection } from '../../core/src/persistence/activity-views.sql.ts';
import { type BenchRow, median, NOW, onGround, processorTimeOf, ZONE } from './harness.ts';

const RUNS = 3;
/** What a search of three words may take of the database (docs/reports.md). */
const LIMIT_MS = 50;
const COMMENTS_EACH = 5;
/** Of most activities, the last one of delivered work alone; of few; names of many people; a number. */
const SEARCHES = {
  'palabras comunes': 'orden avance terminado',
  'palabras menos comunes': 'revisar la avance',
  'nombres frecuentes': 'alvaro avalos avance',
  'una palabra rara': 'orden avance 98765',
};

/** A search of three words in the report of everything and with Ctrl+K, by statements alone: medians, beside the limit that was promised. */
export const benchSearch = (activities: number, keptFolder?: string): Promise<BenchRow[]> =>
  onGround(async (db) => {
    const [made] = await db('activities').count('* as rows');
    if (Number(made?.rows) === 0) await generate(db, { activities, comments: COMMENTS_EACH * activities }, NOW);
    const [reports, search] = [activityReportsOn(db, ZONE), activitySearchOn(db)];
    const today = dayIn(ZONE, NOW);
    const rows: BenchRow[] = [];
    for (const [name, text] of Object.entries(SEARCHES)) {
      const words = searchTermsIn(text) ?? [];
      const selection = (): Selection => ({
        ...{ scope: 'company', readerId: 0, statuses: openStatuses, range: null, filters: noFilters, words, today },
      });
      const page = { page: 1, size: 25, sort: usualSort(openStatuses) };
      const works: Record<string, () => Promise<unknown>> = {
        página: () => reports.page(selection(), page),
        cuenta: () => reports.count(selection()),
        filtros: () => reports.facets(selection()),
        'Ctrl+K': () => search.find(words, { userIds: [0], seesAll: true }),
      };
      for (const [what, work] of Object.entries(works)) {
        await work();
        const [walls, processors]: number[][] = [[], []];
        for (let run = 0; run < RUNS; run++) {
          const began = performance.now();
          const processor = await processorTimeOf(db, async () => {
            const started = performance.now();
            await work();
            walls?.push(performance.now() - started);
          });
          processors?.push(processor ?? performance.now() - began);
        }
        const row = { name: `búsqueda, ${name}: ${what}`, limit: LIMIT_MS, most: 1 };
        rows.push({ ...row, ours: median(processors ?? []), limitName: 'lo prometido, procesador de la base' });
        rows.push({ ...row, ours: median(walls ?? []), limitName: 'lo prometido, reloj, con Node' });
      }
    }
    return rows;
  }, keptFolder);
