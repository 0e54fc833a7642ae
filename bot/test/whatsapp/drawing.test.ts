import { describe, expect, it } from 'vitest';
import type { ActionButton, Card, Item } from '../../src/card.ts';
import type { OutgoingMessage } from '../../src/channels/whatsapp/api.ts';
import { createButtons } from '../../src/channels/whatsapp/buttons.ts';
import { drawCard, drawMessages, drawSentence, limits, literal } from '../../src/channels/whatsapp/cards.ts';
import { checkMessage } from '../doubles/whatsapp/limits.ts';

const buttons = createButtons();
const press = (label: string, more: Partial<ActionButton> = {}): ActionButton => ({ label, press: { flow: label }, ...more });
const item = (folio: number, more: Partial<Item> = {}): Item => ({
  title: `${folio} · Revisar la bomba`,
  tone: 'overdue',
  facts: [{ label: 'Entrega', value: '19 de noviembre de 2026 · vencida hace 3 días' }],
  buttons: [press('Empezar'), { label: 'Ver', press: { flow: 'view', view: `activity:${folio}` } }],
  ...more,
});
const card = (more: Partial<Card> = {}): Card => ({ title: 'Mis actividades', groups: [], activityIds: [], ...more });
const makeItems = (count: number, more: Partial<Item> = {}) => [
  { heading: 'Vencidas', items: Array.from({ length: count }, (_, at) => item(at + 1, more)) },
];
const draw = (drawn: Card, sentence?: string) => drawCard(drawn, buttons, sentence).messages;

interface Drawn {
  type: string;
  text?: { body: string };
  interactive?: {
    type: string;
    body: { text: string };
    action: {
      buttons?: { reply: { id: string; title: string } }[];
      sections?: { rows: { id: string; title: string; description?: string }[] }[];
      parameters?: { url: string; display_text: string };
    };
  };
}
const asDrawn = (messages: readonly OutgoingMessage[]) => messages as unknown as Drawn[];
const readWords = (messages: readonly OutgoingMessage[]) =>
  asDrawn(messages)
    .map(({ text, interactive }) => text?.body ?? interactive?.body.text)
    .join('\n');
const readChoices = (messages: readonly OutgoingMessage[]) =>
  asDrawn(messages).flatMap(({ interactive }) => [
    ...(interactive?.action.buttons ?? []).map(({ reply }) => reply),
    ...(interactive?.action.sections ?? []).flatMap(({ rows }) => rows),
  ]);

/** Texts that fill a limit, in letters of one and of two units, and with signs of WhatsApp. */
const hostileTexts = [
  'x',
  'x'.repeat(5_000),
  '🛠️'.repeat(700),
  'palabra '.repeat(900),
  '*_~`>'.repeat(300),
  '\n'.repeat(50),
  ' ',
  '\u202e\u0000a',
];

describe('every card keeps the limits of the reference', () => {
  const counts = [0, 1, 2, 3, 7, 8, 9, 12, 40];
  it.each(counts.flatMap((items) => hostileTexts.map((text) => [items, text.slice(0, 12), text] as const)))(
    'with %i activities and the text %j',
    (items, _, text) => {
      const label = text.trim() || 'a';
      const drawn = card({
        title: text,
        intro: text,
        note: text,
        groups: makeItems(items, {
          title: text,
          facts: [{ label: text, value: text }],
          buttons: [press(label), press(`${label} 2`), { label, press: { flow: 'view', view: text.slice(0, 700) } }],
        }).map((group) => ({
          ...group,
          heading: text,
          items: group.items.map((each, at) => ({
            ...each,
            buttons: each.buttons.map((button) => ('press' in button ? { ...button, press: { ...button.press, at } } : button)),
          })),
        })),
        buttons: [press(label), press('Otro'), { label, url: 'https://bitacora.ejemplo.mx/x' }],
        others: { count: 3, press: { flow: 'view', view: 'activities:2' } },
      });
      const messages = draw(drawn, text);
      expect(messages.length).toBeGreaterThan(0);
      for (const message of messages)
        expect(() => checkMessage({ messaging_product: 'whatsapp', to: '5215512345678', ...message })).not.toThrow();
    },
  );
});

