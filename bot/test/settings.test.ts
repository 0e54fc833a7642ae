import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readSettings } from '../src/settings.ts';

const slack = { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_SIGNING_SECRET: 'secreto' };
const BOT_TOKEN = 'un secreto de servicio de 32 letras o más';

it('reaches the API and the web where npm start serves them, unless set otherwise', () => {
  expect(readSettings({ ...slack, BOT_TOKEN, PORT: '3100', HOST: '0.0.0.0' })).toMatchObject({
    apiUrl: 'http://127.0.0.1:3100',
    publicUrl: 'http://localhost:3100',
    port: 3001,
    slack: { botToken: 'xoxb-1', publicUrl: 'http://localhost:3100' },
    teams: null,
  });
  expect(readSettings({ ...slack, BOT_TOKEN, HOST: '::1' }).apiUrl).toBe('http://[::1]:3000');
  const elsewhere = { ...slack, BOT_TOKEN, BITACORA_URL: 'http://api:3000/', PUBLIC_URL: 'https://bitacora.demo.mx' };
  expect(readSettings(elsewhere)).toMatchObject({ apiUrl: 'http://api:3000', publicUrl: 'https://bitacora.demo.mx' });
});

it('opens WhatsApp with its five names', () => {
  const names = { WHATSAPP_PHONE_ID: '100', WHATSAPP_TOKEN: 'EAA', WHATSAPP_APP_SECRET: 'a', WHATSAPP_VERIFY_TOKEN: 'b' };
  expect(readSettings({ ...names, WHATSAPP_TEMPLATE: 'pendientes', BOT_TOKEN, PUBLIC_URL: 'https://bitacora.demo.mx' }).whatsapp).toEqual({
    phoneId: '100',
    token: 'EAA',
    appSecret: 'a',
    verifyToken: 'b',
    template: 'pendientes',
    apiUrl: undefined,
    publicUrl: 'https://bitacora.demo.mx',
  });
  expect(() => readSettings({ ...names, BOT_TOKEN })).toThrow(/WHATSAPP_TEMPLATE/);
});

it('finds the token that the API keeps beside its embedded database', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-bot-test-'));
  fs.writeFileSync(path.join(folder, 'bot-token'), 'el que la API guardó\n');
  expect(readSettings({ ...slack, DATA_DIR: folder }).token).toBe('el que la API guardó');
  fs.rmSync(folder, { recursive: true });
});

it.each([
  [{ BOT_TOKEN }, /Falta el chat: SLACK_BOT_TOKEN/],
  [{ ...slack, BITACORA_URL: 'https://bitacora.demo.mx' }, /BOT_TOKEN hace falta con BITACORA_URL/],
  [{ ...slack, DATABASE_URL: 'postgres://x' }, /BOT_TOKEN hace falta/],
  [{ ...slack, BOT_TOKEN: 'corto' }, /BOT_TOKEN debe tener 32 caracteres o más\./],
  [{ SLACK_BOT_TOKEN: 'xoxb-1', BOT_TOKEN }, /SLACK_BOT_TOKEN necesita también SLACK_SIGNING_SECRET/],
  [{ TEAMS_CLIENT_ID: 'a', BOT_TOKEN }, /TEAMS_CLIENT_ID necesita también TEAMS_CLIENT_SECRET y TEAMS_TENANT_ID/],
])('does not start with %o', (env, sentence) => {
  expect(() => readSettings(env)).toThrow(sentence);
});

it('.env.example names the address of an API elsewhere', () => {
  const example = fs.readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  expect(example).toMatch(/^# BITACORA_URL=$/m);
});
