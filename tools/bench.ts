/**
 * `npm run bench`: requests a second, and milliseconds of processor that the API and PostgreSQL take for each, among 100,000 activities.
 * `-- --beside FOLDER` runs the same calls by turns on the build of another installed checkout, and prints the ratio of processor time.
 * `--rows` is the number of activities, and `--only` measures the calls whose name has these letters. Other parts run where they are named:
 * `search` and `growth` measure lists by the processor of PostgreSQL (`--data` keeps their database).
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { benchCalls } from './bench/calls.ts';
import { benchGrowth, benchSearch } from './bench/lists.ts';
import { endWithLauncher } from './leash.ts';

endWithLauncher();
const { values, positionals } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    data: { type: 'string' },
    only: { type: 'string' },
    beside: { type: 'string' },
  },
  allowPositionals: true,
});
const activities = Number(values.rows);
const parts: Record<string, () => Promise<string>> = {
  async calls() {
    const folders = [path.resolve(import.meta.dirname, '..'), ...(values.beside ? [path.resolve(values.beside)] : [])];
    const { text, isMet } = await benchCalls(activities, folders, values.only);
    if (!isMet) process.exitCode = 1;
    return text;
  },
  search: () => benchSearch(activities, values.data),
  growth: () => benchGrowth(activities, values.data, values.only),
};
for (const name of positionals.length ? positionals : ['calls']) {
  const part = parts[name];
  if (!part) throw new Error(`There is no ${name}; there are ${Object.keys(parts).join(', ')}.`);
  console.log(await part());
}
