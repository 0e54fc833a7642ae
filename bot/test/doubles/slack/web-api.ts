import type { types } from '@slack/bolt';
import { wrongBlocks, wrongView } from './block-kit-rules.ts';
import { installation, type Message, type View, type Workspace } from './workspace.ts';

type Args = Record<string, unknown>;
type ApiReply = Record<string, unknown>;

/** The double answers `ok: false` with this word. */
export class SlackRefusal extends Error {}

const asBlocks = (value: unknown) => (value ?? []) as types.KnownBlock[];

/** Slack takes a file of the app only once it has processed it. */
const isReady = ({ files }: Workspace, id: string) => Boolean(files.get(id)?.mimetype);

function checkBlocks(blocks: unknown, text: unknown, workspace: Workspace): void {
  if (blocks === undefined && text) return;
  const wrong = wrongBlocks(blocks, 50);
  if (wrong.length) throw new SlackRefusal(`invalid_blocks: ${wrong.join(', ')}`);
  const files = asBlocks(blocks).flatMap((block) =>
    block.type === 'image' && 'slack_file' in block ? [String((block.slack_file as { id?: string }).id)] : [],
  );
  if (!files.every((id) => isReady(workspace, id))) throw new SlackRefusal('invalid_blocks');
}

function checkChannel(channel: unknown, { people, messages, channels }: Workspace): string {
  const unusual = channels.get(channel as string);
  if (unusual === 'left') throw new SlackRefusal('not_in_channel');
  if (unusual === 'archived') throw new SlackRefusal('is_archived');
  const isKnown = String(channel).startsWith('C') || [...people.values()].some(({ conversation }) => conversation === channel);
  if (!isKnown && !messages.some((message) => message.channel === channel)) throw new SlackRefusal('channel_not_found');
  return channel as string;
}

function readView(view: unknown): Omit<View, 'id' | 'hash' | 'user'> {
  const wrong = wrongView(view as Args);
  if (wrong.length) throw new SlackRefusal(`invalid_arguments: ${wrong.join(', ')}`);
  type Label = { text: string };
  const { type, callback_id, private_metadata, title, submit, blocks } = view as Args & Partial<Record<'title' | 'submit', Label>>;
  return {
    type: type as View['type'],
    callbackId: String(callback_id ?? ''),
    metadata: String(private_metadata ?? ''),
    title: title?.text ?? '',
    submit: submit?.text ?? '',
    blocks: asBlocks(blocks),
  };
}

function demand<T>(value: T | undefined, word: string): T {
  if (value === undefined) throw new SlackRefusal(word);
  return value;
}

const asSlackSays = ({ ts, text, blocks, metadata, botId, user, threadTs }: Message): ApiReply => ({
  type: 'message',
  ts,
  text,
  blocks,
  ...(metadata && { metadata }),
  ...(botId ? { bot_id: botId, app_id: installation.appId, user: installation.botUserId } : { user }),
  ...(threadTs && { thread_ts: threadTs }),
});

