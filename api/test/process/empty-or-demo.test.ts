import path from 'node:path';
import { freePort } from '@bitacora/core/embedded-postgres/postmaster';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { browser } from '../browser.ts';
import { admin, startAdmin } from './administration/admin.ts';
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

const codeIn = (product: Product) => /([A-Z2-9]{5}-){3}[A-Z2-9]{5}/.exec(product.output())?.[0] ?? '';

it(
  'an empty folder starts for production without a person; the log has the code of the first one, and names the other ways',
  async () => {
    const product = await launch(dataDir, { ...NOBODY, DEMO: '', NODE_ENV: 'production' });
    await untilReady(product);
    await until(() => codeIn(product) !== '', product.output);
    for (const way of ['ADMIN_EMAIL y ADMIN_PASSWORD', 'npm run admin -- create-admin', 'DEMO=true'])
      expect(product.output()).toContain(way);
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
    expect(product.output()).toContain('CONTACT_URL no está definida');
    expect(product.output()).toContain('PRIVACY_NOTICE no nombra un archivo con texto');
    await end(product);
  },
  SLOW,
);

it(
  'the demo beside a company has its own folder, port and settings, and is refused in a folder of the company',
  async () => {
    const demoOf = (folder: string, ...more: string[]) => ['demo', folder, ...more];
    const company = { DATA_DIR: dataDir, SMTP_URL: 'smtp://mail.empresa.mx', MAIL_FROM: 'a@empresa.mx', PUBLIC_URL: 'https://empresa.mx' };
    const elsewhere = { DATA_DIR: `${dataDir}-other` };
    expect(await admin(demoOf(dataDir), elsewhere)).toMatchObject({ status: 1, err: expect.stringContaining('una empresa de verdad') });
    for (const folder of [dataDir, `${dataDir}/demo`, path.dirname(dataDir)])
      expect(await admin(demoOf(folder), company)).toMatchObject({ status: 1, err: expect.stringContaining('carpeta aparte') });
    expect(await admin(demoOf('docs'), company)).toMatchObject({ status: 1, err: expect.stringContaining('no está vacía') });
    expect(await admin(demoOf('x', '--port', '3000'), company)).toMatchObject({
      status: 1,
      err: expect.stringContaining('El puerto 3000'),
    });

    const port = String(await freePort());
    const folder = await installation({ isDemo: true });
    const { child, ended } = startAdmin(demoOf(folder, '--port', port), company);
    const url = `http://127.0.0.1:${port}`;
    await until(async () => child.exitCode !== null || ((await fetch(`${url}/readyz`).catch(() => null))?.ok ?? false));
    expect(await browser(url).client.readSession()).toMatchObject({ isDemo: true, isDemoExposed: false });
    const developer = browser(url);
    await developer.client.logIn({ email: 'desarrollo@demo.mx', password: 'demo1234' });
    expect(await developer.client.readDiagnosis()).toMatchObject({ hasMailServer: false });
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ status: 0, out: expect.not.stringContaining(WARNING) });
    expect(processesOn(folder)).toEqual([]);
    remove(dataDir);
    dataDir = folder;
  },
  SLOW,
);

it(
  'a demo folder that is started for production warns in the log, in the pages and in the state of the server',
  async () => {
    const product = await launch(dataDir, { ...NOBODY, NODE_ENV: 'production' });
    await untilReady(product);
    expect(product.output()).toContain(WARNING);
    const manager = browser(product.url);
    await manager.client.logIn({ email: 'gerente@demo.mx', password: 'demo1234' });
    expect(await manager.client.readSession()).toMatchObject({ isDemo: true, isDemoExposed: true });
    expect(await manager.client.readStatus()).toMatchObject({ isDemoExposed: true });
    await end(product);
  },
  SLOW,
);
