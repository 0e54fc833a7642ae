import type { types } from '@slack/bolt';
import * as z from 'zod/mini';
import type { ButtonAction, CardForm, FieldOption, FormField } from '../../card.ts';
import { botSlack } from '../../messages/chats.ts';
import {
  actions,
  clip,
  decodeButtonAction,
  encodeButtonAction,
  escapeText,
  limits,
  mrkdwn,
  oneLine,
  plain,
  type SlackMessage,
  section,
} from './cards.ts';
import type { ReplyPlace, SlackInteraction } from './interaction.ts';

/** The `callback_id` of our modals. */
export const FORM = 'form';
/** A field takes two blocks and the intro one, so 49 fields fit into a modal. */
const MODAL_FIELDS = 49;
const MESSAGE_FIELDS = 23;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

type InputElement = types.InputBlock['element'];

const modalTitle = (text: string) => plain(oneLine(text), limits.modalTitle);

/** Slack sends `metadata` back with the values. */
export const formView = (form: CardForm, metadata: string): types.ModalView => ({
  type: 'modal',
  callback_id: FORM,
  title: modalTitle(form.title),
  submit: plain(form.submit, limits.modalButton),
  close: plain(botSlack.cancel, limits.modalButton),
  private_metadata: metadata,
  blocks: formBlocks(form, MODAL_FIELDS),
});

/** Draws the form inside a message, for a trigger that is too old to open a modal: Slack takes it for three seconds. */
export const formMessage = (form: CardForm): SlackMessage => ({
  text: sentenceText(form.title),
  blocks: [
    { type: 'header', text: plain(oneLine(form.title), limits.header) },
    ...formBlocks({ ...form, title: '' }, MESSAGE_FIELDS),
    {
      type: 'actions',
      elements: [
        {
          type: 'button',
          action_id: actions.send,
          style: 'primary',
          text: plain(form.submit, limits.buttonLabel),
          value: encodeButtonAction(form.press),
        },
      ],
    },
  ],
});

export const sentenceView = (sentence: string): types.ModalView => ({
  type: 'modal',
  title: modalTitle(botSlack.product),
  close: plain(botSlack.close, limits.modalButton),
  blocks: [section(sentence)],
});

export const sentenceMessage = (sentence: string): SlackMessage => ({ text: sentenceText(sentence), blocks: [section(sentence)] });
const sentenceText = (sentence: string) => clip(escapeText(sentence, limits.text), limits.text);

function formBlocks({ title, intro, fields }: CardForm, mostFields: number): types.KnownBlock[] {
  const head = [title.length > limits.modalTitle ? title : '', intro ?? ''].filter(Boolean).join('\n');
  return [...(head || !fields.length ? [section(head)] : []), ...fields.slice(0, mostFields).flatMap(fieldBlocks)];
}

/** Draws the field, and its error below. Slack sends `field.name` back as the id of the block. */
function fieldBlocks(field: FormField): types.KnownBlock[] {
  const block: types.InputBlock = {
    type: 'input',
    block_id: clip(field.name, limits.blockId),
    label: plain(field.label, limits.label),
    optional: !field.isRequired,
    element: inputElement(field),
    ...(field.hint && { hint: plain(field.hint, limits.hint) }),
  };
  if (!field.error) return [block];
  return [block, { type: 'context', elements: [mrkdwn(botSlack.wrong(escapeText(field.error, limits.text - 10)))] }];
}

function inputElement(field: FormField): InputElement {
  if (field.kind === 'date') return dateInput(field);
  return field.kind === 'text' || field.kind === 'longText' ? textInput(field) : choiceInput(field);
}

function textInput({ kind, value, maxLength }: FormField): InputElement {
  const most = Math.min(Math.max(maxLength ?? limits.input, 1), limits.input);
  const initial = value ? { initial_value: clip(value, most) } : {};
  return { type: 'plain_text_input', action_id: actions.field, multiline: kind === 'longText', max_length: most, ...initial };
}

