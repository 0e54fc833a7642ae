import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { given } from '../../../core/test/factories.ts';
import { type Company, company } from '../company.ts';
import { type SlackDouble, startSlackDouble } from '../doubles/slack/slack-double.ts';

const main = path.resolve(import.meta.dirname, '../../src/main.ts');

let firm: Company;
let slack: SlackDouble;
let child: ChildProcess | undefined;
beforeAll(async () => {
  [firm, slack] = await Promise.all([company(), startSlackDouble()]);
});
afterEach(() => child?.kill('SIGKILL'));
afterAll(async () => {
  await slack.stop();
  await firm.close();
});

function launch(env: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const launched = spawn(process.execPath, [main], { env: { PATH, NODE_COMPILE_CACHE, ...env }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  child = launched;
  const errors: string[] = [];
  launched.stderr?.on('data', (chunk: Buffer) => errors.push(String(chunk)));
  const lines = createInterface({ input: launched.stdout as NodeJS.ReadableStream });
  const logged: Record<string, unknown>[] = [];
  lines.on('line', (line) => logged.push(JSON.parse(line)));
  const saying = (message: string) => slack.until(() => logged.find(({ msg }) => msg === message));
  return { launched, errors, saying };
}
const ended = async (process: ChildProcess) => (process.exitCode === null ? (await once(process, 'exit'))[0] : process.exitCode);

const METRICS_TOKEN = 'the token of who watches, thirty-two letters and more';
const settings = () => ({
  BOT_PORT: '0',
  BITACORA_URL: firm.app.origin,
  BOT_TOKEN: firm.token,
  METRICS_TOKEN,
  SLACK_BOT_TOKEN: slack.settings.botToken,
  SLACK_SIGNING_SECRET: slack.settings.signingSecret,
  SLACK_API_URL: slack.settings.apiUrl,
});

it('says that it is alive, answers a stranger with a link, greets the person who used it, and ends when asked to', async () => {
  const { launched, saying } = launch(settings());
  const { port } = await saying('the bot is ready');
  await saying('the chat is ready');
  const url = `http://127.0.0.1:${port}`;
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
  expect((await fetch(`${url}/api/data_user`)).status).toBe(404);
  const metrics = (headers: Record<string, string> = {}) => fetch(`${url}/metrics`, { headers });
  expect(await (await metrics()).text()).toMatch(/bitacora_bot_chat_ready{chat="slack"} 1\n.*chat="teams"} 0/);
  expect((await metrics({ 'X-Forwarded-For': '203.0.113.7' })).status).toBe(404);
  const bearer = { 'X-Forwarded-For': '203.0.113.7', Authorization: `Bearer ${METRICS_TOKEN}` };
  expect((await metrics(bearer)).status).toBe(200);

  slack.deliverTo(`${url}/slack/events`);
  await slack.person('Ana').says('actividades');
  const link = await slack.until(() => /http[^"\\]*chat_link=[\w-]+/.exec(JSON.stringify(slack.calls()))?.[0]);
  const web = await firm.app.as(await given(firm.app.db).person());
  await web.client.confirmChatLink({ code: new URLSearchParams(new URL(link).hash.slice(1)).get('chat_link') ?? '' });
  await slack.until(() => slack.calls('chat.postMessage').some((call) => JSON.stringify(call).includes('Tu cuenta quedó vinculada')));
  const figures = await (await metrics()).text();
  expect(figures).toContain('bitacora_bot_answer_seconds_count{chat="slack",request="command"} 1');
  expect(figures).toContain('bitacora_bot_work_total{chat="slack",task="greet",outcome="done"} 1');

  launched.kill('SIGTERM');
  expect(await ended(launched)).toBe(0);
});

it('says that it is not ready while the API does not take its token', async () => {
  const { saying } = launch({ ...settings(), BOT_TOKEN: 'the token of another DATA_DIR, long enough' });
  const { port } = await saying('the bot is ready');
  await saying(
    'La API no acepta el token del bot. Da a los dos el mismo BOT_TOKEN o, sin él, la misma DATA_DIR, donde se guarda; luego reinicia el bot.',
  );
  const health = await fetch(`http://127.0.0.1:${port}/healthz`);
  expect([health.status, await health.json()]).toEqual([503, { status: 'token refused' }]);
});

it('ends when the process that started it dies', async () => {
  const { launched, saying } = launch(settings());
  await saying('the bot is ready');
  launched.disconnect();
  expect(await ended(launched)).toBe(0);
});

it('says in a sentence what is wrong with its settings', async () => {
  const { launched, errors } = launch({ ...settings(), BOT_TOKEN: '' });
  expect(await ended(launched)).toBe(1);
  expect(errors.join('')).toBe(
    'Revisa la configuración:\n  - BOT_TOKEN hace falta con BITACORA_URL y con DATABASE_URL: el mismo que tiene la API.\n',
  );
});

it('says in a sentence that its port is taken', async () => {
  const { launched, errors } = launch({ ...settings(), BOT_PORT: new URL(firm.app.origin).port });
  expect(await ended(launched)).toBe(1);
  expect(errors.join('')).toMatch(/^El puerto \d+ ya está ocupado por otro programa\. Detenlo, o elige otro con BOT_PORT/);
});
