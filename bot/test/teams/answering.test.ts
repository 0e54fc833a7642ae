import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectWithin, isDeep } from '../../../core/test/deep.ts';
import { RESPONSE_LIMITS } from '../../src/channels/teams/receiver.ts';
import { buttonsOn, inputsOn, type TeamsPerson, textsOn } from '../doubles/teams/teams-double.ts';
import { aCard, completing } from './cards.ts';
import { patientLimits, publicUrl, type RunningBot, runningBot } from './running-bot.ts';

let bot: RunningBot;
let ana: TeamsPerson;
let people = 0;

beforeAll(async () => {
  bot = await runningBot();
});
afterAll(() => bot.stop());
beforeEach(() => {
  ana = bot.teams.person(`ana-${++people}`, 'Ana');
  bot.requests.length = 0;
  bot.storedCards.length = 0;
  bot.answers(completing);
  Object.assign(bot.limits, patientLimits);
});

const cardSeen = (person: TeamsPerson) => {
  const message = person.messages.at(-1);
  const card = message && person.sees(message);
  if (!card) throw new Error('no card');
  return card;
};
const textsSeenBy = (person: TeamsPerson) => textsOn(cardSeen(person));

async function withCard(person: TeamsPerson) {
  await person.writes('actividades');
  await bot.settled();
}
/** Answers nothing until the returned function is called, which is too late for the request. The long form has the limits of the product. */
function answersLate(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(bot.limits, isDeep ? RESPONSE_LIMITS : { promptMs: 0 });
  bot.answers((request) => promise.then(() => completing(request)));
  return resolve;
}

describe('words', () => {
  it('are answered with a card to the asker alone, which follows its activities', async () => {
    const { status } = await ana.writes('  actividades\n');
    await bot.settled();
    expect(status).toBe(200);
    expect(bot.requests).toMatchObject([{ kind: 'command', words: 'actividades', asker: { service: 'teams', displayName: 'Ana' } }]);
    expect(textsSeenBy(ana)).toEqual(['Mis actividades', 'Vencidas', '▲ Inventario anual', 'Fecha de entrega: 19/11/2026']);
    const [message] = ana.messages;
    expect(message?.summary).toBe('Mis actividades');
    expect(bot.storedCards).toEqual([{ message: message?.id, press: { flow: 'activities' }, activityIds: [7] }]);
  });

  it('said in a channel are answered to the asker alone, and the channel receives nothing of it', async () => {
    await ana.mentionsIn('19:general@thread.tacv2', 'resumen');
    await bot.settled();
    const [request] = bot.requests;
    expect(request).toMatchObject({ kind: 'command', words: 'resumen', place: { name: 'General' } });
    expect(JSON.parse((request as { place: { conversation: string } }).place.conversation)).toMatchObject({
      conversation: '19:general@thread.tacv2',
      user: null,
    });
    expect(JSON.parse(request?.asker.conversation ?? '')).toMatchObject({ conversation: null });
    expect(textsSeenBy(ana)).toContain('▲ Inventario anual');
    const inChannel = bot.teams.service.messages.filter(({ conversation }) => conversation.startsWith('19:general'));
    expect(inChannel.map(({ card }) => card && textsOn(card))).toEqual([['Te contesto en nuestro chat personal.']]);
  });

  it('act once however often they are delivered', async () => {
    await ana.writes('actividades', { times: 4 });
    await bot.settled();
    expect(bot.requests).toHaveLength(1);
    expect(ana.messages).toHaveLength(1);
  });

  it('of two people whose events have the same id are answered to each', async () => {
    const luis = bot.teams.person(`luis-${people}`, 'Luis');
    const conversation = { id: '19:ana_luis@unq.gbl.spaces', conversationType: 'personal', tenantId: bot.teams.settings.tenantId };
    const same = { type: 'message', text: 'actividades', id: 'same', conversation };
    for (const person of [ana, luis]) await bot.teams.deliver(person.activity(same));
    await bot.settled();
    expect(bot.requests.map(({ asker }) => asker.displayName)).toEqual(['Ana', 'Luis']);
    expect(luis.messages).toHaveLength(1);
  });

  it('of people outside the company are ignored', async () => {
    await bot.teams.deliver(ana.activity({ type: 'message', text: 'ayuda', from: { id: '29:ghost', name: 'Gerente' } }));
    await bot.teams.deliver(
      ana.activity({ type: 'message', text: 'ayuda', conversation: { id: '../../v3', tenantId: bot.teams.settings.tenantId } }),
    );
    await bot.settled();
    expect(bot.requests).toEqual([]);
  });

  it('are answered by what the bot is for when somebody adds it', async () => {
    await ana.installs();
    await bot.settled();
    expect(bot.requests).toMatchObject([{ kind: 'home' }]);
    expect(ana.messages).toHaveLength(1);
  });
});

