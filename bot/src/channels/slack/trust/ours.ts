import * as z from 'zod/mini';

/** Who we are in Slack, as Slack itself says. */
export interface Identity {
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
 * Is this of our workspace and our app, sent by somebody of our workspace? Channels shared between companies (Slack Connect) bring others,
 * and whoever is not of ours may not even be told who they are.
 */
export function isOurs(body: unknown, { teamId, appId }: Identity): boolean {
  const { success, data } = envelope.safeParse(body);
  if (!success || data.api_app_id !== appId) return false;
  const team = typeof data.team === 'object' ? data.team?.id : data.team;
  const person = typeof data.user === 'object' ? data.user?.team_id : undefined;
  const named = [data.team_id, team, person, data.event?.team, data.event?.user_team].filter((one) => one != null);
  return (data.team_id ?? team) === teamId && named.every((one) => one === teamId);
}
