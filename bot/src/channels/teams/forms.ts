import { validation } from '@bitacora/core/messages/validation';
import type { IAdaptiveCard, IChoiceSetInput, IDateInput, IRichTextBlock, ITextInput } from '@microsoft/teams.cards';
import type { CardForm, FormField, Press } from '../../card.ts';
import { botTeams } from '../../messages/teams.ts';
import { actionButton, type CardSurface, cardOf } from './cards.ts';
import { lines, plain, run } from './text.ts';

const TEXT_BYTES = 400;
const INTRO_BYTES = 1_500;
/** All values of one form, and all its options, because Teams refuses messages of over 28 kB. */
const VALUES_BYTES = 14_000;
const MAX_OPTIONS = 48;
const MAX_FIELDS = 10;

/** Teams sends the inputs back mixed with the button's data, so their names have a prefix. */
export const FIELD_PREFIX = 'field.';

const shared = ({ name, label, isRequired }: FormField) => ({
  id: `${FIELD_PREFIX}${name}`,
  label: plain(label, TEXT_BYTES),
  isRequired,
  errorMessage: validation.required,
});

/** The share of the limits that one field has. */
interface FieldRoom {
  valueBytes: number;
  options: number;
  /** One list is drawn open; several would make the form too long. */
  isOnlyList: boolean;
}

const initialValue = (value: string | undefined, { valueBytes }: FieldRoom) => (value ? { value: plain(value, valueBytes) } : {});

function drawText(field: FormField, room: FieldRoom): ITextInput {
  return {
    type: 'Input.Text',
    ...shared(field),
    ...initialValue(field.value, room),
    isMultiline: field.kind === 'longText',
    ...(field.maxLength ? { maxLength: field.maxLength } : {}),
    ...(field.hint ? { placeholder: plain(field.hint, TEXT_BYTES) } : {}),
  };
}

const drawDate = (field: FormField, room: FieldRoom): IDateInput => ({
  type: 'Input.Date',
  ...shared(field),
  ...initialValue(field.value, room),
  ...(field.earliest ? { min: field.earliest } : {}),
});

/** Over so many options a person searches in the list. */
const MAX_OPEN_OPTIONS = 6;
function styleOf({ kind, options = [] }: FormField, { isOnlyList }: FieldRoom): IChoiceSetInput['style'] {
  if (kind === 'choice' && options.length > MAX_OPEN_OPTIONS) return 'filtered';
  return isOnlyList || kind !== 'choice' ? 'expanded' : 'compact';
}

const drawChoices = (field: FormField, room: FieldRoom): IChoiceSetInput => ({
  type: 'Input.ChoiceSet',
  ...shared(field),
  ...initialValue(field.value, room),
  style: styleOf(field, room),
  wrap: true,
  isMultiSelect: field.kind !== 'choice',
  choices: (field.options ?? []).slice(0, room.options).map(({ value, label }) => ({ title: plain(label, 150), value: plain(value, 100) })),
});

const inputs = { text: drawText, longText: drawText, date: drawDate, choice: drawChoices, choices: drawChoices, boxes: drawChoices };

/** The error, the input, and the hint where the input has no placeholder. */
function drawField(field: FormField, room: FieldRoom): (IRichTextBlock | ITextInput | IDateInput | IChoiceSetInput)[] {
  const hasPlaceholder = field.kind === 'text' || field.kind === 'longText';
  return [
    ...(field.error ? [lines([run(`▲ ${field.error}`, TEXT_BYTES, { color: 'Attention', weight: 'Bolder' })])] : []),
    inputs[field.kind](field, room),
    ...(field.hint && !hasPlaceholder ? [lines([run(field.hint, TEXT_BYTES, { isSubtle: true })], 'None')] : []),
  ];
}

function roomIn(fields: readonly FormField[]): FieldRoom {
  const withOptions = fields.filter(({ options }) => options).length;
  const options = Math.floor(MAX_OPTIONS / Math.max(1, withOptions));
  return { valueBytes: Math.floor(VALUES_BYTES / fields.length), options, isOnlyList: withOptions === 1 };
}

/** `back` redraws the card that the form replaces; without it the form has no «Volver» button. */
export function drawForm(
  { title, intro, fields, submit, press }: CardForm,
  back: Press | undefined,
  surface: CardSurface = 'chat',
): IAdaptiveCard {
  const actions = [
    actionButton(submit, { verb: 'submit', press, ...(back ? { back } : {}) }, surface, { style: 'positive' }),
    ...(back ? [actionButton(botTeams.back, { verb: 'press', press: back }, surface)] : []),
  ];
  const visible = fields.slice(0, MAX_FIELDS);
  const room = roomIn(visible);
  return cardOf([
    lines([run(title, TEXT_BYTES, { weight: 'Bolder', size: 'Large' })]),
    ...(intro ? [lines([run(intro, INTRO_BYTES)])] : []),
    ...visible.flatMap((field) => drawField(field, room)),
    { type: 'ActionSet', actions },
  ]);
}
