import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PNPM_SUMS, preparePnpm } from '../install.mjs';

const folder = () => fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-pnpm-'));
const isPinned = `${process.platform}-${process.arch}` in PNPM_SUMS;

it.runIf(isPinned)('does not run a pnpm whose sum is another, and leaves nothing of it', { timeout: 120_000 }, () => {
  const root = folder();
  const others = Object.fromEntries(Object.keys(PNPM_SUMS).map((platform) => [platform, `${'a'.repeat(86)}==`]));
  expect(() => preparePnpm(root, others)).toThrow('La suma de pnpm no es la esperada');
  expect(fs.readdirSync(path.join(root, 'node_modules/.bitacora-pnpm'))).toEqual([]);
  fs.rmSync(root, { recursive: true });
});

it.runIf(isPinned)('runs the one that we know', { timeout: 120_000 }, () => {
  const root = folder();
  const [program = ''] = preparePnpm(root);
  expect(path.relative(root, program)).toBe('node_modules/.bitacora-pnpm/12.21.0/pnpm');
  fs.accessSync(program, fs.constants.X_OK);
  fs.rmSync(root, { recursive: true });
});
