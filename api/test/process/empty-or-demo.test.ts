import { afterAll, beforeAll, expect, it } from 'vitest';
import { browser } from '../browser.ts';
import { admin } from './administration/admin.ts';
import { dataFolder, installation, launch, type Product, until, untilReady } from './product.ts';
import { processesOn, remove } from './traces.ts';

const SLOW = 120_000;
const NOBODY = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };
const WARNING = 'Esta es la empresa de demostración y otras máquinas pueden llegar a ella';

let dataDir: string;
beforeAll(() => {
  dataDir = dataFolder();
});
afterAll(() => remove(dataDir));

async function end(product: Product): Promise<void> {
  product.child.kill('SIGTERM');
  expect(await product.exited).toBe(0);
  expect(processesOn(dataDir)).toEqual([]);
}

const codeIn = (product: Product) => /([A-Z2-9]{5}-){3}[A-Z2-9]{5}/.exec(product.said())?.[0] ?? '';

it(
  'an empty folder starts for production without a person; the log has the code of the first one, and names the other ways',
  async () => {
    const product = await launch(dataDir, { ...NOBODY, DEMO: '', NODE_ENV: 'production' });
    await untilReady(product);
    await until(() => codeIn(product) !== '', product.said);
    for (const way of ['ADMIN_EMAIL y ADMIN_PASSWORD', 'npm run admin -- create-admin', 'DEMO=true']) expect(product.said()).toContain(way);
    expect(await browser(product.url).client.readSession()).toMatchObject({ isDemo: false, needsFirstRun: true });
    await end(product);
  },
  SLOW,
);

it(
  'create-admin on that folder is one of them',
  async () => {
    const typed = ['create-admin', '--email', 'ana@empresa.mx', '--password-stdin'];
    expect(await admin(typed, { DATA_DIR: dataDir }, 'segura 2026\n')).toMatchObject({ status: 0 });
    const product = await launch(dataDir, { ...NOBODY, DEMO: '', NODE_ENV: 'production' });
    await untilReady(product);
    const session = await browser(product.url).client.readSession();
    expect(session).toMatchObject({ isDemo: false, isDemoExposed: false, contactUrl: 'mailto:ana@empresa.mx' });
    expect(product.said()).toContain('CONTACT_URL no está definida');
    await end(product);
  },
  SLOW,
);

it(
  'a demo folder that is started for production warns in the log, in the pages and in the state of the server',
  async () => {
    remove(dataDir);
    dataDir = await installation({ isDemo: true });
    const local = await launch(dataDir, { DEMO: 'true' });
    await untilReady(local);
    expect(await browser(local.url).client.readSession()).toMatchObject({ isDemo: true, isDemoExposed: false });
    expect(local.said()).not.toContain(WARNING);
    await end(local);

    const product = await launch(dataDir, { ...NOBODY, NODE_ENV: 'production' });
    await untilReady(product);
    expect(product.said()).toContain(WARNING);
    const manager = browser(product.url);
    await manager.client.logIn({ email: 'gerente@demo.mx', password: 'demo1234' });
    expect(await manager.client.readSession()).toMatchObject({ isDemo: true, isDemoExposed: true });
    expect(await manager.client.readStatus()).toMatchObject({ isDemoExposed: true });
    await end(product);
  },
  SLOW,
);
