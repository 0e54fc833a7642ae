/**
 * `npm test` runs vitest once and prints the totals in a last line. Vitest gets the other words: `npm test -- core/test/domain`.
 * `vitest.config.ts` says which folders a scope leaves out.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseCLI, startVitest, type TestCase } from 'vitest/node';
import { chooseSystemUser, isRoot } from '../core/src/embedded-postgres/system-user.ts';
import { HOW_TO_INSTALL } from '../e2e/find-browser.ts';
import { buildWeb } from './build-web.ts';
import { endWithLauncher } from './leash.ts';

const root = path.resolve(import.meta.dirname, '..');
const SCOPE = '--scope=';
/** Half of the time of a test is waiting for the database, a process or a browser. */
const WORKERS = Math.ceil(os.availableParallelism() * 1.5);

/**
 * Returns the compile cache of the products that tests start. Products that root starts drop its privileges, so the cache must belong to
 * their user; otherwise each start would compile all sources again.
 */
function compileCache(): string {
  const folder = path.join(root, 'node_modules/.cache/node-of-tests');
  fs.mkdirSync(folder, { recursive: true });
  if (!isRoot()) return folder;
  const ask = ['-p', "require('node:module').getCompileCacheDir()"];
  const cache = spawnSync(process.execPath, ask, { env: { ...process.env, NODE_COMPILE_CACHE: folder }, encoding: 'utf8' }).stdout.trim();
  const { uid, gid } = chooseSystemUser(folder);
  fs.chownSync(cache, uid, gid);
  return folder;
}

function printList(title: string, lines: string[]): void {
  if (lines.length) console.log(`\n${title}\n${lines.map((line) => `  - ${line}`).join('\n')}`);
}

endWithLauncher();
const words = process.argv.slice(2).filter((word) => !word.startsWith(SCOPE));
const hasNames = words.some((word) => !word.startsWith('-'));
const scope = process.argv.find((word) => word.startsWith(SCOPE))?.slice(SCOPE.length) ?? (hasNames ? 'named' : 'everyday');
process.env.TEST_SCOPE = scope;
process.env.NODE_COMPILE_CACHE = compileCache();
if (scope === 'deep') process.env.DEEP = '1';
const workers = `--maxWorkers=${process.env.DEEP ? 1 : WORKERS}`;
const { filter, options } = parseCLI(['vitest', 'run', workers, ...(scope === 'proofs' ? ['/slow/'] : []), ...words]);

const isBuilt = buildWeb();
const vitest = await startVitest(filter, { root, ...options });
const modules = vitest.state.getTestModules();
const nErrors = vitest.state.getUnhandledErrors().length;
await vitest.close();

const tests = modules.flatMap((module) => [...module.children.allTests()]);
const describeTest = (test: TestCase) =>
  `${test.module.relativeModuleId} > ${test.fullName}: ${test.result().errors?.[0]?.message.split('\n')[0] ?? ''}`;
const listTests = (state: string) => tests.filter((test) => test.result().state === state).map(describeTest);
const skipped = listTests('skipped');
const skippedInBrowser = skipped.filter((name) => name.startsWith('e2e/'));
const failed = [
  ...listTests('failed'),
  // A file that cannot be loaded, or a hook of a whole file, has errors without a test.
  ...modules.filter((module) => module.errors().length).map(({ relativeModuleId }) => relativeModuleId),
  ...(nErrors ? [`${nErrors} errores fuera de las pruebas`] : []),
  ...(tests.length ? [] : ['no hay ninguna prueba']),
  ...(isBuilt ? [] : ['no se pudo construir la web']),
  ...(process.env.CI === 'true' && skippedInBrowser.length ? ['en CI no se omiten pruebas de navegador'] : []),
];

printList('Se omitieron:', skipped);
printList('Pasaron al segundo intento:', tests.filter((test) => test.diagnostic()?.flaky).map(describeTest));
printList('Fallaron:', failed);
if (skippedInBrowser.length) console.log(`\nLas pruebas de navegador necesitan Chromium o Chrome: ${HOW_TO_INSTALL}`);
const nPassed = tests.filter((test) => test.result().state === 'passed').length;
console.log(`\n${nPassed} passed, ${failed.length} failed${skipped.length ? `, ${skipped.length} skipped` : ''}`);
process.exit(failed.length ? 1 : 0);
