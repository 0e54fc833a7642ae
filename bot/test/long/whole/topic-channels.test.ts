import type { Activity } from '@bitacora/core/domain/activities/activity';
import { type ChannelService, channelServices } from '@bitacora/core/domain/chat/chat';
import type { Person } from '@bitacora/core/domain/people/person';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { day, given, NOW } from '../../../../core/test/factories.ts';
import { readWords } from '../../doubles/slack/person.ts';
import { installation } from '../../doubles/slack/workspace.ts';
import type { StoredMessage } from '../../doubles/teams/service.ts';
import { textsOn } from '../../doubles/teams/teams-double.ts';
import { type WholeBot, wholeBot } from './whole-bot.ts';

const GATHERED_S = 5 * 60 + 1;
const patience = { timeout: 30_000, interval: 20 };

let whole: WholeBot;
let working: { stop(): Promise<void> }[];
beforeAll(async () => {
  whole = await wholeBot();
  working = [1, 2, 3].map(() => whole.firm.bot.work());
});
afterAll(async () => {
  for (const loop of working) await loop.stop();
  await whole.stop();
});

/** Somebody in a channel: what they type there, what they alone read, and what everybody reads. */
interface ChannelSeat {
  types(words: string): Promise<unknown>;
  presses(label: string): Promise<unknown>;
  readsAlone(): string;
}
interface TestChannel {
  seat(name: string): { chatUserId: string; seat: ChannelSeat };
  posts(): string[];
  /** The bot is removed from it. */
  removesBot(): void;
}

let channels = 0;
function slackChannel(): TestChannel {
  const { slack } = whole;
  const id = `C0CANAL${++channels}`;
  const messages = () => slack.workspace.messages.filter(({ channel }) => channel === id);
  return {
    seat(name) {
      const person = slack.person(name);
      return {
        chatUserId: person.id,
        seat: {
          types: (words) => person.types(words, { in: { id, name: 'producción' } }),
          presses: async (label) => person.presses(label, messages().at(-1) as (typeof slack.workspace.messages)[number]),
          readsAlone: () =>
            [...person.messages(), ...person.ephemeralMessages()].map(({ text, blocks }) => `${text}\n${readWords(blocks)}`).join('\n'),
        },
      };
    },
    posts: () => messages().map(({ text, blocks }) => `${text}\n${readWords(blocks)}`),
    removesBot: () => void slack.workspace.channels.set(id, 'left'),
  };
}

function teamsChannel(): TestChannel {
  const { teams } = whole;
  const id = `19:canal${++channels}@thread.tacv2`;
  const messages = () => teams.service.messages.filter(({ conversation, card }) => conversation === id && card !== null);
  const messageText = ({ card }: StoredMessage) => textsOn(card as never).join('\n');
  return {
    seat(name) {
      const chatUserId = `aad-${name}-${channels}`;
      const person = teams.person(chatUserId, name);
      const visibleCards = () =>
        teams.service.messages.flatMap((message) => (person.sees(message) === message.card ? [] : [person.sees(message)]));
      return {
        chatUserId,
        seat: {
          types: (words) => person.mentionsIn(id, words),
          presses: async (label) => person.pressesIn(id, label, messages().at(-1) as StoredMessage),
          readsAlone: () =>
            [
              ...person.messages.map(messageText),
              ...visibleCards().map((card) => textsOn(card as never).join('\n')),
              ...person.notices,
            ].join('\n'),
        },
      };
    },
    posts: () => messages().map(messageText),
    removesBot: () => void teams.service.left.add(id),
  };
}

const createChannel: Record<ChannelService, () => TestChannel> = { slack: slackChannel, teams: teamsChannel };

