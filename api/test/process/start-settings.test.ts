import fs from 'node:fs';
import path from 'node:path';
import { startPostgres } from '@bitacora/core/embedded-postgres/start-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataFolder, launch, untilReady } from './product.ts';
import { remove } from './traces.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = dataFolder();
});
afterAll(() => remove(dataDir));

it('names every wrong setting at once, before anything opens', async () => {
  const untouched = path.join(dataDir, 'untouched');
  const wrong = { PORT: 'tres mil', BUSINESS_TZ: 'Macondo', BACKUP_KEY: 'ninguna' };
  const product = await launch(untouched, { ...wrong, ADMIN_COMMAND: 'bitacora-admin' });
  expect(await product.exited).toBe(1);
  expect(product.output()).toContain('- PORT debe ser un número entero entre 0 y 65535; dice «tres mil».');
  expect(product.output()).toContain('- BUSINESS_TZ debe ser una zona horaria');
  expect(product.output()).toContain('«bitacora-admin backup-key ARCHIVO»');
  expect(fs.existsSync(untouched)).toBe(false);
});

describe('an outside PostgreSQL', () => {
  it('replaces the embedded one', async () => {
    const outside = await startPostgres({ dataDir: path.join(dataDir, 'outside') });
    const product = await launch(path.join(dataDir, 'inside'), { DATABASE_URL: outside.url });
    await untilReady(product);
    product.child.kill('SIGTERM');
    expect(await product.exited).toBe(0);
    expect(fs.existsSync(path.join(dataDir, 'inside/pg18'))).toBe(false);
    await outside.stop();
    await outside.stop();
  });

  it.each(['fsync', 'full_page_writes', 'synchronous_commit'])('is refused with %s off', async (name) => {
    const outside = await startPostgres({ dataDir: path.join(dataDir, 'outside'), settings: { [name]: 'off' } });
    const product = await launch(path.join(dataDir, 'inside'), { DATABASE_URL: outside.url });
    expect(await product.exited).toBe(1);
    expect(product.output()).toContain(`${name} = off`);
    await outside.stop();
  });

  it('that is not there gets a sentence', async () => {
    const product = await launch(path.join(dataDir, 'inside'), { DATABASE_URL: 'postgres://ana:clave@127.0.0.1:1/x' });
    expect(await product.exited).toBe(1);
    expect(product.output()).toContain('No se pudo abrir la base de datos de DATABASE_URL');
    expect(product.output()).not.toContain('clave');
  });
});