function dateInput({ value }: FormField): InputElement {
  const initial = value && DATE.test(value) ? { initial_date: value } : {};
  return { type: 'datepicker', action_id: actions.field, placeholder: plain(botSlack.chooseDate, limits.optionLabel), ...initial };
}

/** Draws as many options as one list takes. */
export const drawOptions = (options: readonly FieldOption[], most: number = limits.options) =>
  options
    .filter((option) => option.value && option.value.length <= limits.optionValue)
    .slice(0, most)
    .map((option) => ({ text: plain(option.label, limits.optionLabel), value: option.value }));

/** Slack refuses a list without options, unless it asks for them while a person types. */
function choiceInput({ kind, value, options: all = [], search }: FormField): InputElement {
  const options = drawOptions(all, kind === 'boxes' ? limits.boxes : limits.options);
  if (search)
    return searchInput(
      search,
      options.find((option) => option.value === value),
    );
  if (!options.length) options.push({ text: plain(botSlack.nothing, limits.optionLabel), value: botSlack.nothing });
  const values = kind === 'choice' ? [value] : (value ?? '').split(',');
  const initial = options.filter((option) => values.includes(option.value));
  if (kind === 'boxes')
    return { type: 'checkboxes', action_id: actions.field, options, ...(initial.length && { initial_options: initial }) };
  const shared = { action_id: actions.field, placeholder: plain(botSlack.choose, limits.optionLabel), options };
  if (kind === 'choices') return { type: 'multi_static_select', ...shared, ...(initial.length && { initial_options: initial }) };
  return { type: 'static_select', ...shared, ...(initial[0] && { initial_option: initial[0] }) };
}

const searchInput = (search: string, initialOption: ReturnType<typeof drawOptions>[number] | undefined): InputElement => ({
  type: 'external_select',
  action_id: `${actions.search}-${search}`,
  placeholder: plain(botSlack.choose, limits.optionLabel),
  min_query_length: 0,
  ...(initialOption && { initial_option: initialOption }),
});

interface InputState {
  value?: string | null;
  selected_date?: string | null;
  selected_option?: { value: string } | null;
  selected_options?: readonly { value: string }[];
}
export type FormState = Readonly<Record<string, Readonly<Record<string, InputState>>>>;

const fieldValue = ({ value, selected_date, selected_option, selected_options }: InputState): string =>
  value ?? selected_date ?? selected_option?.value ?? selected_options?.map((option) => option.value).join(',') ?? '';

/** Reads the value of each field by its name; '' for an empty field. */
export function formValues(state: FormState): Record<string, string> {
  return Object.fromEntries(Object.entries(state).map(([name, inputs]) => [name, fieldValue(Object.values(inputs)[0] ?? {})]));
}

const replyPlace = z.union([
  z.object({ kind: z.literal('card'), channel: z.string(), ts: z.string() }),
  z.object({ kind: z.literal('ephemeral'), channel: z.string(), replaces: z.boolean() }),
  z.object({ kind: z.literal('home') }),
  z.object({ kind: z.literal('conversation') }),
]);
/** A modal that was open during an upgrade can name another place; its outcome goes to the asker's conversation. */
const placeOrConversation = z.catch(replyPlace, { kind: 'conversation' });
const modalMetadata = z.object({ press: z.string(), place: placeOrConversation, responseUrl: z.optional(z.string()) });

/** An open modal stores its press, and where its outcome goes. */
export const encodeMetadata = ({ place, responseUrl }: Pick<SlackInteraction, 'place' | 'responseUrl'>, press: ButtonAction) =>
  JSON.stringify({ press: encodeButtonAction(press), place, responseUrl });

/** Null for a modal that is not ours. */
export function decodeMetadata(text: string): { press: ButtonAction; place: ReplyPlace; responseUrl?: string } | null {
  try {
    const { press: encoded, ...rest } = modalMetadata.parse(JSON.parse(text));
    const press = decodeButtonAction(encoded);
    return press && { press, ...rest };
  } catch {
    return null;
  }
}
