import fs from 'node:fs';
import path from 'node:path';
import { connect } from '@bitacora/core/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everythingIn } from '../../../core/test/tables.ts';
import { browser } from '../browser.ts';
import { admin } from './administration/admin.ts';
import { type OutsidePostgres, outsidePostgres } from './outside-postgres.ts';
import { launch, type Product, until, untilReady } from './product.ts';
import { isLinux } from './traces.ts';

/** Beside the twelve of `secrets-kept.test.ts`: what an installation is set up with. */
const canaries = {
  owner: 'canario-del-rol-dueno',
  app: 'canario-del-rol-que-trabaja',
  session: 'canario de la sesión, de más de treinta y dos letras',
  previousSession: 'canario de la sesión de antes, de más de treinta y dos',
  bot: 'canario del bot, con sus treinta y dos letras',
  previousBot: 'canario del bot de antes, con sus treinta y dos',
  smtp: 'canario-del-correo',
  admin: 'canario 2026',
};
let postgres: OutsidePostgres;
let product: Product;
let settings: Record<string, string>;
beforeAll(async () => {
  postgres = await outsidePostgres();
  await postgres.db.raw(`create role owner login password '${canaries.owner}'; create role app login password '${canaries.app}'`);
  await postgres.db.raw('create database ours owner owner');
  const urlOf = (role: 'owner' | 'app') => {
    const url = new URL(postgres.url);
    Object.assign(url, { username: role, password: canaries[role], pathname: '/ours' });
    return url.href;
  };
  settings = {
    DATABASE_URL: urlOf('app'),
    DATABASE_OWNER_URL: urlOf('owner'),
    DATA_DIR: path.join(postgres.folder, 'product'),
    SESSION_SECRET: canaries.session,
    SESSION_SECRET_PREVIOUS: canaries.previousSession,
    BOT_TOKEN: canaries.bot,
    BOT_TOKEN_PREVIOUS: canaries.previousBot,
    RATE_LIMIT_FACTOR: '100',
    SLOW_QUERY_MS: '1',
    SMTP_URL: `smtp://correo:${canaries.smtp}@127.0.0.1:9`,
    MAIL_FROM: 'bitacora@demo.mx',
    ADMIN_EMAIL: 'ana@demo.mx',
    ADMIN_PASSWORD: canaries.admin,
    NODE_ENV: 'production',
  };
});
afterAll(async () => {
  product?.child.kill('SIGTERM');
  await product?.exited;
  await postgres?.close();
});

/** Every file under a folder, as text. */
const filesIn = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

it('what an installation is set up with is shown by no answer, log, command line, row, mail, file or backup', async () => {
  const { DATA_DIR = '' } = settings;
  product = await launch(DATA_DIR, settings);
  await untilReady(product);
  const ana = browser(product.url);
  await ana.client.logIn({ email: 'ana@demo.mx', password: canaries.admin });
  const replies: string[] = [];
  for (const call of ['/api/get_status', '/api/get_diagnosis', '/api/get-session', '/api/data_user', '/metrics', '/healthz', '/'])
    replies.push((await ana.call('GET', call)).bytes.toString());
  for (const token of [canaries.bot, canaries.previousBot]) {
    const headers = { Authorization: `Bearer ${token}` };
    replies.push((await browser(product.url).call('GET', '/api/data_user', { headers })).bytes.toString());
  }
  await browser(product.url).client.requestPasswordReset({ email: 'ana@demo.mx' });
  await until(() => product.output().includes('mail not delivered'), product.output);
  const commandLine = isLinux ? fs.readFileSync(`/proc/${product.child.pid}/cmdline`, 'utf8') : '';

  const backup = path.join(postgres.folder, 'respaldo');
  const backedUp = await admin(['backup', '--output', backup], settings);
  expect(backedUp.status, backedUp.err).toBe(0);
  const refused = await admin(['migrate'], {
    ...settings,
    DATABASE_OWNER_URL: (settings.DATABASE_OWNER_URL ?? '').replace('owner:', 'nobody:'),
  });
  expect(refused).toMatchObject({ status: 1, err: expect.stringContaining('base de datos de DATABASE_OWNER_URL') });

  const settingsList = await admin(['settings'], settings);
  expect(settingsList.out).toMatch(/^DATABASE_OWNER_URL +postgres:\/\/owner:•••@.+\/••• {2}\(del entorno; docs\/database.md\)$/m);

  const db = connect((() => Object.assign(new URL(postgres.url), { pathname: '/ours' }).href)());
  const rows = JSON.stringify([await everythingIn(db), await db('rateLimits')]);
  await db.destroy();
  const places = {
    log: product.output(),
    answers: replies.join('\n'),
    commandLine,
    rows,
    files: filesIn(DATA_DIR),
    backup: filesIn(backup),
    administration: JSON.stringify([backedUp, refused, settingsList]),
  };
  expect(Object.values(canaries)).toHaveLength(8);
  for (const [name, secret] of Object.entries(canaries))
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').replaceAll('=', '')])
      for (const [place, text] of Object.entries(places)) expect([name, place, text.includes(form)]).toEqual([name, place, false]);
}, 120_000);
