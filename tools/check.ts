/** `npm run check` checks the code without running it. `tools/test` proves that each part can fail. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { citationComplaints } from './checks/citations.ts';
import { lengthComplaints, pictureComplaints } from './checks/documents.ts';
import { folderComplaints, importComplaints } from './checks/imports.ts';
import { machineTraces, root, sources, trackedPaths } from './checks/repository.ts';
import { exactPins, lockfileIntegrity, releaseAge, singleVersions } from './checks/supply-chain.ts';
import { wireNames } from './checks/wire-names.ts';
import { readSchema, SCHEMA_FILE } from './schema/read-schema.ts';

type CheckOutcome = { isRight: boolean; output: string };

/** Starts a program at once, so that those which use one core run beside the others. */
function program(name: string, ...rest: string[]): () => Promise<CheckOutcome> {
  const child = spawn(path.join(root, 'node_modules/.bin', name), rest, { cwd: root, shell: process.platform === 'win32' });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => output.push(part));
  const outcome = new Promise<CheckOutcome>((resolve) => {
    child.once('error', (error) => resolve({ isRight: false, output: String(error) }));
    child.once('close', (status) => resolve({ isRight: status === 0, output: output.join('') }));
  });
  return () => outcome;
}
const rule = (complain: (files: ReturnType<typeof sources>) => string[]) => async (): Promise<CheckOutcome> => {
  const complaints = complain(sources());
  return { isRight: complaints.length === 0, output: `${complaints.join('\n')}\n` };
};

/** Starts the comparison at once, as the programs do. */
function schema(): () => Promise<CheckOutcome> {
  const check = readSchema().then(
    (text): CheckOutcome => ({
      isRight: text === readFileSync(SCHEMA_FILE, 'utf8'),
      output: 'core/schema.sql no es lo que hacen las migraciones: npm run schema',
    }),
    (error): CheckOutcome => ({ isRight: false, output: String(error) }),
  );
  return () => check;
}

const checks: [title: string, run: () => Promise<CheckOutcome>][] = [
  ['formato y reglas (Biome)', program('biome', 'ci', '--colors=off', '--error-on-warnings', '.')],
  ['tipos del servidor y las herramientas (tsc)', program('tsc', '-p', 'tsconfig.json')],
  ['tipos de la web (tsc)', program('tsc', '-p', 'web/tsconfig.json')],
  ['nada sin usar (knip)', program('knip')],
  [
    'ninguna palabra del glosario de antes (cspell)',
    program('cspell', 'lint', '--no-progress', '--no-summary', '--no-color', '--dot', '.'),
  ],
  ['core/schema.sql es lo que hacen las migraciones', schema()],
  ['cada carpeta importa solo lo que puede', rule(importComplaints)],
  ['ningún par de carpetas se importa mutuamente', rule(folderComplaints)],
  ['toda cita se puede abrir', rule((files) => citationComplaints(files, trackedPaths()))],
  ['los documentos se pueden leer hasta el final', rule(lengthComplaints)],
  ['las imágenes son de esta versión', rule(pictureComplaints)],
  ['los nombres del contrato solo viven en el contrato', rule(wireNames)],
  ['un solo React y un solo zod', rule(singleVersions)],
  ['versiones exactas', rule(exactPins)],
  ['una suma SHA-512 para cada paquete', rule(lockfileIntegrity)],
  ['siete días de edad para lo que se instala', rule(releaseAge)],
  ['ninguna ruta de máquina ni registro de paquetes', rule(machineTraces)],
];

let failedCount = 0;
const start = performance.now();
for (const [title, run] of checks) {
  const { isRight, output } = await run();
  console.log(`${isRight ? '✓' : '✗'} ${title}`);
  if (isRight) continue;
  failedCount++;
  console.log(output.trimEnd());
}
console.log(`${failedCount} de ${checks.length} revisiones fallaron (${((performance.now() - start) / 1000).toFixed(0)} s).`);
process.exitCode = failedCount ? 1 : 0;
