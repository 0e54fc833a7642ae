import { calendarDate } from '@bitacora/core/domain/calendar';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CardForm, FormField } from '../../src/card.ts';
import type { OutgoingMessage } from '../../src/channels/whatsapp/api.ts';
import { createButtons } from '../../src/channels/whatsapp/buttons.ts';
import { createForms, type FormStep } from '../../src/channels/whatsapp/forms.ts';
import type { Asker } from '../../src/request.ts';
import { checkMessage } from '../doubles/whatsapp/limits.ts';

const asker: Asker = { service: 'whatsapp', workspace: '100', chatUserId: 'MX.1', displayName: 'Ana', conversation: '' };
const buttons = createButtons();
let now = 0;
let forms: ReturnType<typeof createForms>;
let lastMessages: readonly OutgoingMessage[] = [];

beforeEach(() => {
  now = 0;
  const suggest = async (_: Asker, act: string, typed: string) => [{ value: '125', label: `${typed} (${act})` }];
  forms = createForms({ suggest, buttons, publicUrl: 'https://bitacora.ejemplo.mx', now: () => now });
});

const field = (more: Partial<FormField>): FormField => ({ name: 'a', label: 'Resolución', kind: 'longText', isRequired: true, ...more });
const form = (fields: readonly FormField[], more: Partial<CardForm> = {}): CardForm => ({
  title: 'Completar',
  fields,
  submit: 'Completar',
  press: { flow: 'complete', activity: 7 },
  today: calendarDate('2026-11-29'),
  ...more,
});
const topics = Array.from({ length: 30 }, (_, at) => ({ value: String(at), label: `Tema ${String.fromCodePoint(97 + (at % 26))}${at}` }));

function look(messages: readonly OutgoingMessage[]): string {
  for (const message of messages) checkMessage({ messaging_product: 'whatsapp', to: '5215512345678', ...message });
  lastMessages = messages;
  return JSON.stringify(messages);
}
const begin = (given: CardForm) => look(forms.begin(asker, given));
async function take(step: Promise<FormStep | null>): Promise<FormStep | null> {
  const result = await step;
  if (result?.kind === 'ask') look(result.messages);
  return result;
}
const say = (words: string) => take(forms.answer(asker, words));
function pressed(label: string): Promise<FormStep | null> {
  const replies = JSON.stringify(lastMessages).match(/"id":"((?:[^"\\]|\\.)*)","title":"([^"]*)"/g) ?? [];
  const match = replies.find((reply) => reply.endsWith(`"title":"${label}"`));
  const id = match && (JSON.parse(`{${match}}`) as { id: string }).id;
  const payload = buttons.decode(id ?? '');
  if (!payload || !('form' in payload)) throw new Error(`no «${label}» in ${JSON.stringify(lastMessages)}`);
  return take(forms.press(asker, payload.form, payload.reply));
}
const values = (step: FormStep | null) => (step?.kind === 'submit' ? step.values : step?.kind);

describe('each kind of field', () => {
  it('is asked in turn, and its values are sent with the press of the form', async () => {
    const fields = [
      field({ name: 'text' }),
      field({ name: 'day', kind: 'date', earliest: calendarDate('2026-11-29') }),
      field({ name: 'topic', kind: 'choice', options: topics }),
      field({ name: 'boxes', kind: 'boxes', isRequired: false, options: topics.slice(0, 4), value: '0,2' }),
    ];
    expect(begin(form(fields))).toContain('(1 de 4)');
    await say('Se cambió el sello');
    await say('15/12');
    await say('tema c2');
    expect(await say('1, 2')).toEqual({
      kind: 'submit',
      press: { flow: 'complete', activity: 7 },
      values: { text: 'Se cambió el sello', day: '2026-12-15', topic: '2', boxes: '1,2' },
    });
  });

  it.each([
    ['mañana', '2026-11-30'],
    ['15/12', '2026-12-15'],
    ['viernes', '2026-12-04'],
    ['en 3 días', '2026-12-02'],
  ])('the date %j is %s', async (typed, day) => {
    begin(form([field({ kind: 'date', earliest: calendarDate('2026-11-29') })]));
    expect(values(await say(typed))).toEqual({ a: day });
  });

  it.each([
    ['no date', field({ kind: 'date' }), 'pronto'],
    ['a day that is past', field({ kind: 'date', earliest: calendarDate('2026-11-29') }), '2026-11-28'],
    ['too many letters', field({ maxLength: 5 }), 'más de cinco'],
    ['no option', field({ kind: 'choice', options: topics }), 'zzz'],
    ['several options', field({ kind: 'choice', options: topics }), 'tema'],
    ['no number', field({ kind: 'boxes', options: topics.slice(0, 3) }), 'todo'],
    ['a number too many', field({ kind: 'choices', options: topics.slice(0, 3) }), '4'],
    ['nothing', field({}), '  '],
  ])('is asked again after %s', async (_, given, typed) => {
    begin(form([given]));
    expect((await say(typed))?.kind).toBe('ask');
    expect(forms.repeat(asker)).not.toEqual([]);
  });

  it('with a long list takes what is typed: the one option, or a shorter list', async () => {
    const drawn = begin(form([field({ kind: 'choice', options: topics })]));
    expect(drawn).toContain('Son 30');
    await say('tema c');
    expect(JSON.stringify(lastMessages)).not.toContain('Tema a0');
    expect(values(await pressed('Tema c28'))).toEqual({ a: '28' });
  });

  it('with a search asks the API', async () => {
    begin(form([field({ kind: 'choice', search: 'comment', options: [] })]));
    expect(values(await say('sellos'))).toEqual({ a: '125' });
  });

  it('can be left out where it is optional, and left as it is where it has a value', async () => {
    begin(form([field({ isRequired: false }), field({ name: 'b', value: 'lo de antes' })]));
    await pressed('Omitir');
    expect(JSON.stringify(lastMessages)).toContain('Ahora: «lo de antes»');
    expect(values(await pressed('Dejar así'))).toEqual({ a: '', b: 'lo de antes' });
  });

  it('is not asked for a detail, nor for a choice that is made; a form of such fields alone asks whether to send it', async () => {
    const known = [field({ kind: 'choice', value: '3', options: topics }), field({ name: 'b', isDetail: true, value: 'x' })];
    expect(begin(form([...known, field({ name: 'c' })]))).not.toContain(' de 2)');
    expect(values(await say('z'))).toEqual({ a: '3', b: 'x', c: 'z' });
    expect(begin(form(known))).toContain('Tema d3');
    expect(values(await pressed('Completar'))).toEqual({ a: '3', b: 'x' });
  });
});

