import { buttonActionBody, commandBody, eventBody } from '../doubles/slack/bodies.ts';
import { asEvent, asForm, asPayload, type DeliveryResult, type Signing, sendSigned } from '../doubles/slack/deliver.ts';
import type { SlackDouble } from '../doubles/slack/slack-double.ts';
import { installation, type Message } from '../doubles/slack/workspace.ts';

export const seconds = (fromNow: number) => Math.floor(Date.now() / 1_000) + fromNow;
const someMessage = (): Message => ({ channel: 'D1', ts: '1.1', text: '', blocks: [], updates: 0 });
const press = { action_id: 'press-0', type: 'button', value: JSON.stringify({ flow: 'start', id: 12 }) };

/** A person, and what they would send. */
export function readSaid(slack: SlackDouble) {
  const ana = slack.person('Ana López');
  const { workspace } = slack;
  const command = commandBody(ana, '', { id: ana.conversation, name: 'directmessage' }, workspace);
  const event = eventBody(
    { type: 'message', channel: ana.conversation, channel_type: 'im', user: ana.id, text: 'hola', ts: '1.1' },
    workspace,
  );
  const pressed = buttonActionBody(ana, press, { in: someMessage(), state: {} }, workspace);
  return { command, event, pressed };
}

type Forgery = () => Promise<DeliveryResult>;

/** T20: what claims to be Slack and is not, or is not of our workspace; with the status each is refused with. */
export function listForgeries(slack: () => SlackDouble, url: () => string): Record<string, [number, Forgery]> {
  const interactions = () => readSaid(slack());
  const send = (body: { type: string; raw: string }, signing?: Signing) => sendSigned(url(), body, signing);
  const honest = () => asForm(interactions().command);
  return {
    'no signature': [401, () => send(honest(), { headers: { 'x-slack-signature': undefined } })],
    'no timestamp': [401, () => send(honest(), { headers: { 'x-slack-request-timestamp': undefined } })],
    'an empty signature': [401, () => send(honest(), { headers: { 'x-slack-signature': '' } })],
    'a signature of another secret': [401, () => send(honest(), { secret: 'guessed' })],
    'a signature of an empty secret': [401, () => send(honest(), { secret: '' })],
    'a signature one digit off': [401, () => send(honest(), { headers: { 'x-slack-signature': `v0=${'0'.repeat(64)}` } })],
    'a cut signature': [401, () => send(honest(), { headers: { 'x-slack-signature': 'v0=00' } })],
    'a signature with another part after it': [401, () => send(honest(), { suffix: '=1' })],
    'another version of the signature': [401, () => send(honest(), { version: 'v1' })],
    'a timestamp five minutes old': [401, () => send(honest(), { timestamp: seconds(-302) })],
    'a timestamp five minutes ahead': [401, () => send(honest(), { timestamp: seconds(302) })],
    'a timestamp that is no number': [401, () => send(honest(), { timestamp: 'now' })],
    'a timestamp in hexadecimal': [401, () => send(honest(), { timestamp: `0x${seconds(0).toString(16)}` })],
    'a timestamp other than the signed one': [401, () => send(honest(), { headers: { 'x-slack-request-timestamp': String(seconds(1)) } })],
    'an altered body': [401, () => send(honest(), { altered: asForm({ ...interactions().command, user_id: 'U9' }).raw })],
    'a body with a space more': [401, () => send(asEvent(interactions().event), { altered: `${asEvent(interactions().event).raw} ` })],
    'a command of another workspace': [403, () => send(asForm({ ...interactions().command, team_id: 'T0OTHER' }))],
    'an event of another workspace': [403, () => send(asEvent({ ...interactions().event, team_id: 'T0OTHER' }))],
    'an event without a workspace': [403, () => send(asEvent({ ...interactions().event, team_id: null }))],
    'an event of another app': [403, () => send(asEvent({ ...interactions().event, api_app_id: 'A0OTHER' }))],
    'a press by a guest of another workspace': [
      403,
      () => send(asPayload({ ...interactions().pressed, user: { id: 'U9', team_id: 'T0OTHER' } })),
    ],
    'a message by a guest of another workspace': [
      403,
      () => send(asEvent({ ...interactions().event, event: { ...(interactions().event.event as object), user_team: 'T0OTHER' } })),
    ],
    'a press whose workspace is ours by one name only': [
      403,
      () => send(asPayload({ ...interactions().pressed, team: { id: 'T0OTHER' }, team_id: installation.teamId })),
    ],
    'more than a megabyte': [413, () => send(asEvent({ ...interactions().event, filler: 'x'.repeat(1024 * 1024) }))],
    'a signed body that is no JSON': [400, () => send({ type: 'application/json', raw: '{' })],
    'a signed list': [403, () => send({ type: 'application/json', raw: '[]' })],
  };
}
