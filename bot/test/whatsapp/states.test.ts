import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Card } from '../../src/card.ts';
import { NotPosted } from '../../src/request.ts';
import type { Failure, SentMessage, StatusName } from '../doubles/whatsapp/cloud-api.ts';
import { type RunningBot, startBot } from './running-bot.ts';

const HOUR = 60 * 60_000;
const card: Card = {
  title: 'Empacar vence mañana',
  groups: [],
  buttons: [{ label: 'Iniciar Trabajo', press: { flow: 'start', activity: 12, view: 'v' } }],
  activityIds: [12],
};

let bot: RunningBot;
let ana: ReturnType<RunningBot['whatsapp']['person']>;
let conversation: string;
let marks = 0;
beforeAll(async () => {
  bot = await startBot();
});
afterAll(() => bot.stop());
beforeEach(async () => {
  bot.whatsapp.announces(['sent', 'delivered']);
  bot.newDay();
  ana = bot.whatsapp.person('Ana');
  await ana.says('hola');
  await bot.whatsapp.settled();
  conversation = bot.requests.at(-1)?.asker.conversation ?? '';
  bot.requests.length = 0;
});
const post = (mark = `mark-${++marks}`) => bot.channel.chat.post(conversation, card, mark);
const failureOfLast = (mark: string) =>
  bot.whatsapp.makeStatus({ ...(bot.whatsapp.state.sent.at(-1) as SentMessage), failedWith: 131026 }, 'failed', mark);
const failure = async () => {
  const error = await post().catch((reason: unknown) => reason);
  if (!(error instanceof NotPosted)) throw error;
  const { isCertain, isFinal, isOurs } = error;
  return { isCertain, isFinal, isOurs };
};

describe('a posted card', () => {
  it.each<[string, StatusName[]]>([
    ['in order', ['sent', 'delivered', 'read']],
    ['the last first', ['read', 'delivered', 'sent']],
    ['each twice', ['delivered', 'sent', 'delivered', 'sent']],
    ['read only, because the person had the chat open', ['read']],
  ])('is posted once where its states come %s', async (_, names) => {
    bot.whatsapp.announces(names);
    const before = ana.messages().length;
    const id = await post();
    await bot.whatsapp.settled();
    expect(
      ana
        .messages()
        .slice(before)
        .map((each) => each.id),
    ).toContain(id);
    expect(ana.reads().split('Empacar vence mañana')).toHaveLength(2);
  });

  it('counts as posted where no state comes', async () => {
    const impatient = await startBot({ statusMs: 1 });
    impatient.whatsapp.announces([]);
    const eva = impatient.whatsapp.person('Eva');
    await eva.says('hola');
    const id = await impatient.channel.chat.post(impatient.requests[0]?.asker.conversation ?? '', card, 'silent');
    expect(eva.messages().at(-1)?.id).toBe(id);
    await impatient.stop();
  });

  it.each<[string, Failure, { isCertain: boolean; isFinal: boolean; isOurs: boolean }]>([
    ['a limit of rate', { code: 130429 }, { isCertain: true, isFinal: false, isOurs: false }],
    ['too many to one person', { code: 131056 }, { isCertain: true, isFinal: false, isOurs: false }],
    ['a limit by its status', { code: 4, status: 429 }, { isCertain: true, isFinal: false, isOurs: false }],
    ['a token that has ended', { code: 190, status: 401 }, { isCertain: true, isFinal: true, isOurs: true }],
    ['a locked account', { code: 131031, status: 403 }, { isCertain: true, isFinal: true, isOurs: true }],
    ['a refused message', { code: 131009 }, { isCertain: true, isFinal: true, isOurs: false }],
    ['a server that fails', { code: 131000, status: 500 }, { isCertain: false, isFinal: false, isOurs: false }],
    ['a connection that breaks', { breaks: 'before' }, { isCertain: false, isFinal: false, isOurs: false }],
    ['a person without WhatsApp', { failedWith: 131026 }, { isCertain: true, isFinal: true, isOurs: false }],
    ['a limit that a state tells', { failedWith: 131048 }, { isCertain: true, isFinal: false, isOurs: false }],
  ])('is not posted after %s, and says whether it may be tried again', async (_, planned, expected) => {
    bot.whatsapp.fail(planned);
    expect(await failure()).toEqual(expected);
    await bot.whatsapp.settled();
    expect(bot.whatsapp.templates().filter(({ contact }) => contact === ana.contact)).toEqual([]);
  });

  it('is sent again under a mark that was used before, as a greeting after a new link', async () => {
    await post('greet MX.1');
    await post('greet MX.1');
    expect(ana.reads().split('Empacar vence mañana')).toHaveLength(3);
  });

  it('is sent whole where a part of it failed and it is shorter at the next try', async () => {
    const long = { ...card, intro: 'Larga '.repeat(200) };
    bot.whatsapp.state.failures.push(undefined as never, { code: 131056 });
    await expect(bot.channel.chat.post(conversation, long, 'shrinks')).rejects.toThrow();
    await bot.channel.chat.post(conversation, card, 'shrinks');
    await bot.whatsapp.settled();
    expect(ana.offered('Iniciar Trabajo')).toBeDefined();
  });

  it('sends no part twice where a later part failed', async () => {
    const long = { ...card, intro: 'Larga '.repeat(200) };
    bot.whatsapp.state.failures.push(undefined as never, { code: 131056 });
    await expect(bot.channel.chat.post(conversation, long, 'again')).rejects.toThrow();
    await bot.channel.chat.post(conversation, long, 'again');
    await bot.whatsapp.settled();
    expect(ana.reads().split('Empacar vence mañana')).toHaveLength(2);
    expect(ana.offered('Iniciar Trabajo')).toBeDefined();
  });

  it('goes by email where its failure comes after it counted as sent, and not where the failure is its outcome', async () => {
    bot.returned.length = 0;
    const [mark, refused] = [randomUUID(), randomUUID()];
    await post(mark);
    await bot.whatsapp.settled();
    await bot.whatsapp.deliver({ statuses: [failureOfLast(mark)] });
    expect(bot.returned).toEqual([]);
    bot.whatsapp.announces(['sent']);
    const late = randomUUID();
    await post(late);
    await bot.whatsapp.settled();
    const failed = failureOfLast(late);
    await bot.whatsapp.deliver({ statuses: [failed, failed] });
    await bot.whatsapp.deliver({ statuses: [failed] });
    bot.whatsapp.fail({ failedWith: 131026 });
    await expect(post(refused)).rejects.toMatchObject({ isFinal: true });
    await bot.whatsapp.settled();
    expect(bot.returned).toEqual([late]);
  });

  it('is found again by its mark, where the answer was lost and its state came', async () => {
    bot.whatsapp.fail({ breaks: 'after' });
    await expect(post('lost')).rejects.toMatchObject({ isCertain: false, isFinal: false });
    await bot.whatsapp.settled();
    const id = await bot.channel.chat.find(conversation, 'lost');
    expect(id).toBe(ana.messages().at(-1)?.id);
    expect(await bot.channel.chat.find(conversation, 'never')).toBeNull();
  });
});

