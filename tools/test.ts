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

const QUICK = ['core', 'api', 'web', 'tools'];
const WHOLE_SERVERS = ['processes', 'journeys'];

endWithLauncher();
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-reports-'));
const only = process.argv.slice(2);
const runs = only.length ? [only] : [QUICK, WHOLE_SERVERS].map((names) => names.map((name) => `--project=${name}`));

let total: Outcome = { nPassed: 0, nFailed: 0, skipped: [] };
if (!buildWeb()) total.nFailed++;
for (const [index, names] of runs.entries()) {
  const report = path.join(reports, `${index}.json`);
  const status = await runVitest([`--outputFile.json=${report}`, ...names]);
  total = add(total, outcomeOf(status, fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : null));
}
fs.rmSync(reports, { recursive: true, force: true });

const journeys = total.skipped.filter((name) => name.startsWith('e2e/'));
if (total.skipped.length) console.log(`\nSe omitieron:\n${total.skipped.map((name) => `  - ${name}`).join('\n')}`);
if (journeys.length) console.log(`Las pruebas de navegador necesitan Chromium o Chrome: ${HOW_TO_INSTALL}`);
if (process.env.CI === 'true' && journeys.length) {
  console.log('En CI no se omiten pruebas de navegador: cuenta como una falla.');
  total.nFailed++;
}
console.log(`\n${line(total)}`);
process.exitCode = total.nFailed ? 1 : 0;
