import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FormField } from '../../src/card.ts';
import type { ChatAnswer, ChatRequest } from '../../src/request.ts';
import { readLabels, readWords } from '../doubles/slack/person.ts';
import { card, form } from './cards.ts';
import { patientLimits, type RunningBot, startBot } from './running-bot.ts';

let bot: RunningBot;
beforeAll(async () => {
  bot = await startBot();
});
afterAll(() => bot.stop());
afterEach(() => {
  bot.requests.length = 0;
  bot.storedCards.length = 0;
  Object.assign(bot.limits, patientLimits);
});

/** Answers nothing until the returned function is called. */
function answersLater(answer: ChatAnswer): () => void {
  const { promise, resolve } = Promise.withResolvers<ChatAnswer>();
  bot.answers(() => promise);
  return () => resolve(answer);
}

/** Somebody new with a card in front of them. */
async function withCard(name = 'Ana López') {
  const person = bot.slack.person(name);
  bot.answers({ kind: 'card', card: card() });
  await person.types('');
  const message = await bot.slack.until(() => person.messages()[0]);
  await bot.slack.until(() => bot.storedCards[0]);
  bot.requests.length = 0;
  bot.storedCards.length = 0;
  return { person, message };
}

describe('a command', () => {
  it('is answered by a card in the conversation with the asker alone, and the card is kept', async () => {
    const ana = bot.slack.person('Ana López');
    bot.answers({ kind: 'card', card: card() });

    const [reply] = await ana.types('por verificar');

    expect(reply).toMatchObject({ status: 200, body: '' });
    const message = await bot.slack.until(() => ana.messages()[0]);
    expect(readWords(message.blocks)).toContain('🚩 *<https://bitacora.example.com/Consult_My_Activity/12|12 · Revisar');
    expect(readWords(message.blocks)).toContain('Revisar &lt;extintores&gt; &amp; rampas');
    expect(readLabels(message.blocks)).toEqual(['Iniciar Trabajo', 'Marcar completado', 'Abrir en la web']);
    await bot.slack.until(() => bot.storedCards[0]);
    expect(bot.storedCards).toEqual([{ message: message.ts, press: { flow: 'my-activities' }, activityIds: [12] }]);
    expect(bot.requests).toEqual([
      {
        kind: 'command',
        words: 'por verificar',
        deliveryId: expect.any(String),
        asker: { service: 'slack', workspace: 'T0BITACORA', chatUserId: ana.id, displayName: 'Ana López', conversation: ana.conversation },
      },
    ]);
  });

  it('typed in a channel shows nothing there: the card goes to the asker alone, who is informed', async () => {
    const ana = bot.slack.person('Ana López');
    bot.answers({ kind: 'card', card: card() });

    await ana.types('', { in: { id: 'C0OPERACIONES', name: 'operaciones' } });

    const notice = await bot.slack.until(() => ana.ephemeralMessages()[0]);
    expect(notice.text).toBe('Te respondí en tu conversación con Bitácora.');
    expect(ana.messages()).toHaveLength(1);
    expect(bot.slack.workspace.messages.some(({ channel }) => channel === 'C0OPERACIONES')).toBe(false);
    expect(bot.requests[0]).toMatchObject({ place: { conversation: 'C0OPERACIONES', name: 'operaciones' } });
  });

  it('is also what somebody writes to the bot', async () => {
    const ana = bot.slack.person('Ana López');
    bot.answers({ kind: 'sentence', sentence: 'No entendí <eso>.' });

    await ana.says('qué tal');

    const message = await bot.slack.until(() => ana.messages()[0]);
    expect(message.text).toBe('No entendí &lt;eso&gt;.');
    expect(bot.requests[0]).toMatchObject({ kind: 'command', words: 'qué tal' });
  });
});

