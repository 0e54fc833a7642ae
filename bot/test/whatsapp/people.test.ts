import { requiredName } from '@bitacora/core/contract/wire';
import { calendarDate } from '@bitacora/core/domain/calendar';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { CardForm, FormField } from '../../src/card.ts';
import { decodeImages } from '../../src/flows/attach.ts';
import { botWhatsapp } from '../../src/messages/chats.ts';
import type { SentMessage } from '../doubles/whatsapp/cloud-api.ts';
import { readMessage, type WhatsAppPerson } from '../doubles/whatsapp/person.ts';
import { type RunningBot, startBot } from './running-bot.ts';

let bot: RunningBot;
let ana: WhatsAppPerson;
beforeAll(async () => {
  bot = await startBot();
});
afterAll(() => bot.stop());
beforeEach(() => {
  bot.requests.length = 0;
  bot.warnings.length = 0;
  bot.answers({ kind: 'sentence', sentence: 'Hecho.' });
  ana = bot.whatsapp.person('Ana');
});

it('answers no program for ever, says so once, and still takes BAJA', async () => {
  const before = ana.messages().length;
  for (let sent = 0; sent < 303; sent += 1) await ana.says('Gracias por tu mensaje');
  expect(bot.requests).toHaveLength(300);
  expect(
    ana
      .messages()
      .slice(before + 300)
      .map(readMessage),
  ).toEqual([botWhatsapp.tooMany]);
  await ana.says('Baja');
  expect(bot.requests.at(-1)).toMatchObject({ kind: 'press', press: { flow: 'unlink' } });
});

const openForm = async (field: Partial<FormField>, press: CardForm['press'] = { flow: 'complete', activity: 7 }) => {
  const fields = [{ name: 'a', label: 'Resolución final', kind: 'longText', isRequired: true, ...field } as const];
  bot.answers({ kind: 'form', form: { title: 'Completar', fields, submit: 'Completar', press, today: calendarDate('2026-11-29') } });
  await ana.says('7 listo');
  bot.answers({ kind: 'sentence', sentence: 'Hecho.' });
  bot.requests.length = 0;
};

describe('a question that another process asked', () => {
  const options = [{ value: '7', label: 'Empacar' }];
  it.each<[string, string, Partial<FormField>, CardForm['press']?]>([
    ['a photo', 'Empacar', { kind: 'choice', options }, { flow: 'attach', images: '[["foto.jpg","1"]]' }],
    ['a resolution', 'Dejar así', { value: 'Quedó en doce cajas' }],
    ['a date', 'Mañana', { kind: 'date', earliest: calendarDate('2026-11-29') }],
    ['a confirmation', 'Completar', { kind: 'choice', options, value: '7' }],
  ])('about %s is over: the answer does nothing, and a sentence says how to begin again', async (_, label, field, press) => {
    await openForm(field, press);
    const question = ana.offered(label) as SentMessage;
    await bot.replace();
    await ana.presses(label, question);
    expect(bot.requests).toEqual([]);
    expect(ana.messages().map(readMessage).at(-1)).toBe(botWhatsapp.questionOver);
  });

  it('before a press whose words are too long for its button is over too', async () => {
    const press = { flow: 'commentWords', activity: 7, words: 'Quedó en doce cajas. '.repeat(20) };
    bot.answers({
      kind: 'card',
      card: { title: '¿Quisiste comentar la 7?', groups: [], buttons: [{ label: 'Comentar', press }], activityIds: [7] },
    });
    await ana.says('7 quedó');
    const question = ana.offered('Comentar') as SentMessage;
    await bot.replace();
    bot.requests.length = 0;
    await ana.presses('Comentar', question);
    expect(bot.requests).toEqual([]);
    expect(ana.messages().map(readMessage).at(-1)).toBe(botWhatsapp.questionOver);
  });
});

