import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-programs-'));

const write = (file: string, text: string) => {
  fs.mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
  fs.writeFileSync(path.join(copy, file), text);
};
const run = (program: string, ...options: string[]) => {
  const { status, stdout, stderr } = spawnSync(path.join(root, 'node_modules/.bin', program), options, { cwd: copy, encoding: 'utf8' });
  return { status, output: stdout + stderr };
};

// A small repository with our own configuration and one fault for each program of `npm run check`.
beforeAll(() => {
  for (const file of [
    'biome.json',
    'tools/checks/raw-sql.grit',
    'knip.json',
    'package.json',
    'pnpm-workspace.yaml',
    'tsconfig.json',
    'core/package.json',
    'web/package.json',
    'web/tsconfig.json',
  ])
    write(file, fs.readFileSync(path.join(root, file), 'utf8'));
  for (const folder of ['node_modules', 'web/node_modules']) fs.symlinkSync(path.join(root, folder), path.join(copy, folder), 'dir');
  write('core/src/core.ts', 'export const one = 1;\n');
  write('core/src/wrong-type.ts', "export const one: number = 'one';\n");
  write('core/src/badly-laid-out.ts', 'export const   one=1\n');
  write('web/src/wrong-type.ts', "export const one: number = 'one';\n");
});
afterAll(() => fs.rmSync(copy, { recursive: true, force: true }));

it.each(['tsconfig.json', 'web/tsconfig.json'])('tsc complains about a wrong type under %s', (config) => {
  const { status, output } = run('tsc', '-p', config);
  expect(status).not.toBe(0);
  expect(output).toMatch(/wrong-type\.ts.*TS2322/);
});

it('Biome complains about a file that is badly laid out', () => {
  const { status, output } = run('biome', 'ci', '--colors=off', '--vcs-enabled=false', 'core');
  expect(status).not.toBe(0);
  expect(output).toContain('core/src/badly-laid-out.ts format');
});

it('knip complains about a file and a dependency that nothing uses', () => {
  const { status, output } = run('knip', '--no-progress');
  expect(status).not.toBe(0);
  expect(output).toContain('core/src/badly-laid-out.ts');
  expect(output).toMatch(/knex +core\/package\.json/);
});