describe('a button', () => {
  it('has its card drawn anew in its place, and the sentence said to the presser alone', async () => {
    const { person, message } = await withCard();
    const next = card({ title: 'Actividad 12', press: { flow: 'one', id: 12 } });
    bot.answers({ kind: 'card', card: next, sentence: 'Trabajo iniciado.' });

    await person.presses('Iniciar Trabajo', message);

    await bot.slack.until(() => person.ephemeralMessages()[0]);
    expect(message).toMatchObject({ updates: 1 });
    expect(readWords(message.blocks)).toContain('Actividad 12');
    expect(person.ephemeralMessages()[0]?.text).toBe('Trabajo iniciado.');
    expect(person.messages()).toHaveLength(1);
    expect(bot.requests).toMatchObject([{ kind: 'press', press: { flow: 'start', id: 12 } }]);
    expect(bot.storedCards).toEqual([{ message: message.ts, press: { flow: 'one', id: 12 }, activityIds: [12] }]);
  });

  it('whose answer takes long opens a modal that says so, and later its outcome', async () => {
    const { person, message } = await withCard();
    bot.limits.waitingModalMs = 1;
    const answer = answersLater({ kind: 'sentence', sentence: 'Trabajo iniciado.' });

    await person.presses('Iniciar Trabajo', message);

    const modal = await bot.slack.until(() => person.modal());
    expect(readWords(modal.blocks)).toBe('Un momento… Si en un minuto sigue igual, revisa la actividad antes de repetirlo.');
    answer();
    await bot.slack.until(() => readWords(modal.blocks) === 'Trabajo iniciado.');
  });

  it('that only leads to the web asks nothing', async () => {
    const { person, message } = await withCard();

    const [reply] = await person.presses('Abrir en la web', message);

    expect(reply).toMatchObject({ status: 200 });
    expect(bot.requests).toEqual([]);
  });

  it('of somebody else acts for who presses it, who is answered alone: the card of the other is not touched', async () => {
    const { message } = await withCard('Ana López');
    const beto = bot.slack.person('Beto Ruiz');
    bot.answers({ kind: 'card', card: card({ title: 'Lo de Beto' }) });

    await beto.presses('Iniciar Trabajo', message);

    const notice = await bot.slack.until(() => beto.ephemeralMessages()[0]);
    expect(readWords(notice.blocks)).toContain('Lo de Beto');
    expect(message.updates).toBe(0);
    expect(bot.requests[0]?.asker.chatUserId).toBe(beto.id);
  });

  it('whose card can no longer be changed is answered by a new one', async () => {
    const { person, message } = await withCard();
    bot.slack.fail('chat.update', { error: 'message_not_found' });

    await person.presses('Iniciar Trabajo', message);

    await bot.slack.until(() => person.messages().length === 2);
    await bot.slack.until(() => bot.storedCards[0]);
    expect(bot.storedCards[0]?.message).toBe(person.messages()[1]?.ts);
  });

  it('is drawn anew after a pause where Slack asks for one', async () => {
    const { person, message } = await withCard();
    bot.slack.fail('chat.update', { retryAfter: 1 });

    await person.presses('Iniciar Trabajo', message);

    await bot.slack.until(() => message.updates === 1);
  });
});

