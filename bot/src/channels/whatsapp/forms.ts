import { randomBytes } from 'node:crypto';
import { MAX_IMAGES } from '@bitacora/core/domain/activities/activity';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { normalise } from '@bitacora/core/domain/text';
import { writtenDay } from '@bitacora/core/messages/dates';
import { clipped } from '@bitacora/core/messages/phrases';
import { readTypedDay } from '@bitacora/core/messages/typed-day';
import { validation } from '@bitacora/core/messages/validation';
import type { ButtonAction, CardForm, FieldOption, FormField } from '../../card.ts';
import { RecentMap } from '../../deliveries.ts';
import { decodeImages, encodeImages } from '../../flows/attach.ts';
import { botSlack, botWhatsapp } from '../../messages/chats.ts';
import type { Asker, BotForChannels, SentImage } from '../../request.ts';
import type { OutgoingMessage } from './api.ts';
import type { Buttons, FormReply } from './buttons.ts';
import { bold, type Choice, drawMessages, limits, literal } from './cards.ts';

const MAX_FORMS = 5_000;
const KEEP_MS = 30 * 60_000;
const MAX_VALUE_SHOWN = 300;
/** More questions are for the web. */
const MAX_QUESTIONS = 8;
/** Two rows of a list are for leaving the field or the form. */
const MAX_OPTIONS = limits.rows - 2;
const LABEL_MAX = 120;

/** A form that a person answers one question at a time. */
interface OpenForm {
  key: string;
  form: CardForm;
  /** The fields that are asked, in order. */
  fields: readonly FormField[];
  index: number;
  values: Record<string, string>;
  /** The options that were offered last; a search changes them. */
  options: readonly FieldOption[];
}

/** Follows the answer to a question. */
export type FormStep =
  | { kind: 'ask'; messages: OutgoingMessage[] }
  | { kind: 'submit'; press: ButtonAction; values: Readonly<Record<string, string>> }
  | { kind: 'left' };

type Read = { value: string } | { error: string } | { options: readonly FieldOption[] };

const isList = ({ kind }: FormField) => kind === 'choices' || kind === 'boxes';
const splitValues = (value = '') => value.split(',').filter(Boolean);

/** A single choice that is made already, and a detail, need no question. */
const needsQuestion = ({ isDetail, kind, isRequired, value }: FormField) => !isDetail && !(kind === 'choice' && isRequired && value);

/** A form that comes back asks for what is wrong, and for what has become another question. */
function chooseFields({ fields, press }: CardForm, earlier: OpenForm | undefined): FormField[] {
  const isAgain = earlier?.form.press.flow === press.flow;
  const earlierKinds = new Map(isAgain ? earlier.form.fields.map(({ name, kind }) => [name, kind]) : []);
  const fieldsToAsk = fields.filter(({ name, kind, error }) => error || earlierKinds.get(name) !== kind);
  return isAgain && fieldsToAsk.length > 0 ? fieldsToAsk : fields.filter(needsQuestion);
}

/** A text that is no option of a list is not kept as its value. */
function initialValue({ kind, value, options = [], search }: FormField, earlierValue = ''): string {
  const initial = value ?? earlierValue;
  return kind !== 'choice' || search || options.some((option) => option.value === initial) ? initial : '';
}

function readNumbers(text: string, options: readonly FieldOption[], value: string | undefined): Read {
  const places = text.match(/\d+/g)?.map(Number) ?? [];
  if (places.length === 0 || places.some((place) => !options[place - 1])) return { error: botWhatsapp.numbers(options.length) };
  const toggled = new Set(places.map((place) => options[place - 1]?.value));
  const chosen = new Set(splitValues(value));
  return { value: options.flatMap((option) => (chosen.has(option.value) !== toggled.has(option.value) ? option.value : [])).join(',') };
}

function findOptions(text: string, options: readonly FieldOption[]): Read {
  const words = normalise(text).split(' ').filter(Boolean);
  const exact = options.find(({ label }) => normalise(label) === words.join(' '));
  const matches = exact ? [exact] : options.filter(({ label }) => words.every((word) => normalise(label).includes(word)));
  const [only, ...others] = matches;
  if (!only) return { error: botWhatsapp.noOption };
  return others.length > 0 ? { options: matches } : { value: only.value };
}

interface FormsContext extends Pick<BotForChannels, 'suggest'> {
  buttons: Buttons;
  publicUrl: string;
  now: () => number;
}