describe.each(channelServices)('a channel of %s', (service) => {
  let boss: Person;
  let ana: Person;
  let topic: { id: number; name: string };
  let channel: TestChannel;
  let bossSeat: ChannelSeat;
  let anaSeat: ChannelSeat;

  async function seated(person: Person): Promise<ChannelSeat> {
    const { chatUserId, seat } = channel.seat(person.firstName);
    const workspace = service === 'slack' ? installation.teamId : whole.teams.settings.tenantId;
    const account = { service, workspace, chatUserId, displayName: person.firstName, linkedAt: NOW };
    await whole.firm.app.db('chatLinks').insert({ ...account, userId: person.id });
    return seat;
  }

  beforeEach(async () => {
    const db = given(whole.firm.app.db);
    boss = await db.manager({ firstName: `Marta${channels}` });
    ana = await db.person({ firstName: `Ana${channels}` });
    topic = await db.topic({ name: `Producción ${service} ${channels}` });
    channel = createChannel[service]();
    [bossSeat, anaSeat] = [await seated(boss), await seated(ana)];
  });

  const assigns = async (description: string): Promise<Pick<Activity, 'id'>> => {
    const { client } = await whole.firm.app.as(boss);
    return client.assignActivity({
      topicId: topic.id,
      assigneeId: ana.id,
      description,
      priority: 'normal',
      dueOn: day('2026-12-01'),
      repeats: null,
    });
  };
  const says = (seat: ChannelSeat, words: string) => vi.waitFor(() => expect(seat.readsAlone()).toContain(words), patience);
  const begins = async () => {
    await bossSeat.types(`tema ${topic.name.toUpperCase()}`);
    await says(bossSeat, 'Desde ahora se avisa en');
  };
  const announced = (count: number) => vi.waitFor(() => expect(channel.posts()).toHaveLength(count), patience);

  it('receives one message for what happens under a topic, with folios only, and each reader opens what they may see', async () => {
    await anaSeat.types(`tema ${topic.name}`);
    await says(anaSeat, 'avisar de un tema en un canal');
    await begins();
    await bossSeat.types('tema');
    await says(bossSeat, 'Lo pidió');

    const [one, other] = [await assigns('Sellar las cajas'), await assigns('Pintar la puerta')];
    await (await whole.firm.app.as(boss)).client.cancelActivity({ activityId: other.id });
    whole.later(GATHERED_S);
    await announced(1);
    const [post = ''] = channel.posts();
    for (const words of ['Asignadas · 1', `Actividad ${one.id}`, 'Canceladas · 1', `Actividad ${other.id}`]) expect(post).toContain(words);
    expect(post).not.toMatch(/Sellar|Pintar/);

    const { seat: stranger } = channel.seat('Desconocida');
    await stranger.presses('Ver');
    await says(stranger, 'Vincula tu cuenta');
    await bossSeat.presses('Ver');
    await says(bossSeat, 'Sellar las cajas');
    whole.later(GATHERED_S);
    expect(channel.posts()).toHaveLength(1);
    expect(channel.posts()[0]).not.toMatch(/Sellar/);
  });

  it('receives nothing after an authorized person presses «Dejar de avisar», or types it', async () => {
    await begins();
    await assigns('Sellar las cajas');
    whole.later(GATHERED_S);
    await announced(1);
    await anaSeat.presses('Dejar de avisar');
    await says(anaSeat, 'avisar de un tema en un canal');
    await bossSeat.presses('Dejar de avisar');
    await says(bossSeat, `Aquí ya no se avisa del tema «${topic.name}».`);
    await begins();
    await bossSeat.types(`tema ${topic.name} no`);
    await vi.waitFor(async () => expect(await whole.firm.app.db('topicChannels').where({ topicId: topic.id })).toEqual([]), patience);
    await assigns('Pintar la puerta');
    whole.later(GATHERED_S);
    expect(channel.posts()).toHaveLength(1);
  });

  it('is not retried after the bot was removed from it, and the history says why', async () => {
    await begins();
    channel.removesBot();
    await assigns('Sellar las cajas');
    whole.later(GATHERED_S);
    const ended = () => whole.firm.app.db('adminHistory').where({ act: 'topicChannel.end', subject: topic.name }).first();
    await vi.waitFor(async () => expect((await ended())?.after).toMatchObject({ reason: 'refused' }), patience);
    expect(await whole.firm.app.db('topicChannels').where({ topicId: topic.id })).toEqual([]);
  });
});

it('a channel of Slack is refused where the bot is not, and where another company reads it', async () => {
  const boss = await given(whole.firm.app.db).manager({ firstName: 'Julia' });
  await given(whole.firm.app.db).topic({ name: 'Almacén' });
  const julia = whole.slack.person('Julia');
  const account = { service: 'slack', workspace: installation.teamId, chatUserId: julia.id, displayName: 'Julia', linkedAt: NOW };
  await whole.firm.app.db('chatLinks').insert({ ...account, userId: boss.id });
  const reads = () =>
    julia
      .ephemeralMessages()
      .map(({ text }) => text)
      .join('\n');
  for (const [state, words] of [
    ['left', 'Invítame con /invite'],
    ['archived', 'está archivado'],
    ['shared', 'se comparte con otra empresa'],
  ] as const) {
    whole.slack.workspace.channels.set(`C0${state}`, state);
    await julia.types('tema almacén', { in: { id: `C0${state}`, name: state } });
    await vi.waitFor(() => expect(reads()).toContain(words), patience);
  }
  expect(await whole.firm.app.db('topicChannels').where({ userId: boss.id })).toEqual([]);
});
