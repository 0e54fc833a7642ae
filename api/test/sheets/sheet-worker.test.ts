import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const program = (module: string) => `
  const { registerHooks } = await import('node:module');
  registerHooks({
    resolve(name, context, next) {
      const found = next(name, context);
      if (found.url.includes('/node_modules/zod/')) throw new Error(\`\${context.parentURL} loads the schemas\`);
      return found;
    },
  });
  await import(${JSON.stringify(module)});`;

it('reads a sheet without the schemas, because each upload would load them again', () => {
  const module = new URL('../../src/uploads/read-grids.ts', import.meta.url);
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', program(module.href)], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    encoding: 'utf8',
  });
  expect([run.stderr, run.status]).toEqual(['', 0]);
});
