import type { types } from '@slack/bolt';

type Block = types.KnownBlock;

export const installation = {
  teamId: 'T0BITACORA',
  appId: 'A0BITACORA',
  botId: 'B0BITACORA',
  botUserId: 'U0BITACORA',
  botToken: 'xoxb-double',
  signingSecret: 'a-signing-secret-of-the-double',
  appToken: 'xapp-1-A0BITACORA-double',
};

export interface Message {
  channel: string;
  ts: string;
  text: string;
  blocks: Block[];
  metadata?: { event_type: string; event_payload: Record<string, unknown> };
  botId?: string;
  user?: string;
  threadTs?: string;
  /** Counts the redraws. */
  updates: number;
}

/** Only one person sees it. */
interface EphemeralMessage {
  user: string;
  channel: string;
  ts: string;
  text: string;
  blocks: Block[];
}

export interface View {
  id: string;
  hash: string;
  user: string;
  type: 'modal' | 'home';
  callbackId: string;
  metadata: string;
  title: string;
  submit: string;
  blocks: Block[];
}

export type VisibleMessage = Message | EphemeralMessage | View;

interface StoredFile {
  id: string;
  name: string;
  mimetype: string;
  bytes: Buffer;
  /** The address that Slack names; by default the double's own. */
  url?: string;
}

export interface SlackCall {
  method: string;
  args: Record<string, unknown>;
  token: string;
  at: number;
}

export type Failure = { error: string } | { status: number } | { retryAfter: number } | { breaks: 'before' | 'after' };

export function createWorkspace() {
  let last = 0;
  const nextId = () => {
    last += 1;
    return last;
  };
  const startSeconds = Math.floor(Date.now() / 1_000);
  return {
    url: '',
    people: new Map<string, { id: string; name: string; conversation: string }>(),
    /** Names channels in which the bot cannot post as usual. */
    channels: new Map<string, 'left' | 'archived' | 'shared'>(),
    messages: [] as Message[],
    ephemeralMessages: [] as EphemeralMessage[],
    views: new Map<string, View>(),
    files: new Map<string, StoredFile>(),
    /** Files that lead to another address. */
    redirects: new Map<string, string>(),
    /** By the response's id: its user, its channel, and the ephemeral message that it may replace. */
    responses: new Map<string, { user: string; channel: string; ts?: string }>(),
    /** By the trigger's id: its user, and its time. */
    triggers: new Map<string, { user: string; at: number }>(),
    triggerMs: 3_000,
    calls: [] as SlackCall[],
    failures: new Map<string, Failure[]>(),
    nextId,
    nextTs: () => `${startSeconds}.${String(nextId()).padStart(6, '0')}`,
  };
}
export type Workspace = ReturnType<typeof createWorkspace>;
