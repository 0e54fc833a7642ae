import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { endpoints } from '@bitacora/core/contract';
import { type ChatService, chatServices } from '@bitacora/core/domain/chat/chat';
import { freePort } from '@bitacora/core/embedded-postgres/postmaster';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { between } from '../../../cli/test/between.ts';
import { given } from '../../../core/test/factories.ts';
import { botWhatsapp } from '../../src/messages/chats.ts';
import { type Company, company } from '../company.ts';
import { startSlackDouble } from '../doubles/slack/slack-double.ts';
import { teamsDouble } from '../doubles/teams/teams-double.ts';
import { startWhatsAppDouble } from '../doubles/whatsapp/whatsapp-double.ts';
import { createSeats, type Seat } from './whole/seats.ts';

const main = path.resolve(import.meta.dirname, '../../src/main.ts');
const patience = { timeout: 30_000, interval: 50 };

let firm: Company;
let doubles: {
  slack: Awaited<ReturnType<typeof startSlackDouble>>;
  teams: Awaited<ReturnType<typeof teamsDouble>>;
  whatsapp: Awaited<ReturnType<typeof startWhatsAppDouble>>;
};
let proxy: Awaited<ReturnType<typeof between>>;
let port: string;
let bot: ChildProcess;
beforeAll(async () => {
  const [slack, teams, whatsapp] = await Promise.all([startSlackDouble(), teamsDouble(), startWhatsAppDouble()]);
  doubles = { slack, teams, whatsapp };
  [firm, port] = [await company(), String(await freePort())];
  const url = `http://127.0.0.1:${port}`;
  slack.deliverTo(`${url}/slack/events`);
  teams.botAt(url);
  whatsapp.botAt(url);
  // The bot is killed where the API has acted for all three and the bot knows it of none.
  proxy = await between(firm.app, endpoints.startActivity.path, (answer, body, n) => {
    if (n === chatServices.length) bot.kill('SIGKILL');
    if (n > chatServices.length) answer.end(body);
  });
});
afterAll(async () => {
  bot.kill('SIGKILL');
  await Promise.all([...Object.values(doubles), proxy].map((each) => ('stop' in each ? each.stop() : each.close())));
  await firm.close();
});

async function launch() {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const { slack, teams, whatsapp } = doubles;
  const settings = {
    ...{ BOT_PORT: port, BITACORA_URL: proxy.env.BITACORA_URL, BOT_TOKEN: firm.token },
    ...{
      SLACK_BOT_TOKEN: slack.settings.botToken,
      SLACK_SIGNING_SECRET: slack.settings.signingSecret,
      SLACK_API_URL: slack.settings.apiUrl,
    },
    TEAMS_CLIENT_ID: teams.settings.clientId,
    TEAMS_CLIENT_SECRET: teams.settings.clientSecret,
    TEAMS_TENANT_ID: teams.settings.tenantId,
    TEAMS_OPENID_METADATA_URL: teams.settings.openidMetadataUrl,
    TEAMS_TOKEN_ISSUER: teams.settings.tokenIssuer,
    TEAMS_SERVICE_URL: teams.settings.serviceUrl,
    TEAMS_LOGIN_URL: teams.settings.loginUrl,
    WHATSAPP_PHONE_ID: whatsapp.settings.phoneId,
    WHATSAPP_TOKEN: whatsapp.settings.token,
    WHATSAPP_APP_SECRET: whatsapp.settings.appSecret,
    WHATSAPP_VERIFY_TOKEN: whatsapp.settings.verifyToken,
    WHATSAPP_TEMPLATE: whatsapp.settings.template,
    WHATSAPP_API_URL: whatsapp.settings.apiUrl,
  };
  bot = spawn(process.execPath, [main], { env: { PATH, NODE_COMPILE_CACHE, ...settings }, stdio: ['ignore', 'pipe', 'inherit'] });
  let log = '';
  bot.stdout?.on('data', (text) => (log += text));
  await vi.waitFor(() => expect(log.split('the chat is ready')).toHaveLength(chatServices.length + 1), patience);
}
async function killed() {
  if (bot.signalCode === null && bot.kill('SIGKILL')) await once(bot, 'exit');
}

it('a bot that is killed between card and press, in an act, or with a form open acts once, and says what became of it', {
  timeout: 240_000,
}, async () => {
  const make = given(firm.app.db);
  const boss = await make.manager();
  const people = await Promise.all(
    chatServices.map(async (service: ChatService) => {
      const person = await make.person();
      const seat = createSeats(service, { ...doubles, forms: new Map() })(`Ana ${service}`);
      return { person, seat, work: await make.activity({ owner: boss, assignee: person }) };
    }),
  );
  const forEach = <Value>(act: (each: (typeof people)[number]) => Promise<Value>) => Promise.all(people.map(act));
  const acts = () =>
    forEach(async ({ work }) => (await firm.app.db('activityHistory').where({ activityId: work.id }).orderBy('id')).map(({ act }) => act));
  const link = async (seat: Seat, { client }: Awaited<ReturnType<typeof firm.app.as>>) => {
    if (seat.service === 'whatsapp') {
      const { code } = await vi.waitFor(() => client.createChatLinkCode({ isNotifiedHere: true }), patience);
      return void (await seat.writes(`VINCULAR ${code}`));
    }
    await seat.writes('actividades');
    await seat.sees('Vincula tu cuenta');
    await client.confirmChatLink({ code: /(?<=chat_link=)[\w-]+/.exec(seat.raw())?.[0] ?? '', isNotifiedHere: true });
  };

  await launch();
  await forEach(async ({ seat, person }) => link(seat, await firm.app.as(person)));
  await forEach(({ seat, work }) => seat.writes(String(work.id)));
  const cards = await forEach(({ seat }) => seat.offered('Iniciar Trabajo'));
  await killed();

  await launch();
  const press = () => Promise.allSettled(people.map(({ seat }, index) => seat.presses('Iniciar Trabajo', cards[index] ?? '')));
  await press();
  await vi.waitFor(() => expect(bot.signalCode).toBe('SIGKILL'), patience);

  await launch();
  await doubles.whatsapp.redeliver();
  await press();
  await forEach(({ seat }) => seat.sees('inició el trabajo desde'));
  expect(await acts()).toEqual([['start'], ['start'], ['start']]);

  await forEach(async ({ seat }) => seat.presses('Marcar completado', await seat.offered('Marcar completado')));
  await forEach(({ seat }) => seat.sees('como completada?'));
  await killed();

  await launch();
  await forEach(async ({ seat }) => {
    if (seat.service === 'whatsapp') {
      await seat.writes('Quedó en doce cajas');
      return seat.sees(botWhatsapp.questionOver);
    }
    await seat.fills({ resolution: 'Quedó en doce cajas' });
    return seat.sees('Por verificar');
  });
  expect(await acts()).toEqual(chatServices.map((service) => (service === 'whatsapp' ? ['start'] : ['start', 'complete'])));
});
