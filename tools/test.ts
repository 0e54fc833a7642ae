/**
 * `npm test`: the tests of a scope (test-scopes.ts), in two runs of vitest side by side. The journeys run one file after the other, all
 * other projects on several workers. The deep form measures, so there one run follows another. Ends with one line that adds them up. With
 * arguments (`npm test -- core/test/domain`), vitest gets them and nothing else runs.
 *
 * Files that failed run once more, one after the other, because a test that waits for a process can fail on a busy machine only. What
 * passes then is listed as unstable: it is a defect of the test, and not of this run.
 */

import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chooseSystemUser, isRoot } from '../core/src/embedded-postgres/system-user.ts';
import { HOW_TO_INSTALL } from '../e2e/find-browser.ts';
import { buildWeb } from './build-web.ts';
import { endWithLauncher } from './leash.ts';
import { add, line, nothingRun, outcomeOf, replaceFailed, type TestOutcome } from './test-outcome.ts';
import { PROOFS } from './test-scopes.ts';

const root = path.resolve(import.meta.dirname, '..');

const SCOPE_FLAG = '--scope=';
const words = process.argv.slice(2);
const flag = words.find((word) => word.startsWith(SCOPE_FLAG));
/** A project that a command names runs its long tests too. */
const usualScope = words.some((word) => word.startsWith('--project')) ? 'all' : 'everyday';
const scope = flag?.slice(SCOPE_FLAG.length) ?? (process.env.DEEP ? 'deep' : usualScope);
if (!['everyday', 'all', 'proofs', 'deep'].includes(scope)) {
  console.error(`No hay pruebas «${scope}». Usa --scope=everyday, all, proofs o deep.`);
  process.exit(2);
}
const isDeep = scope === 'deep';
const only = [...(scope === 'proofs' ? ['--maxWorkers=3', ...PROOFS] : []), ...words.filter((word) => word !== flag)];
const env = {
  ...process.env,
  NODE_COMPILE_CACHE: compileCache(),
  // A file that a command names always runs.
  TEST_SCOPE: only.some((word) => !word.startsWith('-')) ? 'named' : scope,
  ...(isDeep && { DEEP: '1' }),
};

/**
 * Where Node keeps what it made of our sources for the products that tests start. Started by root they leave root, and may write then only
 * what is of their user: without this, each start compiles all sources again.
 */
function compileCache(): string {
  const folder = path.join(root, 'node_modules/.cache/node-of-tests');
  fs.mkdirSync(folder, { recursive: true });
  if (!isRoot()) return folder;
  const ask = ['-p', "require('node:module').getCompileCacheDir()"];
  const used = spawnSync(process.execPath, ask, { env: { ...process.env, NODE_COMPILE_CACHE: folder }, encoding: 'utf8' }).stdout.trim();
  const { uid, gid } = chooseSystemUser(folder);
  fs.chownSync(used, uid, gid);
  return folder;
}

/** Runs vitest to its end, on this terminal; its exit code. */
function runVitest(options: string[]): Promise<number> {
  const program = path.join(root, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json'];
  const vitest = spawn(process.execPath, [program, 'run', ...reporters, ...options], { cwd: root, stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vitest.kill(signal));
  process.once('exit', () => vitest.kill());
  return new Promise((resolve) => vitest.once('exit', (code) => resolve(code ?? 1)));
}

type Projects = Readonly<Record<string, string>>;

/** Projects of vitest.config.ts and where their tests live: none of them may be empty. */
const QUICK: Projects = { core: 'core/test', api: 'api/test', web: 'web/test', cli: 'cli/test', bot: 'bot/test', tools: 'tools/test' };
const PROCESSES: Projects = { processes: 'api/test/process' };
const SCREENS: Projects = { screens: 'e2e/screens' };
const JOURNEYS: Projects = { journeys: 'e2e' };
/** Half of a test is waiting, for the database, a process or a browser: three workers and the journeys keep two cores busy. */
const WORKERS = Math.ceil(os.availableParallelism() * 1.5);

endWithLauncher();
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-reports-'));
const besideJourneys = scope === 'everyday' ? QUICK : { ...QUICK, ...PROCESSES, ...SCREENS };
const rounds = isDeep ? [[QUICK], [PROCESSES], [SCREENS], [JOURNEYS]] : [[besideJourneys, JOURNEYS]];
const isBuilt = buildWeb();
const runs = only.length ? [[{ options: only, folders: [] }]] : rounds.map((turn) => turn.map(everythingIn));

let total = nothingRun;
for (const turn of runs) for (const outcome of await Promise.all(turn.map(run))) total = add(total, outcome);
const { failed, failedFiles } = total;
/** More than these is a fault of the product. */
const MOST_RUN_AGAIN = 12;
if (!only.length && failedFiles.length && failedFiles.length <= MOST_RUN_AGAIN && total.nFailed === failed.length + total.empty.length) {
  console.log(`\nSe repiten, una tras otra, las que fallaron:\n${list(failed)}`);
  total = replaceFailed(total, await run({ options: ['--no-file-parallelism', ...failedFiles], folders: [] }));
  const unstable = failed.filter((name) => !total.failedFiles.some((file) => name.startsWith(file)));
  if (unstable.length) console.log(`\nInestables: fallaron con otras al lado y pasaron solas:\n${list(unstable)}`);
}
if (!isBuilt) total = add(total, { ...nothingRun, nFailed: 1 });
fs.rmSync(reports, { recursive: true, force: true });

const journeys = total.skipped.filter((name) => name.startsWith('e2e/'));
if (total.skipped.length) console.log(`\nSe omitieron:\n${list(total.skipped)}`);
if (total.failed.length) console.log(`\nFallaron:\n${list(total.failed)}`);
for (const folder of total.empty) console.log(`\nNo hay ninguna prueba en ${folder}: cuenta como una falla.`);
if (journeys.length) console.log(`Las pruebas de navegador necesitan Chromium o Chrome: ${HOW_TO_INSTALL}`);
if (process.env.CI === 'true' && journeys.length) {
  console.log('En CI no se omiten pruebas de navegador: cuenta como una falla.');
  total = add(total, { ...nothingRun, nFailed: 1 });
}
console.log(`\n${line(total)}`);
process.exitCode = total.nFailed ? 1 : 0;

function list(names: string[]): string {
  return names.map((name) => `  - ${name}`).join('\n');
}

async function run({ options, folders }: ReturnType<typeof everythingIn>): Promise<TestOutcome> {
  const report = path.join(reports, `${randomUUID()}.json`);
  const status = await runVitest([`--outputFile.json=${report}`, ...options]);
  return outcomeOf(status, fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : null, folders);
}

function everythingIn(projects: Projects) {
  return {
    options: [`--maxWorkers=${WORKERS}`, ...Object.keys(projects).map((name) => `--project=${name}`)],
    folders: Object.values(projects),
  };
}