describe('a press', () => {
  it('leads from the card over a form to done, in the place of the card', async () => {
    await withCard(ana);
    await ana.presses('Marcar completado');
    expect(inputsOn(cardSeen(ana))).toMatchObject([{ type: 'Input.Text', label: 'Resolución', isRequired: true }]);

    await ana.presses('Completar', { Resolución: 'ab' });
    expect(textsSeenBy(ana)).toContain('▲ Este campo es obligatorio.');
    expect(inputsOn(cardSeen(ana))).toMatchObject([{ value: 'ab' }]);

    await ana.presses('Completar', { Resolución: 'Contado y firmado' });
    await bot.settled();
    expect(bot.requests.at(-1)).toMatchObject({
      kind: 'submit',
      press: { flow: 'complete', activityId: 7 },
      values: { resolution: 'Contado y firmado' },
    });
    ana.comesBack();
    expect(ana.messages).toHaveLength(1);
    expect(textsSeenBy(ana)).toEqual(['Actividad completada', 'Mis actividades', 'Nada pendiente.']);
  });

  it('on a form that is left brings the card back, and so does closing Teams', async () => {
    await withCard(ana);
    await ana.presses('Marcar completado');
    await ana.presses('Volver');
    expect(bot.requests.at(-1)).toMatchObject({ kind: 'press', press: { flow: 'activities' } });
    expect(textsSeenBy(ana)).toContain('▲ Inventario anual');
    await ana.presses('Marcar completado');
    ana.comesBack();
    expect(textsSeenBy(ana)).toContain('▲ Inventario anual');
  });

  it('that takes long is answered at once, and the card changes when the answer comes', async () => {
    await withCard(ana);
    await ana.presses('Marcar completado');
    const answer = answersLate();
    const { ms } = await ana.presses('Completar', { Resolución: 'Contado y firmado' });
    expectWithin(ms, 500);
    expect(ana.notices).toEqual(['Un momento…']);
    answer();
    await bot.settled();
    ana.comesBack();
    expect(textsSeenBy(ana)).toContain('Actividad completada');
    expect(ana.messages).toHaveLength(1);
  });

  it('whose form takes long gets it in the place of the card, with a way back', async () => {
    await withCard(ana);
    const answer = answersLate();
    await ana.presses('Marcar completado');
    answer();
    await bot.settled();
    expect(buttonsOn(cardSeen(ana)).map(({ title }) => title)).toEqual(['Completar', 'Volver']);
  });

  it('delivered four times acts once, and every delivery is answered the same', async () => {
    await withCard(ana);
    await ana.presses('Marcar completado');
    const requestCount = bot.requests.length;
    await ana.presses('Completar', { Resolución: 'Contado y firmado' }, ana.messageWith('Completar'), { times: 4 });
    await bot.settled();
    expect(bot.requests).toHaveLength(requestCount + 1);
    expect(ana.messages.map(({ changes }) => changes)).toEqual([1]);
  });

  it('of nothing that the bot drew is refused in words', async () => {
    for (const data of [
      null,
      {},
      { verb: 'press' },
      { verb: 'rm', press: { flow: 'x' } },
      { verb: 'press', press: { flow: 'x', deep: {} } },
    ]) {
      const { body } = await bot.teams.deliver(ana.invocation(data));
      expect(body).toMatchObject({ value: 'Este botón ya no sirve. Escribe «actividades» para ver lo actual.' });
    }
    expect(bot.requests).toEqual([]);
  });

  it('that asks first stands behind its question', async () => {
    const confirm = { label: 'Desvincular', press: { flow: 'unlink' }, confirm: '¿Desvincular esta cuenta?' };
    bot.answers(() => ({ kind: 'card', card: aCard({ groups: [], buttons: [confirm] }) }));
    await withCard(ana);
    expect(JSON.stringify(cardSeen(ana))).toContain('"type":"Action.ShowCard","title":"Desvincular"');
    await ana.presses('Desvincular');
    expect(bot.requests.at(-1)).toMatchObject({ press: { flow: 'unlink' } });
  });
});