/** Asks the fields of a form one at a time. The state is in memory; after its loss a message is an ordinary one. */
export function createForms({ suggest, buttons, publicUrl, now }: FormsContext) {
  const open = new RecentMap<string, OpenForm>({ most: MAX_FORMS, keepMs: KEEP_MS, now });

  function drawQuestion(state: OpenForm, error?: string): OutgoingMessage[] {
    const { form, fields, index, values, options } = state;
    const field = fields[index];
    const head = index === 0 ? [bold(form.title), ...(form.intro ? [literal(form.intro)] : [])] : [];
    const reply = (label: string, given: FormReply): Choice => ({ label, payload: { form: `${state.key}${index}`, reply: given } });
    const cancel = reply(botWhatsapp.cancel, 'cancel');
    if (!field) {
      const summary = form.fields
        .filter(({ name }) => values[name])
        .map((each) => `${literal(each.label)}: ${literal(describeValue(each, values[each.name]))}`);
      return drawMessages([...head, ...summary].join('\n'), [reply(form.submit, 'send'), cancel], [], buttons);
    }
    const value = values[field.name] ?? '';
    const keep = value && !field.error ? [reply(botWhatsapp.keep, 'keep')] : [];
    const skip = keep.length > 0 || field.isRequired ? [] : [reply(botWhatsapp.skip, 'skip')];
    const isLong = field.kind === 'choice' && options.length > MAX_OPTIONS;
    const place = fields.length > 1 ? ` ${botWhatsapp.place(index + 1, fields.length)}` : '';
    const body = [
      ...head,
      ...(error ? [botSlack.wrong(literal(error))] : []),
      `${bold(field.label)}${place}`,
      ...(field.hint ? [literal(field.hint)] : []),
      ...(field.kind === 'date' ? [botWhatsapp.dateHint] : []),
      ...(value && !isList(field) ? [literal(botWhatsapp.current(describeValue(field, value)))] : []),
      ...(isList(field)
        ? [
            ...options.map((option, at) => literal(`${at + 1}. ${splitValues(value).includes(option.value) ? '☑' : '☐'} ${option.label}`)),
            botWhatsapp.numbersHint,
          ]
        : []),
      ...(isLong ? [botWhatsapp.manyOptions(options.length)] : []),
    ].join('\n');
    const offered =
      field.kind === 'choice'
        ? options.slice(0, MAX_OPTIONS).map(({ value: option, label }) => reply(clipped(label, LABEL_MAX), { value: option }))
        : field.kind === 'date' && field.earliest === form.today && keep.length === 0
          ? [reply(botWhatsapp.tomorrow, { value: botWhatsapp.tomorrow })]
          : [];
    return drawMessages(body, [...offered, ...keep, ...skip, cancel], [], buttons);
  }

  function describeValue({ kind, options = [] }: FormField, value = ''): string {
    if (kind === 'date') return writtenDay(value as CalendarDate);
    const labels = splitValues(value).flatMap((each) => options.find((option) => option.value === each)?.label ?? []);
    return clipped(kind === 'text' || kind === 'longText' ? value : labels.join(', '), MAX_VALUE_SHOWN);
  }

  const ask = (state: OpenForm, error?: string): FormStep => ({ kind: 'ask', messages: drawQuestion(state, error) });

  async function readAnswer(asker: Asker, state: OpenForm, field: FormField, typed: string): Promise<Read> {
    const text = typed.trim();
    if (!text) return { error: validation.required };
    if (isList(field)) return readNumbers(text, field.options ?? [], state.values[field.name]);
    if (field.kind === 'date') {
      const { earliest } = field;
      const typedDay = readTypedDay(text, state.form.today as CalendarDate, earliest);
      if (!('day' in typedDay)) return { error: botWhatsapp.noDate };
      return earliest && typedDay.day < earliest ? { error: botWhatsapp.tooEarly(writtenDay(earliest)) } : { value: typedDay.day };
    }
    if (field.kind !== 'choice')
      return field.maxLength && text.length > field.maxLength
        ? { error: botWhatsapp.tooLong(text.length, field.maxLength) }
        : { value: text };
    return findOptions(text, field.search ? await suggest(asker, field.search, text) : (field.options ?? []));
  }

  function goOn(asker: Asker, state: OpenForm, values: Record<string, string>): FormStep {
    const index = state.index + 1;
    const next = { ...state, values, index, options: state.fields[index]?.options ?? [] };
    if (index < state.fields.length) {
      open.set(asker.chatUserId, next);
      return ask(next);
    }
    return { kind: 'submit', press: state.form.press, values };
  }

  return {
    /** True where any words would be an answer. */
    isTextAsked(asker: Asker): boolean {
      const state = open.get(asker.chatUserId);
      return state?.fields[state.index]?.kind === 'longText';
    },
    leave: (asker: Asker): void => open.delete(asker.chatUserId),

    /** Asks the first question of a form, which replaces an open one. */
    begin(asker: Asker, form: CardForm): OutgoingMessage[] {
      const earlier = open.get(asker.chatUserId);
      const fields = chooseFields(form, earlier);
      open.delete(asker.chatUserId);
      if (fields.length > MAX_QUESTIONS)
        return drawMessages(botWhatsapp.tooManyQuestions, [], [{ label: botWhatsapp.web, url: publicUrl }], buttons);
      const isAgain = earlier?.form.press.flow === form.press.flow;
      const values = Object.fromEntries(
        form.fields.map((field) => [field.name, initialValue(field, isAgain ? earlier?.values[field.name] : '')]),
      );
      const key = `${randomBytes(6).toString('base64url')}.`;
      const state = { key, form, fields, index: 0, values, options: fields[0]?.options ?? [] };
      open.set(asker.chatUserId, state);
      return drawQuestion(state, fields[0]?.error);
    },

    /** The activity that the open form is about, if any. */
    activityId(asker: Asker): number | null {
      const activity = open.get(asker.chatUserId)?.form.press.activity;
      return typeof activity === 'number' ? activity : null;
    },

    /** Repeats the open question; nothing where there is none. */
    repeat(asker: Asker): OutgoingMessage[] {
      const state = open.get(asker.chatUserId);
      return state ? drawQuestion(state) : [];
    },

    /** Adds a file, and the words that came with it, to an open form about images. Null where none is open; else what is wrong, or ''. */
    addFile(asker: Asker, file: SentImage, words: string): string | null {
      const state = open.get(asker.chatUserId);
      if (!state || typeof state.form.press.images !== 'string') return null;
      const files = [...decodeImages(state.form.press.images), file];
      if (files.length > MAX_IMAGES) return validation.imagesTooMany;
      const { name = '' } = state.form.fields.find(({ kind }) => kind === 'longText') ?? {};
      const values = { ...state.values, [name]: [state.values[name], words].filter(Boolean).join('\n') };
      open.set(asker.chatUserId, {
        ...state,
        values,
        form: { ...state.form, press: { ...state.form.press, images: encodeImages(files) } },
      });
      return '';
    },

    /** Takes typed words as the answer; null where no form is open. */
    async answer(asker: Asker, text: string): Promise<FormStep | null> {
      const state = open.get(asker.chatUserId);
      if (!state) return null;
      if (normalise(text).replace(/[.!]+$/, '') === normalise(botWhatsapp.cancel))
        return this.press(asker, `${state.key}${state.index}`, 'cancel');
      const field = state.fields[state.index];
      if (!field) return ask(state);
      const read = await readAnswer(asker, state, field, text);
      if ('value' in read) return goOn(asker, state, { ...state.values, [field.name]: read.value });
      if ('error' in read) return ask(state, read.error);
      const narrowed = { ...state, options: read.options };
      open.set(asker.chatUserId, narrowed);
      return ask(narrowed);
    },

    /** Takes a pressed button of a question; null where the question is over. */
    async press(asker: Asker, question: string, reply: FormReply): Promise<FormStep | null> {
      const state = open.get(asker.chatUserId);
      const isCurrent = state && question === `${state.key}${state.index}`;
      if (reply === 'cancel' && isCurrent) open.delete(asker.chatUserId);
      if (reply === 'cancel') return { kind: 'left' };
      if (!isCurrent) return null;
      if (reply === 'send') return { kind: 'submit', press: state.form.press, values: state.values };
      const { name = '', kind } = state.fields[state.index] ?? {};
      if (reply === 'keep') return goOn(asker, state, state.values);
      if (reply === 'skip') return goOn(asker, state, { ...state.values, [name]: '' });
      // Typed words are searched in the labels, because an id may look like a number of another option.
      return kind === 'choice' ? goOn(asker, state, { ...state.values, [name]: reply.value }) : this.answer(asker, reply.value);
    },
  };
}
export type Forms = ReturnType<typeof createForms>;
