/**
 * `npm run bench`: what the product takes beside what this machine could do at best, measured in the same run: one table of ratios.
 * `--rows 1000000` among so many activities (`--deep` is that), and names for only some of it: `npm run bench -- reads writes`.
 * `search` and `growth` keep their database in the folder of `--data`, because a million takes minutes to make. `growth` and
 * `paint` run only where they are named, and print tables of their own. `--only` measures the lists and figures whose name has these letters.
 * `--beside` is the folder of another installed checkout, and `--loads` how often each screen is loaded.
 */
import { parseArgs } from 'node:util';
import { benchReads, benchWrites } from './bench/calls.ts';
import { benchExport } from './bench/export.ts';
import { type BenchRow, table } from './bench/harness.ts';
import { benchActivityImport, benchImport } from './bench/imports.ts';
import { benchGrowth, benchSearch } from './bench/lists.ts';
import { benchDelivery, benchEscalation, benchReminders } from './bench/notifications.ts';
import { benchPaint } from './bench/paint.ts';
import { benchStarts, benchWeb } from './bench/starts.ts';
import { benchProcesses, benchReadsUnderLoad, benchWritesUnderLoad } from './bench/under-load.ts';
import { endWithLauncher } from './leash.ts';
import { type RunningCompany, runningCompany } from './load/company.ts';

const ROWS = '100000';
const ALL_ROWS = '1000000';

endWithLauncher();
const { values, positionals } = parseArgs({
  options: {
    rows: { type: 'string' },
    deep: { type: 'boolean' },
    data: { type: 'string' },
    only: { type: 'string' },
    beside: { type: 'string' },
    loads: { type: 'string', default: '5' },
  },
  allowPositionals: true,
});
const activities = Number(values.rows ?? (values.deep ? ALL_ROWS : ROWS));

const ofCompany: Record<string, (company: RunningCompany) => Promise<BenchRow | BenchRow[]>> = {
  reads: async (company) => [...(await benchReads(company)), ...(await benchReadsUnderLoad(company))],
  processes: benchProcesses,
  writes: async (company) => [...(await benchWrites(company)), ...(await benchWritesUnderLoad(company))],
  export: benchExport,
  import: benchImport,
  sheet: benchActivityImport,
};
const ofItsOwn: Record<string, () => Promise<BenchRow | BenchRow[]> | BenchRow[]> = {
  reminders: async () => [await benchReminders(activities), await benchEscalation(activities)],
  search: () => benchSearch(activities, values.data),
  delivery: benchDelivery,
  web: benchWeb,
  starts: benchStarts,
};
const names = [...Object.keys({ ...ofCompany, ...ofItsOwn }), 'paint', 'growth'];
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length) throw new Error(`There is no ${unknown.join(', ')}; there are ${names.join(', ')}.`);
const isWanted = ([name]: [string, unknown]) => positionals.length === 0 || positionals.includes(name);

if (positionals.includes('growth')) console.log(await benchGrowth(activities, values.data, values.only));
const rows: BenchRow[] = [];
/** Names the part that is measured, because the whole takes minutes. */
async function measure(name: string, part: () => Promise<BenchRow | BenchRow[]> | BenchRow[]): Promise<void> {
  console.error(`${name}…`);
  rows.push(...[await part()].flat());
}
const selected = Object.entries(ofCompany).filter(isWanted);
if (selected.length) {
  const company = await runningCompany({ activities });
  try {
    for (const [name, bench] of selected) await measure(name, () => bench(company));
  } finally {
    await company.close();
  }
}
for (const [name, bench] of Object.entries(ofItsOwn).filter(isWanted)) await measure(name, bench);
if (rows.length) {
  console.log(`${activities.toLocaleString('es-MX')} actividades; medianas por turnos, nuestro y límite en la misma corrida.\n`);
  console.log(table(rows));
}
if (positionals.includes('paint')) console.log(`\n${await benchPaint(Number(values.loads), values.beside)}`);