describe('after 24 hours without a message of the person', () => {
  const templates = () => bot.whatsapp.templates().filter(({ contact }) => contact === ana.contact);

  it('one template a day goes out, the card waits, and nothing else is sent', async () => {
    bot.later(24 * HOUR + 60_000);
    expect(await failure()).toEqual({ isCertain: true, isFinal: false, isOurs: false });
    expect(await failure()).toEqual({ isCertain: true, isFinal: false, isOurs: false });
    expect(templates()).toHaveLength(1);
    expect(ana.reads()).not.toContain('Empacar vence mañana');
    bot.newDay();
    await failure();
    expect(templates()).toHaveLength(2);
  });

  it('the same happens where the bot thinks the window open and a state says that it is closed', async () => {
    bot.whatsapp.fail({ failedWith: 131047 });
    expect(await failure()).toEqual({ isCertain: true, isFinal: false, isOurs: false });
    expect(templates()).toHaveLength(1);
  });

  it('the answer to the template opens the window, and the card arrives', async () => {
    bot.later(24 * HOUR + 60_000);
    await failure();
    const [template] = templates();
    if (!template) throw new Error('no template');
    await ana.presses('Ver mis actividades', template);
    expect(bot.requests).toMatchObject([{ kind: 'press' }]);
    conversation = bot.requests.at(-1)?.asker.conversation ?? '';
    await post();
    expect(ana.reads()).toContain('Empacar vence mañana');
  });

  it.each([132001, 132007, 132015, 132016])(
    'a template that Meta refuses with %i is warned of, and leaves the card to the email',
    async (code) => {
      bot.later(24 * HOUR + 60_000);
      bot.whatsapp.state.templateRefusal = code;
      bot.warnings.length = 0;
      expect(await failure()).toEqual({ isCertain: true, isFinal: false, isOurs: false });
      bot.whatsapp.state.templateRefusal = null;
      await vi.waitFor(() => expect(bot.warnings.join('\n')).toContain(String(code)), 30_000);
    },
  );
});
