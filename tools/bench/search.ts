import { generate } from '../../core/seeds/generate.ts';
import type { Database } from '../../core/src/core.ts';
import { closedStatuses, openStatuses } from '../../core/src/domain/activity/activity.ts';
import { searchTermsIn } from '../../core/src/domain/activity/search.ts';
import { dayIn } from '../../core/src/domain/calendar.ts';
import { countedStatuses, noFilters, type Sort, usualSort } from '../../core/src/domain/reports/report.ts';
import { activityReportsOn } from '../../core/src/persistence/activity-reports.ts';
import { activitySearchOn } from '../../core/src/persistence/activity-search.ts';
import type { Selection } from '../../core/src/persistence/selection.sql.ts';
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
  'palabras de hace años': 'obsoleto avance la',
  'con un nombre': 'obsoleto avalos avance',
};
const BY_TOPIC: Sort = { column: 'topic', isDescending: false };

/** Gives a word to three in ten activities, all of them old. */
async function addFormerWord(db: Database): Promise<void> {
  await db.raw(`update activity_words set words = words || array_to_tsvector(array['obsoleto'])
    where activity_id between (select max(id) * 0.1 from activities) and (select max(id) * 0.4 from activities)`);
  await db.raw(`insert into search_vocabulary values ('obsoleto')`);
  await db.raw('vacuum (analyze) activity_words');
}

async function busiest(db: Database, part: 'ownerId' | 'assigneeId'): Promise<number> {
  const [row] = await db('activities').groupBy(part).orderByRaw('count(*) desc').limit(1).select(`${part} as id`);
  return Number(row?.id);
}

/** A search of three words in lists, in the usual order and in another, and with Ctrl+K, by statements alone: medians, beside the promise. */
export const benchSearch = (activities: number, keptFolder?: string): Promise<BenchRow[]> =>
  onGround(async (db) => {
    // The processor time of parallel workers is not counted.
    await db.raw('alter system set max_parallel_workers_per_gather = 0');
    await db.raw('select pg_reload_conf()');
    const [made] = await db('activities').count('* as rows');
    if (Number(made?.rows) === 0) await generate(db, { activities, comments: COMMENTS_EACH * activities }, NOW);
    if ((await db('search_vocabulary').where({ word: 'obsoleto' })).length === 0) await addFormerWord(db);
    const [ownerId, assigneeId] = [await busiest(db, 'ownerId'), await busiest(db, 'assigneeId')];
    const [reports, search] = [activityReportsOn(db, ZONE), activitySearchOn(db)];
    const today = dayIn(ZONE, NOW);
    const rows: BenchRow[] = [];
    for (const [name, text] of Object.entries(SEARCHES)) {
      const words = searchTermsIn(text) ?? [];
      const selection = (of: Partial<Selection> = {}): Selection => ({
        scope: 'company',
        readerId: 0,
        statuses: openStatuses,
        range: null,
        filters: noFilters,
        words,
        today,
        ...of,
      });
      const pageBy = (sort: Sort, of?: Partial<Selection>) => reports.page(selection(of), { page: 1, size: 25, sort });
      const closed = { statuses: ['verified'] } as const;
      const own = { scope: 'mine', readerId: assigneeId, statuses: closedStatuses } as const;
      const assigned = { scope: 'assignedByMe', readerId: ownerId, statuses: countedStatuses } as const;
      const works: Record<string, () => Promise<unknown>> = {
        página: () => pageBy(usualSort(openStatuses)),
        cuenta: () => reports.count(selection()),
        filtros: () => reports.facets(selection()),
        'finalizadas, por tema': () => pageBy(BY_TOPIC, closed),
        'finalizadas, cuenta': () => reports.count(selection(closed)),
        'asignadas, por tema': () => pageBy(BY_TOPIC, assigned),
        'propias finalizadas, por tema': () => pageBy(BY_TOPIC, own),
        'comentarios propios': () => search.inComments(words, [assigneeId], 'closed'),
        'Ctrl+K': () => search.find(words, { userIds: [0], seesAll: true }),
        'Ctrl+K sin privilegio': () => search.find(words, { userIds: [assigneeId], seesAll: false }),
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
