/**
 * `npm test`: every test there is, in two runs of vitest: first the quick ones side by side, then those that start whole servers, one by
 * one. Ends with one line that adds them up. With arguments (`npm test -- core/test/domain`), vitest gets them and nothing else runs.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { HOW_TO_INSTALL } from '../e2e/find-browser.ts';
import { buildWeb } from './build-web.ts';
import { endWithLauncher } from './leash.ts';
import { runVitest } from './run-vitest.ts';
import { add, line, type Outcome, outcomeOf } from './test-outcome.ts';

/** Projects of vitest.config.ts and where their tests live: none of them may be empty. */
const QUICK = { core: 'core/test', api: 'api/test', web: 'web/test', cli: 'cli/test', tools: 'tools/test' };
const WHOLE_SERVERS = { processes: 'api/test/process', journeys: 'e2e' };

endWithLauncher();
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-reports-'));
const only = process.argv.slice(2);
const runs = only.length ? [{ options: only, folders: [] }] : [QUICK, WHOLE_SERVERS].map(everythingIn);

let total: Outcome = { nPassed: 0, nFailed: 0, skipped: [], empty: [] };
if (!buildWeb()) total.nFailed++;
for (const [index, { options, folders }] of runs.entries()) {
  const report = path.join(reports, `${index}.json`);
  const status = await runVitest([`--outputFile.json=${report}`, ...options]);
  total = add(total, outcomeOf(status, fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : null, folders));
}
fs.rmSync(reports, { recursive: true, force: true });

const journeys = total.skipped.filter((name) => name.startsWith('e2e/'));
if (total.skipped.length) console.log(`\nSe omitieron:\n${total.skipped.map((name) => `  - ${name}`).join('\n')}`);
for (const folder of total.empty) console.log(`\nNo hay ninguna prueba en ${folder}: cuenta como una falla.`);
if (journeys.length) console.log(`Las pruebas de navegador necesitan Chromium o Chrome: ${HOW_TO_INSTALL}`);
if (process.env.CI === 'true' && journeys.length) {
  console.log('En CI no se omiten pruebas de navegador: cuenta como una falla.');
  total.nFailed++;
}
console.log(`\n${line(total)}`);
process.exitCode = total.nFailed ? 1 : 0;

function everythingIn(projects: Record<string, string>) {
  return { options: Object.keys(projects).map((name) => `--project=${name}`), folders: Object.values(projects) };
}
