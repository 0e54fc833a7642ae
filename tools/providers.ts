/**
 * `npm run providers` starts doubles of the services that docs/sso.md and docs/mail.md need. It prints the settings of each, and
 * the recipient of each mail. They are the doubles of the tests.
 */
import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CLIENT_ID, CLIENT_SECRET, type Orders, startProvider } from '../api/test/company-login/provider.ts';
import { oauthProvider } from '../api/test/emails/oauth-provider.ts';
import { mailSink } from '../api/test/emails/sink.ts';

const FIRST_PORT = 9101;
const POLL_MS = 500;
/** The secrets have characters that must be quoted in `.env` or encoded in SMTP_URL. */
const MAIL_SECRET = 'secreto#de prueba';
const ACCOUNT = { user: 'AKIAPRUEBA', password: 'clave+de/prueba' };
const publicUrl = process.env.PUBLIC_URL || `http://localhost:${process.env.PORT || 3000}`;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-providers-'));
const closers: (() => Promise<unknown>)[] = [];

async function end(code: number) {
  await Promise.allSettled(closers.map((close) => close()));
  fs.rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.once(signal, () => void end(0));

try {
  await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await end(1);
}

function print(title: string, settings: Record<string, string>) {
  const lines = Object.entries(settings).map(([name, value]) => `  ${name}=${/[# ]/.test(value) ? `'${value}'` : value}`);
  console.log(`\n${title}\n${lines.join('\n')}`);
}

async function login(title: string, port: number, orders: Partial<Orders>, more: Record<string, string> = {}) {
  const provider = await startProvider(port);
  closers.push(provider.close);
  await provider.order({ publicUrl, asksWho: true, ...orders });
  print(title, { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: CLIENT_SECRET, ...more });
}

/** Writes the key of a service account as the console of Google does. */
function keyFile(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const file = path.join(folder, 'google.json');
  const key = { type: 'service_account', private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) };
  fs.writeFileSync(file, JSON.stringify(key), { mode: 0o600 });
  return file;
}

function printArrivals(name: string, recipients: () => readonly string[]) {
  let count = 0;
  const timer = setInterval(() => {
    for (const to of recipients().slice(count)) console.log(`${name}: llegó un correo para ${to}`);
    count = recipients().length;
  }, POLL_MS);
  closers.push(async () => clearInterval(timer));
}

async function start() {
  console.log(`Proveedores de prueba para ${publicUrl}. Copia en .env un bloque de entrada, uno de correo o los dos. Ctrl+C termina.`);
  console.log('Para entrar escribe en la página del proveedor el correo de una persona registrada y cualquier contraseña.');
  await login(
    'Como Microsoft Entra ID: no dice si verificó el correo.',
    FIRST_PORT,
    { isVerified: undefined },
    { OIDC_TRUST_EMAIL: 'true' },
  );
  await login('Como Google: no ofrece cerrar la sesión.', FIRST_PORT + 1, { hasNoLogout: true });
  await login('Como Keycloak.', FIRST_PORT + 2, {});

  const microsoft = await oauthProvider({ clientSecret: MAIL_SECRET, tokenPort: FIRST_PORT + 3, smtpPort: FIRST_PORT + 4 });
  const google = await oauthProvider({ tokenPort: FIRST_PORT + 5, smtpPort: FIRST_PORT + 6 });
  const ses = await mailSink({ account: ACCOUNT, port: FIRST_PORT + 7 });
  const relay = await mailSink({ port: FIRST_PORT + 8 });
  closers.push(microsoft.close, google.close, ses.close, relay.close);
  const common = { MAIL_OAUTH_USER: 'avisos@empresa.mx' };
  print('Correo como Microsoft 365: rechaza contraseñas.', {
    MAIL_OAUTH: 'microsoft',
    MAIL_OAUTH_TENANT: 'empresa',
    MAIL_OAUTH_CLIENT_ID: 'bitacora-correo',
    MAIL_OAUTH_CLIENT_SECRET: MAIL_SECRET,
    ...common,
    MAIL_OAUTH_TOKEN_URL: microsoft.tokenUrl,
    SMTP_URL: microsoft.smtpUrl,
  });
  print('Correo como Google Workspace.', {
    MAIL_OAUTH: 'google',
    MAIL_OAUTH_CLIENT_ID: 'bitacora@prueba.iam.gserviceaccount.com',
    MAIL_OAUTH_CLIENT_SECRET_FILE: keyFile(),
    ...common,
    MAIL_OAUTH_TOKEN_URL: google.tokenUrl,
    SMTP_URL: google.smtpUrl,
  });
  const from = 'Bitácora <avisos@empresa.mx>';
  const encoded = `smtp://${ACCOUNT.user}:${encodeURIComponent(ACCOUNT.password)}@127.0.0.1:${ses.port}`;
  print('Correo como Amazon SES.', { SMTP_URL: encoded, MAIL_FROM: from });
  print('Un relevo propio.', { SMTP_URL: relay.url, MAIL_FROM: from });
  console.log();
  printArrivals('Microsoft 365', () => microsoft.recipients);
  printArrivals('Google Workspace', () => google.recipients);
  printArrivals('Amazon SES', () => ses.received.map(({ to }) => to));
  printArrivals('Relevo', () => relay.received.map(({ to }) => to));
}
