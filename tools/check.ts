/** `npm run check` checks the code without running it. `tools/test` proves that each part can fail. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { citationComplaints } from './checks/citations.ts';
import { exactPins, lockfileIntegrity, releaseAge, singleVersions } from './checks/exact-pins.ts';
import { importComplaints } from './checks/import-rules.ts';
import { machineTraces, root, sources, trackedPaths } from './checks/repository.ts';
import { vocabularyComplaints, wireNames } from './checks/vocabulary.ts';

type CheckOutcome = { isRight: boolean; output: string };

const program =
  (...command: string[]) =>
  (): CheckOutcome => {
    const [name = '', ...rest] = command;
    const { status, stdout, stderr, error } = spawnSync(path.join(root, 'node_modules/.bin', name), rest, {
      cwd: root,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    return { isRight: status === 0, output: error ? String(error) : stdout + stderr };
  };
const rule = (complain: (files: ReturnType<typeof sources>) => string[]) => (): CheckOutcome => {
  const complaints = complain(sources());
  return { isRight: complaints.length === 0, output: `${complaints.join('\n')}\n` };
};

const checks: [title: string, run: () => CheckOutcome][] = [
  ['formato y reglas (Biome)', program('biome', 'ci', '--colors=off', '--error-on-warnings', '.')],
  ['tipos del servidor y las herramientas (tsc)', program('tsc', '-p', 'tsconfig.json')],
  ['tipos de la web (tsc)', program('tsc', '-p', 'web/tsconfig.json')],
  ['nada sin usar (knip)', program('knip')],
  ['cada carpeta importa solo lo que puede', rule(importComplaints)],
  ['toda cita se puede abrir', rule((files) => citationComplaints(files, trackedPaths()))],
  ['los nombres del contrato solo viven en el contrato', rule(wireNames)],
  ['palabras, frases, SQL y círculos como los pide el glosario', rule(vocabularyComplaints)],
  ['un solo React y un solo zod', rule(singleVersions)],
  ['versiones exactas', rule(exactPins)],
  ['una suma SHA-512 para cada paquete', rule(lockfileIntegrity)],
  ['siete días de edad para lo que se instala', rule(releaseAge)],
  ['ninguna ruta de máquina ni registro de paquetes', rule(machineTraces)],
];

let nFailed = 0;
for (const [title, run] of checks) {
  const start = performance.now();
  const { isRight, output } = run();
  console.log(`${isRight ? '✓' : '✗'} ${title} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  if (isRight) continue;
  nFailed++;
  console.log(output.trimEnd());
}
if (nFailed) console.log(`\n${nFailed} de ${checks.length} revisiones fallaron.`);
process.exitCode = nFailed ? 1 : 0;