const methods: Record<string, (args: Args, workspace: Workspace) => ApiReply> = {
  'auth.test': () => ({ team_id: installation.teamId, user_id: installation.botUserId, bot_id: installation.botId, team: 'Bitácora' }),
  'bots.info': () => ({ bot: { id: installation.botId, app_id: installation.appId } }),
  'users.info': ({ user }, { people }) => {
    const person = demand(people.get(user as string), 'user_not_found');
    return { user: { id: person.id, team_id: installation.teamId, real_name: person.name, profile: { real_name: person.name } } };
  },
  'conversations.open': ({ users }, { people }) => ({
    channel: { id: demand(people.get(users as string), 'user_not_found').conversation },
  }),
  'conversations.info': ({ channel }, { channels }) => {
    const unusual = channels.get(channel as string);
    return {
      channel: { id: channel, is_member: unusual !== 'left', is_archived: unusual === 'archived', is_ext_shared: unusual === 'shared' },
    };
  },
  'conversations.history': ({ channel, limit, cursor, latest, oldest, include_all_metadata }, { messages }) => {
    const all = messages
      .filter((message) => message.channel === channel && !message.threadTs)
      .filter(({ ts }) => (!latest || ts <= (latest as string)) && (!oldest || ts >= (oldest as string)))
      .reverse();
    const from = Number(cursor ?? 0);
    const to = from + Number(limit ?? 100);
    const page = all.slice(from, to).map((message) => asSlackSays(include_all_metadata ? message : { ...message, metadata: undefined }));
    return { messages: page, has_more: to < all.length, response_metadata: { next_cursor: to < all.length ? String(to) : '' } };
  },
  'chat.postMessage': ({ channel, text, blocks, metadata, thread_ts }, workspace) => {
    checkBlocks(blocks, text, workspace);
    const message: Message = {
      channel: checkChannel(channel, workspace),
      ts: workspace.nextTs(),
      text: text as string,
      blocks: asBlocks(blocks),
      botId: installation.botId,
      updates: 0,
      ...(metadata ? { metadata: metadata as Message['metadata'] } : {}),
      ...(thread_ts ? { threadTs: thread_ts as string } : {}),
    };
    workspace.messages.push(message);
    return { channel, ts: message.ts, message: asSlackSays(message) };
  },
  'chat.update': ({ channel, ts, text, blocks, metadata }, workspace) => {
    checkBlocks(blocks, text, workspace);
    const { messages } = workspace;
    const isIt = (message: Message) => message.channel === channel && message.ts === ts && message.botId !== undefined;
    const message = demand(messages.find(isIt), 'message_not_found');
    Object.assign(message, { text, blocks: asBlocks(blocks), updates: message.updates + 1, ...(metadata ? { metadata } : {}) });
    return { channel, ts, text };
  },
  'chat.postEphemeral': ({ channel, user, text, blocks }, workspace) => {
    checkBlocks(blocks, text, workspace);
    const ts = workspace.nextTs();
    const { people } = workspace;
    const isOfOther = [...people.values()].some((person) => person.conversation === channel && person.id !== user);
    if (isOfOther) throw new SlackRefusal('user_not_in_channel');
    workspace.ephemeralMessages.push({
      user: user as string,
      channel: channel as string,
      ts,
      text: text as string,
      blocks: asBlocks(blocks),
    });
    return { message_ts: ts };
  },
  'chat.unfurl': ({ channel, ts, unfurl_id, unfurls }, workspace) => {
    const preview = Object.values(unfurls as Record<string, { blocks: types.KnownBlock[] }>).flatMap(({ blocks }) => blocks);
    checkBlocks(preview, '', workspace);
    const message = workspace.messages.find((entry) => entry.ts === (unfurl_id ?? ts) && (!channel || entry.channel === channel));
    demand(message, 'cannot_unfurl_message').blocks = preview;
    return {};
  },
  'views.open': ({ trigger_id, view }, workspace) => {
    const trigger = demand(workspace.triggers.get(trigger_id as string), 'invalid_trigger_id');
    if (Date.now() - trigger.at > workspace.triggerMs) throw new SlackRefusal('expired_trigger_id');
    const modal = { ...readView(view), id: `V${workspace.nextId()}`, hash: `h${workspace.nextId()}`, user: trigger.user };
    workspace.triggers.delete(trigger_id as string);
    workspace.views.set(modal.id, modal);
    return { view: { id: modal.id, hash: modal.hash } };
  },
  'views.update': ({ view_id, view }, workspace) => {
    const before = demand(workspace.views.get(view_id as string), 'not_found');
    Object.assign(before, readView(view), { hash: `h${workspace.nextId()}` });
    return { view: { id: before.id, hash: before.hash } };
  },
  'views.publish': ({ user_id, view }, workspace) => {
    const user = user_id as string;
    const home = { ...readView(view), id: `H${user}`, hash: `h${workspace.nextId()}`, user };
    workspace.views.set(home.id, home);
    return { view: { id: home.id, hash: home.hash } };
  },
  'files.info': ({ file }, { files, url }) => {
    const { id, name, mimetype, bytes, url: elsewhere } = demand(files.get(file as string), 'file_not_found');
    return { file: { id, name, mimetype, size: bytes.length, url_private_download: elsewhere ?? `${url}/files/${id}` } };
  },
  'files.getUploadURLExternal': ({ filename, length }, { files, url, nextId }) => {
    if (!(Number(length) > 0)) throw new SlackRefusal('invalid_arguments');
    const id = `F${nextId()}`;
    files.set(id, { id, name: String(filename), mimetype: '', bytes: Buffer.alloc(0) });
    return { file_id: id, upload_url: `${url}/upload/${id}` };
  },
  'files.completeUploadExternal': ({ files: list }, { files }) => {
    for (const { id } of (typeof list === 'string' ? JSON.parse(list) : list) as { id: string }[]) {
      const file = demand(files.get(id), 'file_not_found');
      if (file.bytes.length === 0) throw new SlackRefusal('file_not_found');
      file.mimetype = file.name.endsWith('.png') ? 'image/png' : 'image/jpeg';
    }
    return { files: [] };
  },
  'apps.connections.open': (_, { url }) => ({ url: `${url.replace('http', 'ws')}/socket` }),
};

/** Throws `SlackRefusal` with Slack's word. */
export function callMethod(method: string, args: Args, token: string, workspace: Workspace): ApiReply {
  const due = method.startsWith('apps.') ? installation.appToken : installation.botToken;
  if (token !== due) throw new SlackRefusal('invalid_auth');
  return demand(methods[method], 'unknown_method')(args, workspace);
}

/** Handles a post to a response URL: a new ephemeral message, or a replacement of the earlier one. */
export function respond(id: string, { text, blocks, replace_original }: Args, workspace: Workspace): boolean {
  const response = workspace.responses.get(id);
  if (!response || wrongBlocks(blocks, 50).length) return false;
  const before = workspace.ephemeralMessages.find(({ ts, user }) => ts === response.ts && user === response.user);
  const message = { text: text as string, blocks: asBlocks(blocks) };
  if (replace_original && before) Object.assign(before, message);
  else workspace.ephemeralMessages.push({ user: response.user, channel: response.channel, ts: workspace.nextTs(), ...message });
  return true;
}
