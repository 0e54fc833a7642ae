import type { IncomingHttpHeaders } from 'node:http';
import { verifySlackRequest } from '@slack/bolt';
import * as z from 'zod/mini';
import { createReplayCache } from './deliveries.ts';

const WINDOW_SECONDS = 300;

export interface SignatureCheck {
  /** The reason for the log, or null for a valid signature. A request is valid only once. */
  refusal(headers: IncomingHttpHeaders, raw: Buffer): string | null;
}

/** Checks Slack's signature of the raw body, and the time: at most five minutes before or after now. */
export function createSignatureCheck({ signingSecret, now }: { signingSecret: string; now: () => number }): SignatureCheck {
  /** The time is valid from five minutes before to five minutes after, so an older entry cannot come again. */
  const replays = createReplayCache({ keepMs: 2 * WINDOW_SECONDS * 1_000 + 1_000, now });

  return {
    refusal(headers, raw) {
      const timestamp = headers['x-slack-request-timestamp'];
      const signature = headers['x-slack-signature'];
      if (typeof timestamp !== 'string' || !/^[1-9]\d{0,11}$/.test(timestamp)) return 'no timestamp';
      // The library ignores what follows a second `=`, so such a signature would pass the replay cache.
      if (typeof signature !== 'string' || !/^v0=[0-9a-f]{64}$/.test(signature)) return 'no signature';
      // The library refuses old timestamps, but not those of the future.
      if (Math.abs(now() / 1_000 - Number(timestamp)) > WINDOW_SECONDS) return 'timestamp out of the window';
      const signed = { 'x-slack-signature': signature, 'x-slack-request-timestamp': Number(timestamp) };
      try {
        verifySlackRequest({ signingSecret, headers: signed, body: raw.toString('utf8'), nowMilliseconds: now() });
      } catch {
        return 'wrong signature';
      }
      return replays.add(signature) ? null : 'replayed';
    },
  };
}

/** The bot's own ids, as Slack answers them. */
export interface BotIdentity {
  teamId: string;
  appId: string;
  botId: string;
  botUserId: string;
}

const text = z.optional(z.nullable(z.string()));
const envelope = z.object({
  api_app_id: z.string(),
  team_id: text,
  team: z.optional(z.nullable(z.union([z.object({ id: z.string() }), z.string()]))),
  user: z.optional(z.nullable(z.union([z.object({ team_id: text }), z.string()]))),
  event: z.optional(z.object({ team: text, user_team: text })),
});

/**
 * Whether a body is of our app and our workspace, from a person of our workspace. Shared channels (Slack Connect) also bring people
 * of other companies, who must not learn anything.
 */
export function isOurs(body: unknown, { teamId, appId }: BotIdentity): boolean {
  const { success, data } = envelope.safeParse(body);
  if (!success || data.api_app_id !== appId) return false;
  const team = typeof data.team === 'object' ? data.team?.id : data.team;
  const personTeam = typeof data.user === 'object' ? data.user?.team_id : undefined;
  const teams = [data.team_id, team, personTeam, data.event?.team, data.event?.user_team].filter((one) => one != null);
  return (data.team_id ?? team) === teamId && teams.every((one) => one === teamId);
}
