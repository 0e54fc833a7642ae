import fs from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataFolder, launch, until } from './product.ts';
import { remove } from './traces.ts';

/** Runs the rest of the words on a terminal of its own. */
const ON_A_TERMINAL = ['sh', '-c', 'exec script -qefc "$0 $1" /dev/null'];

let dataDir: string;
beforeAll(() => {
  dataDir = dataFolder();
});
afterAll(() => remove(dataDir));

it.runIf(fs.existsSync('/usr/bin/script'))(
  'at a terminal a first start shows a line a step, with its seconds, and no fact of the log',
  { timeout: 200_000 },
  async () => {
    const { child, output, exited } = await launch(dataDir, { DEMO: 'true', SLOW_QUERY_MS: '1' }, { through: ON_A_TERMINAL });
    await until(() => output().includes('Ctrl-C la detiene') || child.exitCode !== null, output, 180_000);
    const shown = output().slice(0, output().indexOf('Bitácora está lista'));
    process.kill(-(child.pid as number), 'SIGTERM');
    await exited;
    expect(output()).toContain('Bitácora está lista');
    expect(shown).not.toMatch(/[{}]|slow query|select|info|\d\d:\d\d:\d\d/);
    const steps = shown.split('\r\n').filter((line) => line.includes('…'));
    expect(steps).toEqual([
      expect.stringMatching(/^Abriendo la base de datos… \d+ s$/),
      expect.stringMatching(/^Preparando la empresa de demostración… \d+ s$/),
    ]);
  },
);
