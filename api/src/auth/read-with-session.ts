import { type EndpointName, endpoints } from '@bitacora/core/contract';
import { historyNote } from '@bitacora/core/messages/history-note';
import { EncodedJson, type SessionOwner, unwordedNotes } from '@bitacora/core/server';
import { findSessionWithPending } from '@bitacora/core/use-cases/account/log-in';
import { type EncodedActivity, findSessionWithActivity } from '@bitacora/core/use-cases/activities/read-with-session';
import type { OpenUseCase } from '@bitacora/core/use-cases/use-case';
import type { Context } from 'koa';
import * as z from 'zod/mini';
import { activityFields, encodedPage, partFields } from '../http/activity-fields.ts';

type SessionRead = OpenUseCase<{ idHash: Buffer; isGlance: boolean }, { person: SessionOwner; reply: unknown } | undefined>;

const withPending = findSessionWithPending(activityFields);
const withActivity = findSessionWithActivity(partFields);

/** The rows of a history with the notes that are sentences of their facts. */
const withNotes = (history: string): string =>
  history.replace(unwordedNotes, (_, act: string, facts: string) =>
    JSON.stringify(historyNote({ act, note: null, facts: JSON.parse(JSON.parse(facts)) })),
  );

function replyOf({ lines, details, parts }: EncodedActivity) {
  const { history } = parts;
  return new EncodedJson(encodedPage(lines, details, history ? { ...parts, history: withNotes(history) } : parts));
}

const { params, query } = endpoints.readActivity;

/**
 * Calls whose answer comes with the session, in one statement. Null where the call reads the usual way. The reply is null where the call
 * itself refuses it. The request already has its place (`concurrencyLimit`): its person's, or its network's where the session is not known yet.
 */
export const readsWithSession: Partial<Record<EndpointName, (ctx: Context) => SessionRead | null>> = {
  listMyPending: () => withPending,
  readActivity: (ctx) => {
    const [id, parts] = [z.safeDecode(params, ctx.params), z.safeDecode(query, ctx.query as never)];
    if (!id.success || !parts.success) return null;
    const { activityId } = id.data;
    const include = parts.data.include ?? [];
    return async (context) => {
      const session = await withActivity({ ...context, input: { ...context.input, activityId, include } });
      return session && { person: session.person, reply: session.reply && replyOf(session.reply) };
    };
  },
};