describe('a form', () => {
  it('that comes back asks only for what is wrong, or has become another question', async () => {
    begin(form([field({ name: 'text' }), field({ name: 'who', kind: 'text' })]));
    await say('Revisar');
    await say('Ana');
    const list = { kind: 'choice' as const, options: topics.slice(0, 2), value: 'Ana' };
    begin(form([field({ name: 'text', value: 'Revisar' }), field({ name: 'who', ...list })]));
    expect(values(await pressed('Tema b1'))).toEqual({ text: 'Revisar', who: '1' });
    begin(form([field({ name: 'text', value: 'Re', error: 'Es muy corto.' }), field({ name: 'who', ...list, value: '1' })]));
    expect(JSON.stringify(lastMessages)).toContain('Es muy corto.');
    expect(values(await say('Revisar bien'))).toEqual({ text: 'Revisar bien', who: '1' });
  });

  it.each(['cancelar', 'Cancelar.', 'CANCELAR'])('is left by %j', async (words) => {
    begin(form([field({})]));
    expect(await say(words)).toEqual({ kind: 'left' });
    expect(await say('hola')).toBeNull();
  });

  it('is left by its button; a button of an earlier question does nothing to it', async () => {
    begin(form([field({ isRequired: false }), field({ name: 'b' })]));
    const first = lastMessages;
    await say('uno');
    const second = lastMessages;
    lastMessages = first;
    expect(await pressed('Omitir')).toBeNull();
    await pressed('Cancelar');
    expect(forms.repeat(asker)).not.toEqual([]);
    lastMessages = second;
    expect(await pressed('Cancelar')).toEqual({ kind: 'left' });
    expect(forms.repeat(asker)).toEqual([]);
  });

  it('is forgotten after half an hour', async () => {
    begin(form([field({})]));
    now = 31 * 60_000;
    expect(await say('hola')).toBeNull();
  });

  it('about images takes more of them with their words, up to the limit, and no other form does', async () => {
    const words = field({ name: 'words', isRequired: false, isDetail: true, value: 'antes' });
    begin(form([field({ kind: 'choice', options: topics }), words], { press: { flow: 'attach', images: '[["a.jpg","1"]]' } }));
    for (const reference of ['2', '3', '4'])
      expect(forms.addFile(asker, { name: 'b.jpg', reference }, reference === '3' ? 'y después' : '')).toBe('');
    expect(forms.addFile(asker, { name: 'b.jpg', reference: '5' }, '')).toContain('4 imágenes');
    const step = await say('tema c28');
    expect(step).toMatchObject({ values: { a: '28', words: 'antes\ny después' } });
    expect(step?.kind === 'submit' && JSON.parse(String(step.press.images))).toHaveLength(4);
    begin(form([field({})]));
    expect(forms.addFile(asker, { name: 'b.jpg', reference: '2' }, '')).toBeNull();
  });

  it('of too many questions is for the web', () => {
    const fields = Array.from({ length: 9 }, (_, at) => field({ name: `f${at}` }));
    expect(begin(form(fields))).toContain('https://bitacora.ejemplo.mx');
    expect(forms.repeat(asker)).toEqual([]);
  });
});
