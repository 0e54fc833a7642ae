import { validation } from '@bitacora/core/messages/validation';
import type { IAdaptiveCard, IChoiceSetInput, IDateInput, IRichTextBlock, ITextInput } from '@microsoft/teams.cards';
import type { Field, Form, Press } from '../../../card.ts';
import { botTeams } from '../../../messages/teams.ts';
import { execute, type Place } from './draw-button.ts';
import { cardOf } from './draw-card.ts';
import { lines, plain, run } from './text.ts';

const TEXT_BYTES = 400;
const INTRO_BYTES = 1_500;
/** All that was typed, and all there is to choose from, in one form: Teams refuses messages of over 28 kB. */
const VALUES_BYTES = 14_000;
const OPTIONS = 48;
const FIELDS = 10;

/** Inputs come back mixed with what the button carries: these begin so. */
export const FIELD = 'field.';

const shared = ({ name, label, isRequired }: Field) => ({
  id: `${FIELD}${name}`,
  label: plain(label, TEXT_BYTES),
  isRequired,
  errorMessage: validation.required,
});

/** What the others of the form leave to one field. */
interface Room {
  valueBytes: number;
  options: number;
  /** One list may lie open; more of them would be a form to scroll through. */
  isOnlyList: boolean;
}

const given = (value: string | undefined, { valueBytes }: Room) => (value ? { value: plain(value, valueBytes) } : {});

function drawText(field: Field, room: Room): ITextInput {
  return {
    type: 'Input.Text',
    ...shared(field),
    ...given(field.value, room),
    isMultiline: field.kind === 'longText',
    ...(field.maxLength ? { maxLength: field.maxLength } : {}),
    ...(field.hint ? { placeholder: plain(field.hint, TEXT_BYTES) } : {}),
  };
}

const drawDate = (field: Field, room: Room): IDateInput => ({
  type: 'Input.Date',
  ...shared(field),
  ...given(field.value, room),
  ...(field.earliest ? { min: field.earliest } : {}),
});

const drawChoices = (field: Field, room: Room): IChoiceSetInput => ({
  type: 'Input.ChoiceSet',
  ...shared(field),
  ...given(field.value, room),
  style: room.isOnlyList || field.kind === 'choices' ? 'expanded' : 'compact',
  wrap: true,
  isMultiSelect: field.kind === 'choices',
  choices: (field.options ?? []).slice(0, room.options).map(({ value, label }) => ({ title: plain(label, 150), value: plain(value, 100) })),
});

const inputs = { text: drawText, longText: drawText, date: drawDate, choice: drawChoices, choices: drawChoices };

/** An input with what is wrong with it right above, and the hint of those that have no place for one. */
function drawField(field: Field, room: Room): (IRichTextBlock | ITextInput | IDateInput | IChoiceSetInput)[] {
  const hasPlaceholder = field.kind === 'text' || field.kind === 'longText';
  return [
    ...(field.error ? [lines([run(`▲ ${field.error}`, TEXT_BYTES, { color: 'Attention', weight: 'Bolder' })])] : []),
    inputs[field.kind](field, room),
    ...(field.hint && !hasPlaceholder ? [lines([run(field.hint, TEXT_BYTES, { isSubtle: true })], 'None')] : []),
  ];
}

function roomIn(fields: readonly Field[]): Room {
  const withOptions = fields.filter(({ options }) => options).length;
  const options = Math.floor(OPTIONS / Math.max(1, withOptions));
  return { valueBytes: Math.floor(VALUES_BYTES / fields.length), options, isOnlyList: withOptions === 1 };
}

/** `back` draws what the form took the place of; where nothing does, there is no way back to offer. */
export function drawForm({ title, intro, fields, submit, press }: Form, back: Press | undefined, place: Place = 'chat'): IAdaptiveCard {
  const actions = [
    execute(submit, { verb: 'submit', press, ...(back ? { back } : {}) }, place, { style: 'positive' }),
    ...(back ? [execute(botTeams.back, { verb: 'press', press: back }, place)] : []),
  ];
  const shown = fields.slice(0, FIELDS);
  const room = roomIn(shown);
  return cardOf([
    lines([run(title, TEXT_BYTES, { weight: 'Bolder', size: 'Large' })]),
    ...(intro ? [lines([run(intro, INTRO_BYTES)])] : []),
    ...shown.flatMap((field) => drawField(field, room)),
    { type: 'ActionSet', actions },
  ]);
}