describe('a card', () => {
  it('has at most three buttons, and otherwise a list', () => {
    const alone = (count: number) =>
      draw(card({ groups: makeItems(1, { buttons: Array.from({ length: count }, (_, at) => press(`Acto ${at}`)) }) }));
    expect(asDrawn(alone(3))[0]?.interactive?.type).toBe('button');
    expect(asDrawn(alone(4))[0]?.interactive?.type).toBe('list');
    expect(readChoices(alone(12))).toHaveLength(limits.rows);
  });

  it('opens each activity of a list by its row, and leaves out a button that draws it again', () => {
    const here = { flow: 'view', view: 'activities:1' };
    const messages = draw(card({ groups: makeItems(2), press: here, buttons: [{ label: 'Actualizar', press: here }, press('Ver más')] }));
    expect(readChoices(messages).map(({ id, title }) => [title, buttons.decode(id)])).toEqual([
      ['1 · Revisar la bomba', { press: { flow: 'view', view: 'activity:1' } }],
      ['2 · Revisar la bomba', { press: { flow: 'view', view: 'activity:2' } }],
      ['Ver más', { press: { flow: 'Ver más' } }],
    ]);
    expect(readChoices(messages)[0]).toMatchObject({ description: '19 de noviembre de 2026 · vencida hace 3 días' });
  });

  it('counts behind its last row what it leaves out, and shows nothing of that', () => {
    const messages = draw(card({ groups: makeItems(12), others: { count: 2, press: { flow: 'view', view: 'activities:2' } } }));
    expect(readChoices(messages)).toHaveLength(limits.rows);
    expect(readChoices(messages).at(-1)?.title).toBe('Ver las otras 5');
    expect(readWords(messages)).toContain('9 · ');
    expect(readWords(messages)).not.toContain('10 · ');
    expect(readWords(draw(card({ groups: makeItems(12) })))).toContain('2 actividades más en la web.');
  });

  it('of one link is a button that opens it; beside choices it is in the text', () => {
    const link = { label: 'Abrir mi perfil', url: 'https://bitacora.ejemplo.mx/Edit_Profile' };
    expect(asDrawn(draw(card({ buttons: [link] })))[0]?.interactive).toMatchObject({
      type: 'cta_url',
      action: { parameters: { url: link.url, display_text: link.label } },
    });
    expect(readWords(draw(card({ buttons: [link, press('Sí')] })))).toContain(`Abrir mi perfil: ${link.url}`);
  });

  it('whose text is too long for choices says it first', () => {
    const messages = draw(card({ intro: 'palabra '.repeat(300), buttons: [press('Sí')] }));
    expect(asDrawn(messages).map(({ type }) => type)).toEqual(['text', 'interactive']);
    expect(asDrawn(messages)[1]?.interactive?.body.text).toBe('Elige qué hacer.');
  });

  it('asks a question before a press that cannot be undone', () => {
    const [choice] = readChoices(draw(card({ buttons: [press('Verificar', { confirm: '¿Verificar?' })] })));
    expect(buttons.decode(choice?.id ?? '')).toEqual({ press: { flow: 'Verificar' }, question: '¿Verificar?' });
  });
});

describe('words of people', () => {
  it.each([
    ['*negrita* y _cursiva_', '∗negrita∗ y ˍcursivaˍ'],
    ['~no~ `código` ```bloque```', '∼no∼ ˋcódigoˋ ˋˋˋbloqueˋˋˋ'],
    ['> cita\n> otra', '› cita\n› otra'],
    ['foto_de_la_bomba.jpg', 'foto_de_la_bomba.jpg'],
    ['a\u202eb\u0000c', 'abc'],
  ])('%j format nothing', (typed, drawn) => expect(literal(typed)).toBe(drawn));

  it('of any length arrive whole', () => {
    const words = Array.from({ length: 3_000 }, (_, at) => `palabra${at}`).join(' ');
    expect(readWords(drawSentence(words)).replace(/\s+/g, '')).toBe(words.replace(/\s+/g, ''));
  });
});

it('a button that holds too much is outdated after a restart, and no other', () => {
  const long = { press: { flow: 'commentWords', words: 'x'.repeat(900) } };
  const [id = ''] = readChoices(drawMessages('texto', [{ label: 'Comentar', payload: long }], [], buttons)).map((choice) => choice.id);
  expect(buttons.decode(id)).toEqual(long);
  expect(createButtons().decode(id)).toBeNull();
  const short = buttons.encode({ press: { flow: 'start', activity: 7 } }, limits.buttonId);
  expect(createButtons().decode(short)).toEqual({ press: { flow: 'start', activity: 7 } });
  for (const forged of ['', '{', 'null', '{"press":{}}', '{"form":1,"reply":"keep"}', '#AAAAAAAAAAAAAAAA'])
    expect(buttons.decode(forged)).toBeNull();
});
