import { installation, type Message, type View, type VisibleMessage, type Workspace } from './workspace.ts';

type EventFields = Record<string, unknown>;
export interface SenderIds {
  id: string;
  name: string;
  conversation: string;
}

/** Creates a trigger of this person. */
function trigger({ id }: SenderIds, workspace: Workspace): string {
  const name = `trigger.${workspace.nextId()}`;
  workspace.triggers.set(name, { user: id, at: Date.now() });
  return name;
}

function responseUrl({ id }: SenderIds, channel: string, workspace: Workspace, ts?: string): string {
  const name = `r${workspace.nextId()}`;
  workspace.responses.set(name, { user: id, channel, ...(ts && { ts }) });
  return `${workspace.url}/response/${name}`;
}

/** Puts `app_home_opened`, `message`, `link_shared` … into Slack's envelope. */
export function eventBody(event: EventFields, workspace: Workspace): EventFields {
  return {
    type: 'event_callback',
    team_id: installation.teamId,
    api_app_id: installation.appId,
    event_id: `Ev${workspace.nextId()}`,
    event_time: Math.floor(Date.now() / 1_000),
    authorizations: [{ enterprise_id: null, team_id: installation.teamId, user_id: installation.botUserId, is_bot: true }],
    event,
  };
}

export function commandBody(
  who: SenderIds,
  words: string,
  channel: { id: string; name: string },
  workspace: Workspace,
): Record<string, string> {
  return {
    command: '/actividades',
    text: words,
    user_id: who.id,
    user_name: who.name.toLowerCase(),
    team_id: installation.teamId,
    team_domain: 'bitacora',
    channel_id: channel.id,
    channel_name: channel.name,
    api_app_id: installation.appId,
    response_url: responseUrl(who, channel.id, workspace),
    trigger_id: trigger(who, workspace),
  };
}

const shared = (who: SenderIds, workspace: Workspace): EventFields => ({
  api_app_id: installation.appId,
  team: { id: installation.teamId, domain: 'bitacora' },
  user: { id: who.id, username: who.name.toLowerCase(), name: who.name.toLowerCase(), team_id: installation.teamId },
  trigger_id: trigger(who, workspace),
});

export function buttonActionBody(
  who: SenderIds,
  action: EventFields,
  { in: where, state }: { in: VisibleMessage; state: EventFields },
  workspace: Workspace,
): EventFields {
  const body = {
    type: 'block_actions',
    ...shared(who, workspace),
    actions: [{ ...action, action_ts: workspace.nextTs() }],
    state: { values: state },
  };
  if ('hash' in where) return { ...body, container: { type: 'view', view_id: where.id }, view: viewBody(where, state) };
  const isEphemeral = 'user' in where && !('updates' in where);
  return {
    ...body,
    channel: { id: where.channel, name: 'directmessage' },
    container: { type: 'message', channel_id: where.channel, message_ts: where.ts, is_ephemeral: isEphemeral },
    response_url: responseUrl(who, where.channel, workspace, isEphemeral ? where.ts : undefined),
    ...(!isEphemeral && { message: { type: 'message', ts: where.ts, blocks: where.blocks, bot_id: installation.botId } }),
  };
}

export const shortcutBody = (who: SenderIds, callbackId: string, text: string, workspace: Workspace): EventFields => ({
  type: 'message_action',
  callback_id: callbackId,
  ...shared(who, workspace),
  channel: { id: 'C0GENERAL', name: 'general' },
  message_ts: workspace.nextTs(),
  message: { type: 'message', text, ts: workspace.nextTs() },
  response_url: responseUrl(who, 'C0GENERAL', workspace),
});

/** Slack sends it while a person types in a list that asks the app for its options. */
export const suggestionBody = (
  who: SenderIds,
  form: View | Message,
  { blockId, actionId, typed }: Record<'blockId' | 'actionId' | 'typed', string>,
  workspace: Workspace,
) => ({
  type: 'block_suggestion',
  ...shared(who, workspace),
  block_id: blockId,
  action_id: actionId,
  value: typed,
  ...('hash' in form
    ? { container: { type: 'view', view_id: form.id }, view: viewBody(form, {}) }
    : {
        container: { type: 'message', channel_id: form.channel, message_ts: form.ts },
        channel: { id: form.channel, name: 'directmessage' },
      }),
});

const viewBody = ({ id, hash, type, callbackId, metadata, blocks }: View, state: EventFields): EventFields => ({
  id,
  hash,
  type,
  callback_id: callbackId,
  private_metadata: metadata,
  blocks,
  state: { values: state },
  team_id: installation.teamId,
  app_installed_team_id: installation.teamId,
});

export const submissionBody = (who: SenderIds, view: View, state: EventFields, workspace: Workspace): EventFields => ({
  type: 'view_submission',
  ...shared(who, workspace),
  view: viewBody(view, state),
  response_urls: [],
});
