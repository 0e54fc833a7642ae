import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { isReachableBy } from '@bitacora/core/embedded-postgres/system-user';
import { connect } from '@bitacora/core/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { admin } from '../administration/admin.ts';
import { type OutsidePostgres, outsidePostgres } from '../outside-postgres.ts';
import { dataFolder, launch, type Product, root, until, untilReady } from '../product.ts';
import { isRoot, processesOn, remove } from '../traces.ts';

const SLOW = 120_000;
const NOBODY = 65534;
/** A stack, an error of PostgreSQL, or a line of the log that is a warning or worse. */
const NOISE = /\n\s+at |57P0|"level":[456]0/;
const [ONE, OTHER] = ['un secreto que comparten los procesos, de treinta y dos', 'otro secreto que nadie comparte, de treinta y dos'];

let dataDir: string;
let postgres: OutsidePostgres;
let settings: Record<string, string>;
beforeAll(async () => {
  dataDir = dataFolder();
  postgres = await outsidePostgres();
  settings = { ...postgres.settings, RATE_LIMIT_FACTOR: '1' }; // another value is a warning
}, SLOW);
afterAll(async () => {
  await postgres.close();
  remove(dataDir);
}, SLOW);

async function end(product: Product): Promise<void> {
  product.child.kill('SIGTERM');
  expect(await product.exited).toBe(0);
}

it.runIf(!isRoot || isReachableBy(NOBODY, root))(
  'a data folder that cannot be written gets a sentence, at start and in administration',
  async () => {
    const closed = path.join(dataDir, 'closed');
    fs.mkdirSync(closed, { mode: 0o555 });
    const file = path.join(dataDir, 'file');
    fs.writeFileSync(file, '');
    const places: [string, string][] = [
      [path.join(closed, 'below'), 'no tiene permiso'],
      [file, 'es un archivo'],
    ];
    for (const [folder, reason] of places) {
      const product = await launch(folder, {}, isRoot ? { as: NOBODY } : {});
      expect(await product.exited).toBe(1);
      expect(product.output()).toContain(`No se puede escribir en la carpeta de datos ${folder}`);
      expect(product.output()).toContain(reason);
      expect(product.output()).not.toMatch(NOISE);
    }
    const { status, err } = await admin(['migrate'], { DATA_DIR: path.join(file, 'below') });
    expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining('es un archivo') });
  },
  SLOW,
);

it(
  'a port that is taken gets its sentence, and no warning follows it',
  async () => {
    const other = net.createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const product = await launch(dataDir, { PORT: String(port), CONTACT_URL: 'mailto:ana@empresa.mx' });
    expect(await product.exited).toBe(1);
    expect(product.output()).toContain(`El puerto ${port} ya está ocupado`);
    expect(product.output()).not.toMatch(NOISE);
    expect(processesOn(dataDir)).toEqual([]);
    other.close();
  },
  SLOW,
);

it(
  'a stop during the start is silent, whatever it comes upon',
  async () => {
    const fresh = dataFolder();
    const product = await launch(fresh, { DEMO: 'true' });
    await until(() => product.output().includes('database migrated'), product.output); // the demo company is being loaded
    await end(product);
    expect(product.output()).not.toMatch(NOISE);
    expect(product.output()).not.toMatch(/"msg":"ready"|Bitácora está lista/);
    expect(processesOn(fresh)).toEqual([]);
    remove(fresh);
  },
  SLOW,
);

it(
  'a second process with another SESSION_SECRET is refused; a rolling change lets those of either restart',
  async () => {
    const started = async (more: Record<string, string>) => {
      const product = await launch(path.join(postgres.folder, 'replica'), { ...settings, ...more });
      await untilReady(product);
      return product;
    };
    const refused = async (more: Record<string, string>) => {
      const product = await launch(path.join(postgres.folder, 'other'), { ...settings, ...more });
      expect(await product.exited).toBe(1);
      expect(product.output()).toContain('SESSION_SECRET no es el secreto con que Bitácora trabaja');
      expect(product.output()).not.toMatch(NOISE);
    };
    const first = await started({ SESSION_SECRET: ONE });
    await refused({ SESSION_SECRET: OTHER });
    const db = connect(postgres.url);
    const { rows } = await db.raw('select value::text as value from installation');
    await db.destroy(); // a connection of ours would keep forget-secret from its work
    for (const { value } of rows) expect(value).not.toContain(ONE);

    const changing = await started({ SESSION_SECRET: OTHER, SESSION_SECRET_PREVIOUS: ONE });
    await end(first);
    const crashed = await started({ SESSION_SECRET: ONE });
    await end(crashed);
    await end(changing);
    const changed = await started({ SESSION_SECRET: OTHER });
    await refused({ SESSION_SECRET: ONE });

    const env = { ...settings, SESSION_SECRET: ONE, DATA_DIR: path.join(postgres.folder, 'admin') };
    expect(await admin(['forget-secret'], env)).toMatchObject({ status: 1, err: expect.stringContaining('está en marcha') });
    await end(changed);
    expect(await admin(['forget-secret'], env)).toMatchObject({ status: 0 });
    await end(await started({ SESSION_SECRET: ONE }));
    await refused({ SESSION_SECRET: OTHER });
  },
  SLOW,
);