it('a button of an earlier question repeats the open one', async () => {
  await openForm({ value: 'antes' });
  const earlier = ana.offered('Dejar así') as SentMessage;
  await openForm({ label: 'Otra pregunta' });
  await ana.presses('Dejar así', earlier);
  expect(bot.requests).toEqual([]);
  expect(ana.messages().map(readMessage).at(-1)).toContain('Otra pregunta');
});

describe('with a question open that takes any words', () => {
  it.each(['actividades', 'Ayuda', '125', '8 listo', 'por verificar'])('%j is the command that it is elsewhere', async (words) => {
    await openForm({});
    await ana.says(words);
    await ana.says('Quedó en doce cajas');
    expect(bot.requests).toMatchObject([
      { kind: 'command', words },
      { kind: 'command', words: 'Quedó en doce cajas' },
    ]);
  });

  it.each(['Quedó en doce cajas', '12 cajas', 'listo', 'hoy', 'ok'])('%j is the answer', async (words) => {
    await openForm({});
    await ana.says(words);
    expect(bot.requests).toMatchObject([{ kind: 'submit', values: { a: words } }]);
  });

  it('the question of another activity begins without what was said for the first', async () => {
    const form = (activity: number): CardForm => ({
      title: 'Pedir prórroga',
      fields: ['a', 'b'].map((name) => ({ name, label: name, kind: 'longText', isRequired: true })),
      submit: 'Pedir',
      press: { flow: 'requestExtension', activity },
    });
    bot.answers({ kind: 'form', form: form(7) });
    await ana.says('7 prórroga');
    await ana.says('Faltó material');
    bot.answers({ kind: 'form', form: form(8) });
    await ana.says('8 prórroga');
    await bot.whatsapp.settled();
    expect(ana.reads()).not.toContain('Ahora: «Faltó material»');
  });

  it('a number that answers a list stays its answer', async () => {
    await openForm({ kind: 'boxes', options: [{ value: 'x', label: 'Uno' }] });
    await ana.says('1');
    expect(bot.requests).toMatchObject([{ kind: 'submit', values: { a: 'x' } }]);
  });
});

it.each(['👻', '.', '\u3164', '\u200e', '', ' ', 'a\u0000b', '\u0007', 'Ana\nPaz', '\ud83d', `${'x'.repeat(99)}👻`, 'x'.repeat(150)])(
  'a profile called %j has a name that the API takes',
  async (name) => {
    ana = bot.whatsapp.person(name);
    await ana.says('VINCULAR ABCDE-FGHJK');
    const displayName = bot.requests[0]?.asker.displayName ?? '';
    expect(z.parse(requiredName(100), displayName)).not.toBe('');
  },
);

it('one Mexican number written in two ways is one number, and another one is not', async () => {
  for (const phone of ['5215512345678', '525512345678', '5215512345679', '52155123456', '15551234567']) {
    ana.contact.phone = phone;
    await ana.says('hola');
  }
  const phones = bot.requests.map(({ asker }) => asker.phone);
  expect(phones).toEqual(['525512345678', '525512345678', '525512345679', '52155123456', '15551234567']);
});

it('more photos than a message may have leave those that came before, and are told of', async () => {
  const press = { flow: 'attach', images: '[]', of: '' };
  await openForm({}, press);
  for (let count = 0; count < 6; count += 1) await ana.sendsImage(Buffer.from('png'));
  await bot.whatsapp.settled();
  expect(ana.reads().match(/máximo de 4 imágenes/g)).toHaveLength(2);
  await ana.says('Así quedó');
  const [request] = bot.requests;
  expect(request?.kind === 'submit' && decodeImages(String(request.press.images))).toHaveLength(4);
});

it('no number is logged where an answer is not shown: the id of a message holds one', async () => {
  bot.whatsapp.fail({ code: 131009 });
  await ana.says('hola');
  expect(bot.warnings.join()).toContain('131009');
  expect(bot.warnings.join()).not.toContain('wamid.');
});
