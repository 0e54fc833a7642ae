import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Person } from '@bitacora/core/domain/person';
import Koa from 'koa';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { aPng } from '../../api/test/pictures.ts';
import { day, given } from '../../core/test/factories.ts';
import type { Person as SlackPerson } from '../doubles/slack/person.ts';
import { labelsOf, wordsOf } from '../doubles/slack/reading.ts';
import { type SlackDouble, startSlackDouble } from '../doubles/slack/slack-double.ts';
import type { Channel } from '../src/channel.ts';
import { slackChannel } from '../src/channels/slack/slack-channel.ts';
import { type Company, company } from './company.ts';

let firm: Company;
let slack: SlackDouble;
let channel: Channel;
let server: http.Server;

beforeAll(async () => {
  [firm, slack] = await Promise.all([company(), startSlackDouble()]);
  const { botToken, signingSecret, apiUrl } = slack.settings;
  const settings = { botToken, signingSecret, apiUrl, publicUrl: 'http://bitacora.demo.mx' };
  channel = slackChannel({ settings, ...firm.bot.inner, log: pino({ level: 'silent' }) });
  server = http.createServer(new Koa().use(channel.middleware).callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await channel.start();
  firm.bot.join('slack', channel);
  slack.deliverTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`);
});
afterAll(async () => {
  await channel.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await slack.stop();
  await firm.close();
});

const patience = { timeout: 20_000 };

/** The newest message to somebody with that button. */
const offered = (person: SlackPerson, label: string) =>
  vi.waitFor(() => {
    const found = person.messages().findLast(({ blocks }) => labelsOf(blocks).includes(label));
    if (!found)
      throw new Error(
        `nobody offers «${label}» in:\n${person
          .messages()
          .map(({ blocks }) => wordsOf(blocks))
          .join('\n')}`,
      );
    return found;
  }, patience);
const reads = (person: SlackPerson, words: string) =>
  vi.waitFor(
    () =>
      expect(
        person
          .messages()
          .map(({ blocks, text }) => `${text}\n${wordsOf(blocks)}`)
          .join('\n'),
      ).toContain(words),
    patience,
  );

async function links(person: Person, inSlack: SlackPerson) {
  await inSlack.says('vincular');
  const message = await offered(inSlack, 'Vincular Slack');
  const [code = ''] = /(?<=chat_link=)[\w-]+/.exec(JSON.stringify(message.blocks)) ?? [];
  const { client } = await firm.app.as(person);
  await client.confirmChatLink({ code });
  const preferences = (await client.getPreferences()).map(({ kind }) => ({ kind, byEmail: false, byChat: true }));
  await client.updatePreferences({ preferences });
}

it('an employee goes from the card of the announcement to done in Slack, with a photo as proof, and the manager verifies there', async () => {
  const db = given(firm.app.db);
  const [boss, ana] = [await db.manager({ firstName: 'Marta', lastName: 'Ríos' }), await db.person({ firstName: 'Ana', lastName: 'Paz' })];
  const topic = await db.topic();
  const [bossInSlack, anaInSlack] = [slack.person('Marta Ríos'), slack.person('Ana Paz')];
  await links(boss, bossInSlack);
  await links(ana, anaInSlack);
  const { client } = await firm.app.as(boss);
  const work = {
    topicId: topic.id,
    assigneeId: ana.id,
    description: 'Empacar <!channel> *todo*',
    priority: 'normal',
    repeats: null,
  } as const;
  const { id } = await client.createActivity({ ...work, dueOn: day('2026-11-25') });

  const working = firm.bot.work();
  try {
    await reads(anaInSlack, 'Marta Ríos te asignó una actividad');
    await anaInSlack.presses('Iniciar Trabajo', await offered(anaInSlack, 'Iniciar Trabajo'), { times: 4 });
    const card = await offered(anaInSlack, 'Marcar completado');
    await anaInSlack.sends([{ name: 'foto.png', bytes: Buffer.from(await aPng()) }], { to: card });
    await vi.waitFor(async () => expect(await firm.app.db('images').where({ activityId: id })).toHaveLength(1), patience);

    await anaInSlack.presses('Marcar completado', card);
    await vi.waitFor(() => expect(wordsOf(anaInSlack.modal()?.blocks ?? [])).toContain('Resolución final'), patience);
    await anaInSlack.fills({ resolution: 'Quedó en doce cajas' }, { times: 4 });
    await reads(bossInSlack, 'Quedó en doce cajas');
    await bossInSlack.presses('Verificar', await offered(bossInSlack, 'Verificar'));
    await reads(anaInSlack, 'Marta Ríos verificó tu actividad');
  } finally {
    await working.stop();
  }
  const history = await firm.app.db('activityHistory').where({ activityId: id }).orderBy('id');
  expect(history.map(({ act, actorId, channel: by }) => [act, actorId, by])).toEqual([
    ['register', boss.id, 'web'],
    ['start', ana.id, 'slack'],
    ['addEvidence', ana.id, 'slack'],
    ['complete', ana.id, 'slack'],
    ['approve', boss.id, 'slack'],
  ]);
});
