import { consultPath, REQUESTS_PATH } from '@bitacora/core/domain/page-paths';
import { requestFacts, requestTexts, requestTitles } from '@bitacora/core/messages/activities/work-requests';
import { andOthers, type DigestBlock, type DigestContent, SUBJECT_LETTERS } from '@bitacora/core/messages/notifications/digest';
import { clipped, greetingTo } from '@bitacora/core/messages/phrases';
import type { ClaimedDigest, Core } from '@bitacora/core/server';
import { type NotifiedRequest, readNotifiedRequests } from '@bitacora/core/use-cases/activities/work-requests';

const title = ({ kind, request }: NotifiedRequest) => requestTitles[kind](request);

/** Shows one request under what happened to it. The folio opens what came of it. */
function requestBlocks(notified: NotifiedRequest, publicUrl: string): DigestBlock[] {
  const { text, activityId, activityStatus } = notified.request;
  const path = activityId && activityStatus && consultPath({ id: activityId, status: activityStatus, isAssignee: false });
  const folio = path ? [{ label: 'Folio', value: String(activityId), url: new URL(path, publicUrl).href }] : [];
  return [
    { kind: 'paragraph', text: `${title(notified)}.` },
    { kind: 'activity', text, facts: [...requestFacts(notified.request), ...folio] },
  ];
}

/** Composes a person's news of requests as they are now, and lists those that no longer hold. Null where none holds. */
export async function composeRequests(
  core: Core,
  { recipient, notifications }: ClaimedDigest,
  publicUrl: string,
): Promise<{ content: DigestContent; omitted: number[]; folios: number[] } | null> {
  const input = { recipientId: recipient.id, notifications };
  const { result: notified } = await core.perform({
    useCase: readNotifiedRequests,
    actor: null,
    channel: 'system',
    input,
    effect: 'reads',
  });
  const [first, ...others] = notified;
  if (!first) return null;
  const lead = title(first);
  const content = {
    subject: clipped(`${lead}: ${first.request.text}`, SUBJECT_LETTERS) + andOthers(others.length),
    preview: clipped(first.request.text, SUBJECT_LETTERS),
    greeting: greetingTo(recipient.firstName),
    title: others.length > 0 ? requestTexts.several(notified.length) : lead,
    blocks: [
      ...notified.flatMap((one) => requestBlocks(one, publicUrl)),
      { kind: 'action', link: { label: requestTexts.open, url: new URL(REQUESTS_PATH, publicUrl).href } } as const,
    ],
    reason: requestTexts.reason,
  };
  const ids = new Set(notified.map(({ id }) => id));
  return { content, folios: [], omitted: notifications.flatMap(({ id }) => (ids.has(id) ? [] : [id])) };
}