describe('a form', () => {
  async function openModal() {
    const { person, message } = await withCard();
    bot.answers({ kind: 'form', form: form() });
    await person.presses('Marcar completado', message);
    const modal = await bot.slack.until(() => person.modal());
    bot.requests.length = 0;
    return { person, message, modal };
  }

  it('is a modal; what is sent comes with the values, and its outcome is drawn into both', async () => {
    const { person, message, modal } = await openModal();
    expect(modal).toMatchObject({ title: 'Marcar completado', callbackId: 'form' });
    const answer = answersLater({ kind: 'card', card: card({ title: 'Actividad 12' }), sentence: 'Actividad completada' });

    const [reply] = await person.fills({ resolution: 'Quedó listo' });

    expect(reply?.body).toMatchObject({ response_action: 'update' });
    expect(readWords(modal.blocks)).toBe('Guardando… Si en un minuto sigue igual, revisa la actividad antes de repetirlo.');
    await bot.slack.until(() => bot.requests[0]);
    answer();
    await bot.slack.until(() => readWords(modal.blocks) === 'Actividad completada');
    expect(readWords(message.blocks)).toContain('Actividad 12');
    expect(bot.requests).toMatchObject([
      { kind: 'submit', press: { flow: 'complete', id: 12 }, values: { resolution: 'Quedó listo', closedOn: '2026-11-20' } },
    ]);
  });

  it('sent with a mistake comes back with what was typed and the sentence at its field, and may be sent again', async () => {
    const { person, modal } = await openModal();
    const [resolution, ...rest] = form().fields as [FormField, ...FormField[]];
    const wrong = { ...resolution, value: 'mal', error: 'Escribe la resolución final.' };
    bot.answers({ kind: 'form', form: form({ fields: [wrong, ...rest] }) });
    await person.fills({ resolution: 'mal' });
    await bot.slack.until(() => readWords(modal.blocks).includes('⚠️ Escribe la resolución final.'));
    expect(JSON.stringify(modal.blocks)).toContain('"initial_value":"mal"');

    bot.answers({ kind: 'sentence', sentence: 'Actividad completada' });
    await person.fills({ resolution: 'bien' });

    await bot.slack.until(() => readWords(modal.blocks) === 'Actividad completada');
    expect(bot.requests).toMatchObject([{ values: { resolution: 'mal' } }, { values: { resolution: 'bien' } }]);
    expect(new Set(bot.requests.map(({ deliveryId }) => deliveryId)).size).toBe(2);
  });

  it('whose modal is already closed reports its outcome beside the card', async () => {
    const { person } = await openModal();
    const answer = answersLater({ kind: 'sentence', sentence: 'Actividad completada' });
    await person.fills({ resolution: 'bien' });
    person.closesModal();
    answer();

    const notice = await bot.slack.until(() => person.ephemeralMessages()[0]);
    expect(notice.text).toBe('Actividad completada');
  });

  it('that comes when its trigger is too old for a modal stands in a message', async () => {
    const { person, message } = await withCard();
    bot.limits.triggerMs = -1;
    bot.answers({ kind: 'form', form: form() });
    await person.presses('Marcar completado', message);
    const posted = await bot.slack.until(() => person.messages()[1]);
    expect(readLabels(posted.blocks)).toEqual(['Completar']);
    expect(person.modal()).toBeUndefined();
  });

  it('that no modal can be opened for is filled in inside a message, which gives way to the outcome', async () => {
    const ana = bot.slack.person('Ana López');
    bot.answers({ kind: 'form', form: form() });
    await ana.says('completar 12');
    const message = await bot.slack.until(() => ana.messages()[0]);
    expect(readLabels(message.blocks)).toEqual(['Completar']);

    bot.answers({ kind: 'card', card: card({ title: 'Actividad 12' }), sentence: 'Actividad completada' });
    await ana.presses('Completar', message, { values: { resolution: 'Quedó listo' } });

    await bot.slack.until(() => message.updates === 1);
    expect(readWords(message.blocks)).toContain('Actividad 12');
    expect(bot.requests[1]).toMatchObject({ kind: 'submit', values: { resolution: 'Quedó listo', closedOn: '2026-11-20' } });
  });
});

