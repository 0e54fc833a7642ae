import { validation } from '@bitacora/core/messages/validation';
import type { IAdaptiveCard, IChoiceSetInput, IDateInput, IRichTextBlock, ITextInput } from '@microsoft/teams.cards';
import type { ButtonAction, CardForm, FormField } from '../../card.ts';
import { botCards } from '../../messages/bot.ts';
import { actionButton, adaptiveCard, type CardSurface, lines, plain, run } from './cards.ts';

const TITLE_BYTES = 400;
const INTRO_BYTES = 1_500;
/** All fields of a form share these: labels, hints and errors; values; options. Teams refuses messages of over 28 kB. */
const TEXTS_BYTES = 6_000;
const VALUES_BYTES = 8_000;
const OPTIONS_BYTES = 9_000;
const MAX_FIELDS = 20;

/** Teams sends the inputs back mixed with the button's data, so their names have a prefix. */
export const FIELD_PREFIX = 'field.';

const shared = ({ name, label, isRequired }: FormField, { textBytes }: FieldRoom) => ({
  id: `${FIELD_PREFIX}${name}`,
  label: plain(label, textBytes),
  isRequired,
  errorMessage: validation.required,
});

/** The share of the limits that one field has. */
interface FieldRoom {
  /** Limits its label, its hint and its error, each alone. */
  textBytes: number;
  valueBytes: number;
  optionBytes: number;
  /** One list is drawn open; several would make the form too long. */
  isOnlyList: boolean;
}

const initialValue = (value: string | undefined, { valueBytes }: FieldRoom) => (value ? { value: plain(value, valueBytes) } : {});

function drawText(field: FormField, room: FieldRoom): ITextInput {
  return {
    type: 'Input.Text',
    ...shared(field, room),
    ...initialValue(field.value, room),
    isMultiline: field.kind === 'longText',
    ...(field.maxLength ? { maxLength: field.maxLength } : {}),
    ...(field.hint ? { placeholder: plain(field.hint, room.textBytes) } : {}),
  };
}

const drawDate = (field: FormField, room: FieldRoom): IDateInput => ({
  type: 'Input.Date',
  ...shared(field, room),
  ...initialValue(field.value, room),
  ...(field.earliest ? { min: field.earliest } : {}),
});

/** A list with more options has a search. */
const MAX_OPEN_OPTIONS = 6;
function choiceStyle({ kind, options = [], search }: FormField, { isOnlyList }: FieldRoom): IChoiceSetInput['style'] {
  if (search || (kind === 'choice' && options.length > MAX_OPEN_OPTIONS)) return 'filtered';
  return isOnlyList || kind !== 'choice' ? 'expanded' : 'compact';
}

const drawChoices = (field: FormField, room: FieldRoom): IChoiceSetInput => ({
  type: 'Input.ChoiceSet',
  ...shared(field, room),
  ...initialValue(field.value, room),
  style: choiceStyle(field, room),
  wrap: true,
  isMultiSelect: field.kind !== 'choice',
  choices: drawOptions(field, room),
  ...(field.search ? { 'choices.data': { type: 'Data.Query' as const, dataset: field.search } } : {}),
});

/** Draws as many options as fit, in order. */
function drawOptions({ options = [] }: FormField, { optionBytes }: FieldRoom): { title: string; value: string }[] {
  let left = optionBytes;
  const choices = options.map(({ value, label }) => ({ title: plain(label, 150), value: plain(value, 100) }));
  const end = choices.findIndex((choice) => {
    left -= Buffer.byteLength(JSON.stringify(choice)) + 1;
    return left < 0;
  });
  return end < 0 ? choices : choices.slice(0, end);
}

const inputs = { text: drawText, longText: drawText, date: drawDate, choice: drawChoices, choices: drawChoices, boxes: drawChoices };

/** Draws the error, the input, and the hint where the input has no placeholder. */
function drawField(field: FormField, room: FieldRoom): (IRichTextBlock | ITextInput | IDateInput | IChoiceSetInput)[] {
  const hasPlaceholder = field.kind === 'text' || field.kind === 'longText';
  return [
    ...(field.error ? [lines([run(`▲ ${field.error}`, room.textBytes, { color: 'Attention', weight: 'Bolder' })])] : []),
    inputs[field.kind](field, room),
    ...(field.hint && !hasPlaceholder ? [lines([run(field.hint, room.textBytes, { isSubtle: true })], 'None')] : []),
  ];
}

function shareRoom(fields: readonly FormField[]): FieldRoom {
  const withOptions = fields.filter(({ options }) => options).length;
  return {
    textBytes: Math.min(TITLE_BYTES, Math.floor(TEXTS_BYTES / fields.length / 2)),
    valueBytes: Math.floor(VALUES_BYTES / fields.length),
    optionBytes: Math.floor(OPTIONS_BYTES / Math.max(1, withOptions)),
    isOnlyList: withOptions === 1,
  };
}

/** `back` redraws the card that the form replaces; without it the form has no «Volver» button. */
export function drawForm(
  { title, intro, fields, submit, press }: CardForm,
  back: ButtonAction | undefined,
  surface: CardSurface = 'chat',
): IAdaptiveCard {
  const actions = [
    actionButton(submit, { verb: 'submit', press, ...(back ? { back } : {}) }, surface, { style: 'positive' }),
    ...(back ? [actionButton(botCards.back, { verb: 'press', press: back }, surface)] : []),
  ];
  const visible = fields.slice(0, MAX_FIELDS);
  const room = shareRoom(visible);
  return adaptiveCard([
    lines([run(title, TITLE_BYTES, { weight: 'Bolder', size: 'Large' })]),
    ...(intro ? [lines([run(intro, INTRO_BYTES)])] : []),
    ...visible.flatMap((field) => drawField(field, room)),
    { type: 'ActionSet', actions },
  ]);
}
