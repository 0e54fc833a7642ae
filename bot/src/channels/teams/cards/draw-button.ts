import type { IActionSet, IExecuteAction, IOpenUrlAction, IShowCardAction, ISubmitAction } from '@microsoft/teams.cards';
import type { Button, Press, PressButton } from '../../../card.ts';
import { lines, plain, run } from './text.ts';

const LABEL_BYTES = 80;
const CONFIRM_BYTES = 400;
/** More of them in a row Teams would hide; they go behind '…'. */
const IN_SIGHT = 4;
const AT_MOST = 10;

/** A chat's card executes; the personal tab knows nothing but submitting. */
export type Place = 'chat' | 'tab';
export type Verb = 'press' | 'submit' | 'look';

/** What comes back in the data of a pressed button. */
export interface Carried {
  verb: Verb;
  press: Press;
  /** Draws the card anew that a form took the place of. */
  back?: Press;
}

type Look = Pick<IExecuteAction, 'style' | 'mode'>;
const styles = { primary: 'positive', danger: 'destructive' } as const;

export function execute(label: string, carried: Carried, place: Place, look: Look = {}): IExecuteAction | ISubmitAction {
  const shared = {
    title: plain(label, LABEL_BYTES),
    data: { ...carried },
    // The inputs of a form are checked by the one button that sends them.
    associatedInputs: carried.verb === 'submit' ? ('auto' as const) : ('none' as const),
    ...(look.style ? { style: look.style } : {}),
    ...(look.mode ? { mode: look.mode } : {}),
  };
  return place === 'tab' ? { type: 'Action.Submit', ...shared } : { type: 'Action.Execute', verb: carried.verb, ...shared };
}

/** Teams asks nothing back by itself: the question unfolds below, with the button that means it. */
function confirmed({ label, press, confirm = '' }: PressButton, back: Press | undefined, place: Place, look: Look): IShowCardAction {
  const action = execute(label, { verb: 'press', press, back }, place, { style: look.style });
  return {
    type: 'Action.ShowCard',
    title: plain(label, LABEL_BYTES),
    ...look,
    card: { type: 'AdaptiveCard', version: '1.5', body: [lines([run(confirm, CONFIRM_BYTES)])], actions: [action] },
  };
}

function draw(button: Button, back: Press | undefined, place: Place, isInSight: boolean) {
  const mode = isInSight ? {} : { mode: 'secondary' as const };
  if ('url' in button)
    return { type: 'Action.OpenUrl', title: plain(button.label, LABEL_BYTES), url: button.url, ...mode } satisfies IOpenUrlAction;
  const look = { ...mode, ...(button.style ? { style: styles[button.style] } : {}) };
  if (button.confirm) return confirmed(button, back, place, look);
  return execute(button.label, { verb: 'press', press: button.press, back }, place, look);
}

/** Nothing for no buttons. */
export function drawButtons(buttons: readonly Button[], back: Press | undefined, place: Place): IActionSet[] {
  if (buttons.length === 0) return [];
  return [
    {
      type: 'ActionSet',
      spacing: 'Small',
      actions: buttons.slice(0, AT_MOST).map((button, at) => draw(button, back, place, at < IN_SIGHT)),
    },
  ];
}