describe('a home, a link and an image', () => {
  it('draws the home for who opens it, and draws it anew after a button of it', async () => {
    const ana = bot.slack.person('Ana López');
    bot.answers({ kind: 'card', card: card({ title: 'Actividades de Ana' }) });
    await ana.opensHome();
    const home = await bot.slack.until(() => ana.home());
    expect(readWords(home.blocks)).toContain('Actividades de Ana');

    bot.answers({ kind: 'card', card: card({ title: 'Sigue' }), sentence: 'Trabajo iniciado.' });
    await ana.presses('Iniciar Trabajo', home);

    const homeTab = await bot.slack.until(() => ana.home()?.hash !== home.hash && ana.home());
    expect(readWords(homeTab.blocks)).toContain('Trabajo iniciado.');
    expect(ana.messages()).toEqual([]);
    await bot.slack.until(() => bot.storedCards[1]);
    const storedCard = { message: 'home', press: { flow: 'my-activities' }, activityIds: [12] };
    expect(bot.storedCards).toEqual([storedCard, storedCard]);

    await bot.channel.chat.redraw(ana.conversation, 'home', card({ title: 'Cambió en la web' }), ana.id);
    expect(readWords(ana.home()?.blocks ?? [])).toContain('Cambió en la web');
    expect(ana.messages()).toEqual([]);
  });

  it('shows a link of the product by its folio alone; who presses «Ver» sees it alone, under their own name', async () => {
    const ana = bot.slack.person('Ana López');
    const beto = bot.slack.person('Beto Ruiz');
    const message = await ana.shares('https://bitacora.example.com/Consult_My_Activity/12?x=1');
    await bot.slack.until(() => message.blocks.length);
    expect(readWords(message.blocks)).toBe('Actividad 12 de Bitácora\n[Ver]');
    expect(bot.requests).toEqual([]);

    bot.answers((request: ChatRequest) => ({ kind: 'card', card: card({ title: `Para ${request.asker.displayName}` }) }));
    await beto.presses('Ver', message);

    const notice = await bot.slack.until(() => beto.ephemeralMessages()[0]);
    expect(readWords(notice.blocks)).toContain('Para Beto Ruiz');
    expect(bot.requests).toMatchObject([{ kind: 'look', activityId: 12, asker: { chatUserId: beto.id } }]);
    expect(ana.ephemeralMessages()).toEqual([]);
    expect(readWords(message.blocks)).toBe('Actividad 12 de Bitácora\n[Ver]');

    bot.answers({ kind: 'card', card: card({ title: 'Ya iniciada' }) });
    await beto.presses('Iniciar Trabajo', notice);
    await bot.slack.until(() => readWords(notice.blocks).includes('Ya iniciada'));
    expect(beto.ephemeralMessages()).toHaveLength(1);
  });

  it.each([
    'https://otra.example.com/Consult_My_Activity/12',
    'https://bitacora.example.com/Home',
    'https://bitacora.example.com.evil.mx/Consult_My_Activity/12',
  ])('shows nothing of %s', async (url) => {
    const message = await bot.slack.person('Ana López').shares(url);
    await bot.slack.person('Beto').says('hola');
    await bot.slack.until(() => bot.requests[0]);
    expect(message.blocks).toEqual([]);
  });

  it('takes an image in the thread of a card for the activities of the card, and answers in the thread', async () => {
    const { person, message } = await withCard();
    bot.answers({ kind: 'sentence', sentence: 'Evidencia agregada.' });

    await person.sends([{ name: 'foto.png', bytes: Buffer.from('png') }], { to: message });

    const reply = await bot.slack.until(() => person.messages()[1]);
    expect(reply).toMatchObject({ threadTs: message.ts, text: 'Evidencia agregada.' });
    expect(bot.requests).toMatchObject([{ kind: 'images', images: [{ name: 'foto.png' }], words: '', activityIds: [12] }]);
  });

  it('takes an image outside of any thread, or in one of a person, for no activity', async () => {
    const { person, message } = await withCard();
    const own = { ...message, ts: bot.slack.workspace.nextTs(), botId: undefined, user: person.id };
    bot.slack.workspace.messages.push(own);
    await person.sends([{ name: 'foto.png', bytes: Buffer.from('png') }]);
    await person.sends([{ name: 'foto.png', bytes: Buffer.from('png') }], { to: own });
    await bot.slack.until(() => bot.requests.length === 2);
    expect(bot.requests).toMatchObject([{ activityIds: [] }, { activityIds: [] }]);
  });
});
