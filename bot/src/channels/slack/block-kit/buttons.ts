import type { types } from '@slack/bolt';
import type { Button, PressButton } from '../../../card.ts';
import { botSlack } from '../../../messages/slack.ts';
import { limits } from './limits.ts';
import { writePress } from './press-value.ts';
import { plain } from './text.ts';

/** What a pressed element is, by the beginning of its `action_id`; a number follows, as two of a message may not share one. */
export const actions = { press: 'press', link: 'link', send: 'send', look: 'look', field: 'field' } as const;

const confirmation = (text: string): types.ConfirmationDialog => ({
  title: plain(botSlack.confirmTitle, limits.confirmTitle),
  text: plain(text, limits.confirmText),
  confirm: plain(botSlack.yes, 30),
  deny: plain(botSlack.no, 30),
});

function pressButton({ label, press, style, confirm }: PressButton, actionId: string): types.Button {
  return {
    type: 'button',
    action_id: actionId,
    text: plain(label, limits.buttonLabel),
    value: writePress(press),
    ...(style && { style }),
    ...(confirm && { confirm: confirmation(confirm) }),
  };
}

function drawButton(button: Button, number: string): types.Button {
  if ('press' in button) return pressButton(button, `${actions.press}-${number}`);
  return { type: 'button', action_id: `${actions.link}-${number}`, text: plain(button.label, limits.buttonLabel), url: button.url };
}

/** Rows of buttons; `place` tells them from the others of the same message. Slack refuses a row of none. */
export function buttonRows(buttons: readonly Button[], place: string): types.KnownBlock[] {
  const drawn = buttons
    .filter((button) => 'press' in button || button.url.length <= limits.buttonUrl)
    .map((button, index) => drawButton(button, `${place}-${index}`));
  const rows: types.KnownBlock[] = [];
  for (let from = 0; from < drawn.length; from += limits.buttonsInRow)
    rows.push({ type: 'actions', elements: drawn.slice(from, from + limits.buttonsInRow) });
  return rows;
}
