import { afterEach, beforeEach, expect, it } from 'vitest';
import { commandBody } from '../doubles/slack/bodies.ts';
import { asForm, sendSigned } from '../doubles/slack/deliver.ts';
import { readWords } from '../doubles/slack/person.ts';
import { card, form } from './cards.ts';
import { type RunningBot, startBot } from './running-bot.ts';

let bot: RunningBot;
beforeEach(async () => {
  bot = await startBot({ socket: true });
});
afterEach(() => bot.stop());

it('handles commands, presses, modals and messages over the connection the bot opened', async () => {
  const ana = bot.slack.person('Ana López');
  bot.answers({ kind: 'card', card: card() });
  // An acknowledgement with a text would answer the person.
  expect(await ana.types('')).toMatchObject([{ body: '' }]);
  const message = await bot.slack.until(() => ana.messages()[0]);
  bot.answers({ kind: 'form', form: form() });
  await ana.presses('Marcar completado', message);
  const modal = await bot.slack.until(() => ana.modal());
  bot.answers({ kind: 'sentence', sentence: 'Actividad completada' });
  await ana.fills({ resolution: 'Listo' });
  await bot.slack.until(() => readWords(modal.blocks) === 'Actividad completada');
  await ana.says('hola', { times: 4 });
  await bot.slack.until(() => bot.requests.length >= 4);
  expect(bot.requests.map(({ kind }) => kind)).toEqual(['command', 'press', 'submit', 'command']);
});

it('takes nothing over HTTP then, however well it is signed', async () => {
  const ana = bot.slack.person('Ana López');
  const body = commandBody(ana, '', { id: 'D1', name: 'directmessage' }, bot.slack.workspace);
  expect(await sendSigned(bot.url, asForm(body))).toMatchObject({ status: 404 });
  expect(bot.requests).toEqual([]);
});

it('takes nothing of another workspace or app, though it came over our connection', async () => {
  const ana = bot.slack.person('Ana López');
  const body = commandBody(ana, '', { id: 'D1', name: 'directmessage' }, bot.slack.workspace);
  await bot.slack.send({ way: 'slash_commands', body: { ...body, team_id: 'T0OTHER' } });
  await bot.slack.send({ way: 'slash_commands', body: { ...body, api_app_id: 'A0OTHER' } });
  await bot.settled();
  expect(bot.requests).toEqual([]);
});

it('connects again after Slack ended the connection, and while Slack cannot be reached it only waits', async () => {
  await bot.slack.until(() => bot.slack.connections() === 1);
  bot.slack.fail('apps.connections.open', { breaks: 'before' });
  bot.slack.hangUp();
  const ana = bot.slack.person('Ana López');
  await ana.says('hola');
  await bot.slack.until(() => bot.requests[0]);
  expect(bot.slack.calls('apps.connections.open')).toHaveLength(3);
});