describe('an image', () => {
  const png = Buffer.from('89504e470d0a1a0a', 'hex');

  it('as an answer to a card is evidence of what the card shows', async () => {
    await withCard(ana);
    await ana.sendsImage(png, { answering: ana.messages[0] as never });
    await bot.settled();
    const request = bot.requests.at(-1);
    expect(request).toMatchObject({ kind: 'images', activityIds: [7], images: [{ name: 'foto.png' }] });
    const { reference = '' } = (request?.kind === 'images' && request.images[0]) || {};
    expect(Buffer.from(await (await bot.channel.chat.fetchImage(reference)).arrayBuffer())).toEqual(png);
  });

  it('may be a document, and nothing else of the person’s store', async () => {
    await withCard(ana);
    await ana.sendsFile(Buffer.from('%PDF-'), 'acta.pdf', ana.messages[0] as never);
    await bot.settled();
    const request = bot.requests.at(-1);
    expect(request).toMatchObject({ kind: 'images', activityIds: [7], images: [{ name: 'acta.pdf' }] });
    const { reference = '' } = (request?.kind === 'images' && request.images[0]) || {};
    expect(await (await bot.channel.chat.fetchImage(reference)).text()).toBe('%PDF-');
    await ana.sendsFile(Buffer.from('MZ'), 'acta.exe', ana.messages[0] as never);
    await bot.settled();
    expect(bot.requests.at(-1)?.kind).not.toBe('images');
  });

  it('that answers nothing is of no activity yet', async () => {
    await ana.sendsImage(png);
    await bot.settled();
    expect(bot.requests).toMatchObject([{ kind: 'images', activityIds: [] }]);
  });

  it('as an answer to what somebody else was shown is of no activity yet', async () => {
    await withCard(ana);
    const luis = bot.teams.person(`luis-${people}`, 'Luis');
    await luis.sendsImage(png, { answering: ana.messages[0] as never });
    await bot.settled();
    expect(bot.requests.at(-1)).toMatchObject({ kind: 'images', activityIds: [], asker: { displayName: 'Luis' } });
  });

  it('beside a quotation made to be hard to read is read at once', async () => {
    const content = '<blockquote itemtype="http://schema.skype.com/Reply"'.repeat(500);
    const image = { contentType: 'image/png', contentUrl: bot.teams.service.keepImage(png) };
    const attachments = [image, { contentType: 'text/html', content }];
    const { ms } = await bot.teams.deliver(ana.activity({ type: 'message', text: '', attachments }));
    await bot.settled();
    expectWithin(ms, 500);
    expect(bot.requests).toMatchObject([{ kind: 'images', activityIds: [] }]);
  });

  it('that lies elsewhere is no image', async () => {
    const contentUrl = 'http://127.0.0.1:1/v3/attachments/x/views/original';
    await bot.teams.deliver(ana.activity({ type: 'message', text: 'mira', attachments: [{ contentType: 'image/png', contentUrl }] }));
    await bot.settled();
    expect(bot.requests).toMatchObject([{ kind: 'command', words: 'mira' }]);
    await expect(bot.channel.chat.fetchImage(contentUrl)).rejects.toThrow('elsewhere');
  });
});

describe('a link of the product', () => {
  const link = `${publicUrl}/Consult_Activitie_Assigned/41`;

  it('shows its folio and a button, and asks nobody anything', async () => {
    const { body } = await ana.pastesLink(link);
    const [{ content }] = (body as { composeExtension: { attachments: [{ content: never }] } }).composeExtension.attachments;
    expect(textsOn(content)).toEqual(['Actividad 41 de Bitácora']);
    expect(buttonsOn(content)).toMatchObject([{ title: 'Ver', data: { verb: 'look', press: { activityId: 41 } } }]);
    expect(bot.requests).toEqual([]);
  });

  it('answers the person who presses, under their own rights and for them alone', async () => {
    const luis = bot.teams.person(`luis-${people}`, 'Luis');
    const before = bot.teams.service.messages.length;
    const conversation = { id: '19:ana_luis@unq.gbl.spaces', conversationType: 'personal', tenantId: bot.teams.settings.tenantId };
    const data = { verb: 'look', press: { flow: 'look', activityId: 41 } };
    const { body } = await bot.teams.deliver(luis.invocation(data, 'look', { conversation, replyToId: '1' }));
    await bot.settled();
    expect(body).toMatchObject({ type: 'application/vnd.microsoft.card.adaptive' });
    expect(bot.requests).toMatchObject([{ kind: 'look', activityId: 41, asker: { chatUserId: `luis-${people}` } }]);
    // The chat of two people is never taken for Luis's chat with the bot.
    expect(JSON.parse(bot.requests[0]?.asker.conversation ?? '')).toMatchObject({ conversation: null });
    expect(bot.teams.service.messages).toHaveLength(before);
  });

  it.each([
    'https://evil.example/Consult_My_Activity/41',
    `${publicUrl}.evil.example/Consult_My_Activity/41`,
    `${publicUrl}/Admin_Users`,
    `${publicUrl}/Consult_My_Activity/41/../../x`,
    'no link',
  ])('is not %s', async (other) => {
    expect((await ana.pastesLink(other)).body).toEqual({});
  });
});

describe('the personal tab', () => {
  const readCard = (body: unknown) => (body as { tab: { value: { cards: [{ card: never }] } } }).tab.value.cards[0].card;

  it('shows home, and acts in it', async () => {
    const { body } = await ana.opensTab();
    expect(textsOn(readCard(body))).toContain('▲ Inventario anual');
    expect(buttonsOn(readCard(body)).map(({ type, title }) => `${type} ${title}`)).toEqual([
      'Action.Submit Marcar completado',
      'Action.Submit Actualizar',
    ]);
    const { data } = buttonsOn(readCard(body)).at(-2) ?? {};
    const form = await ana.pressesInTab(data ?? {});
    expect(inputsOn(readCard(form.body))).toHaveLength(1);
    expect(bot.requests.map(({ kind }) => kind)).toEqual(['home', 'press']);
  });

  it('that waits offers to ask again', async () => {
    const answer = answersLate();
    const { body, ms } = await ana.opensTab();
    expectWithin(ms, 500);
    expect(textsOn(readCard(body))).toEqual(['Un momento…']);
    answer();
    await ana.pressesInTab(buttonsOn(readCard(body))[0]?.data ?? {});
    expect(bot.requests.at(-1)).toMatchObject({ kind: 'home' });
  });
});
