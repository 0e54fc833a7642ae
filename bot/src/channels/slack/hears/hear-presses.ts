import type { BlockAction, ButtonAction } from '@slack/bolt';
import { actions } from '../block-kit/buttons.ts';
import { type EnteredState, formValues } from '../block-kit/form-values.ts';
import { readPress } from '../block-kit/press-value.ts';
import type { Asked, Place, Turn } from '../turns/turn.ts';
import type { Ears } from './hear.ts';

/** Buttons of our messages and of the home: acts, forms inside messages, and links unfurled. */
export function hearPresses({ app, take, reach }: Ears): void {
  app.action<BlockAction>(/^/, async ({ body, action, ack }) => {
    await ack();
    const asked = action.type === 'button' ? askedBy(action, body) : null;
    if (asked) take(turnOf(body, action, reach.now()), asked);
  });
}

/** Null for a button that only leads somewhere, or is none of ours. */
function askedBy({ action_id, value }: ButtonAction, { state }: BlockAction): Asked | null {
  const [kind] = action_id.split('-');
  if (kind === actions.look) return /^[1-9]\d{0,8}$/.test(value ?? '') ? { kind: 'look', activityId: Number(value) } : null;
  const press = readPress(value);
  if (!press) return null;
  if (kind === actions.send) return { kind: 'submit', press, values: formValues((state?.values ?? {}) as EnteredState) };
  return kind === actions.press ? { kind: 'press', press } : null;
}

function turnOf(body: BlockAction, { action_id }: { action_id: string }, at: number): Turn {
  return {
    user: { id: body.user.id, name: body.user.name ?? body.user.username },
    deliveryId: body.trigger_id,
    at,
    triggerId: body.trigger_id,
    waitsInModal: true,
    ...(action_id === actions.send && { givesWay: true }),
    ...(body.response_url && { responseUrl: body.response_url }),
    place: ({ conversation }) => placeOf(body, conversation),
  };
}

/** A message is drawn anew only where nobody but the asker sees it: anywhere else the answer is for them alone. */
function placeOf({ view, container, channel, message }: BlockAction, conversation: string): Place {
  if (view) return view.type === 'home' ? { kind: 'home' } : { kind: 'talk' };
  const id = channel?.id ?? container.channel_id;
  if (container.is_ephemeral) return { kind: 'whisper', channel: id, replaces: true };
  if (id === conversation && message) return { kind: 'card', channel: id, ts: message.ts };
  return { kind: 'whisper', channel: id, replaces: false };
}
