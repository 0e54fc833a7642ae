import type { types } from '@slack/bolt';
import type { Field } from '../../../card.ts';
import { botSlack } from '../../../messages/slack.ts';
import { actions } from './buttons.ts';
import { limits } from './limits.ts';
import { clip, escaped, mrkdwn, plain } from './text.ts';

type Drawn = types.InputBlock['element'];
const DATE = /^\d{4}-\d{2}-\d{2}$/;

function textInput({ kind, value, maxLength }: Field): Drawn {
  const most = Math.min(Math.max(maxLength ?? limits.input, 1), limits.input);
  const typed = value ? { initial_value: clip(value, most) } : {};
  return { type: 'plain_text_input', action_id: actions.field, multiline: kind === 'longText', max_length: most, ...typed };
}

function dateInput({ value }: Field): Drawn {
  const chosen = value && DATE.test(value) ? { initial_date: value } : {};
  return { type: 'datepicker', action_id: actions.field, placeholder: plain(botSlack.chooseDate, limits.optionLabel), ...chosen };
}

/** Slack refuses a list of no options. */
function choiceInput({ kind, value, options = [] }: Field): Drawn {
  const drawn = options
    .filter((option) => option.value && option.value.length <= limits.optionValue)
    .slice(0, limits.options)
    .map((option) => ({ text: plain(option.label, limits.optionLabel), value: option.value }));
  if (!drawn.length) drawn.push({ text: plain(botSlack.nothing, limits.optionLabel), value: botSlack.nothing });
  const chosen = (kind === 'choices' ? (value ?? '').split(',') : [value]).flatMap(
    (one) => drawn.find((option) => option.value === one) ?? [],
  );
  const shared = { action_id: actions.field, placeholder: plain(botSlack.choose, limits.optionLabel), options: drawn };
  if (kind === 'choices') return { type: 'multi_static_select', ...shared, ...(chosen.length && { initial_options: chosen }) };
  return { type: 'static_select', ...shared, ...(chosen[0] && { initial_option: chosen[0] }) };
}

function input(field: Field): Drawn {
  if (field.kind === 'date') return dateInput(field);
  return field.kind === 'choice' || field.kind === 'choices' ? choiceInput(field) : textInput(field);
}

/** A field and, under it, what was wrong with what was sent. `field.name` comes back as the block's id. */
export function fieldBlocks(field: Field): types.KnownBlock[] {
  const block: types.InputBlock = {
    type: 'input',
    block_id: clip(field.name, limits.blockId),
    label: plain(field.label, limits.label),
    optional: !field.isRequired,
    element: input(field),
    ...(field.hint && { hint: plain(field.hint, limits.hint) }),
  };
  if (!field.error) return [block];
  return [block, { type: 'context', elements: [mrkdwn(botSlack.wrong(escaped(field.error, limits.text - 10)))] }];
}
