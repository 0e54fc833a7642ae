import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Person } from '@bitacora/core/domain/person';
import Koa from 'koa';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { given } from '../../../core/test/factories.ts';
import { buttonsOn, inputsOn, textsOn } from '../../doubles/teams/card-parts.ts';
import type { TeamsPerson } from '../../doubles/teams/person.ts';
import { type TeamsDouble, teamsDouble } from '../../doubles/teams/teams.ts';
import type { Channel } from '../../src/channel.ts';
import { teamsChannel } from '../../src/channels/teams/channel.ts';
import { type Company, company } from '../company.ts';

let firm: Company;
let teams: TeamsDouble;
let channel: Channel;
let server: http.Server;

beforeAll(async () => {
  firm = await company();
  teams = await teamsDouble();
  const settings = { ...teams.settings, publicUrl: 'http://bitacora.demo.mx' };
  channel = teamsChannel({ settings, env: {}, ...firm.bot.inner, log: pino({ level: 'silent' }) });
  server = http.createServer(new Koa().use(channel.middleware).callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await channel.start();
  firm.bot.join('teams', channel);
  teams.botAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(async () => {
  await channel.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await teams.stop();
  await firm.close();
});

const patience = { timeout: 20_000 };
const isSeen = (person: TeamsPerson, text: string) =>
  vi.waitFor(() => {
    const texts = person.messages.flatMap((message) => textsOn(person.sees(message) ?? (message.card as never)));
    expect(texts.join('\n')).toContain(text);
  }, patience);
const isOffered = (person: TeamsPerson, label: string) => vi.waitFor(() => person.messageWith(label), patience);

/** Writes to the bot, opens the link that answers, and confirms it in the web. */
async function links(person: Person, asTeams: TeamsPerson) {
  await asTeams.writes('vincular');
  const message = await isOffered(asTeams, 'Vincular Teams');
  const { url = '' } = buttonsOn(message.card as never).find(({ title }) => title === 'Vincular Teams') ?? {};
  const { client } = await firm.app.as(person);
  await client.confirmChatLink({ code: new URLSearchParams(new URL(url).hash.slice(1)).get('chat_link') ?? '' });
  const preferences = (await client.getPreferences()).map(({ kind }) => ({ kind, byEmail: false, byChat: true }));
  await client.updatePreferences({ preferences });
}

it('an employee goes from the card of the announcement to done in Teams, and the manager verifies there', async () => {
  const db = given(firm.app.db);
  const [boss, ana] = [await db.manager({ firstName: 'Marta', lastName: 'Ríos' }), await db.person({ firstName: 'Ana', lastName: 'Paz' })];
  const topic = await db.topic({ name: 'Mudanza' });
  const [bossInTeams, anaInTeams] = [teams.person('aad-marta', 'Marta Ríos'), teams.person('aad-ana', 'Ana Paz')];
  await links(boss, bossInTeams);
  await links(ana, anaInTeams);
  const { client } = await firm.app.as(boss);
  const { id } = await client.createActivity({
    ...{ topicId: topic.id, assigneeId: ana.id, description: 'Empacar [el](https://evil.example) **archivo**', priority: 'normal' },
    ...{ repeats: null, dueOn: '2026-11-25' as never },
  });

  const working = firm.bot.work();
  try {
    await isSeen(anaInTeams, 'Marta Ríos te asignó una actividad');
    await isSeen(anaInTeams, 'Empacar [el](https://evil.example) **archivo**');
    await anaInTeams.presses('Iniciar Trabajo', {}, await isOffered(anaInTeams, 'Iniciar Trabajo'), { times: 4 });
    await anaInTeams.presses('Marcar completado', {}, await isOffered(anaInTeams, 'Marcar completado'));
    const form = await isOffered(anaInTeams, 'Volver');
    const [field] = inputsOn(anaInTeams.sees(form) as never);
    const send = buttonsOn(anaInTeams.sees(form) as never).find(({ verb }) => verb === 'submit')?.title ?? '';
    await anaInTeams.presses(send, { [field?.label ?? '']: 'Quedó en doce cajas' }, form, { times: 4 });
    await isSeen(anaInTeams, 'La actividad se ha marcado como completada.');

    await isSeen(bossInTeams, 'Quedó en doce cajas');
    await bossInTeams.presses('Verificar', {}, await isOffered(bossInTeams, 'Verificar'));
    await isSeen(anaInTeams, 'Marta Ríos verificó tu actividad');
  } finally {
    await working.stop();
  }
  const history = await firm.app.db('activityHistory').where({ activityId: id }).orderBy('id');
  expect(history.map(({ act, actorId, channel: by }) => [act, actorId, by])).toEqual([
    ['register', boss.id, 'web'],
    ['start', ana.id, 'teams'],
    ['complete', ana.id, 'teams'],
    ['approve', boss.id, 'teams'],
  ]);
});
