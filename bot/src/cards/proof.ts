import type { BotClient } from '@bitacora/core/client/bot-client';
import type { CommentView } from '@bitacora/core/contract/activity';
import { asWritten, clipped } from '@bitacora/core/messages/phrases';
import type { CardFact, CardImage } from '../card.ts';
import { botCards } from '../messages/cards.ts';

const MAX_COMMENTS = 2;
const MAX_COMMENT = 300;
const MAX_NAME = 60;

/** What somebody reads before a verdict. */
export interface VerdictProof {
  images: readonly CardImage[];
  /** The last ones, the newest last. */
  comments: readonly Pick<CommentView, 'authorName' | 'body'>[];
}

export async function readProof(client: BotClient, activityId: number, publicUrl: string): Promise<VerdictProof> {
  const [evidence, comments] = await Promise.all([client.signEvidence({ activityId }), client.listComments({ activityId })]);
  const images = evidence.map(({ id, name, url }, index) => ({
    id,
    alt: botCards.imageAlt(index + 1, clipped(name, MAX_NAME)),
    url: new URL(url, publicUrl).href,
  }));
  return { images, comments: comments.toSorted((one, other) => one.id - other.id).slice(-MAX_COMMENTS) };
}

/** Says so where nothing was attached, because a verdict is final. */
export const proofFactsOf = ({ images, comments }: VerdictProof): CardFact[] => [
  { label: botCards.evidence, value: botCards.images(images.length) },
  ...comments.map(({ authorName, body }) => ({ label: botCards.commentOf(authorName), value: clipped(asWritten(body), MAX_COMMENT) })),
];
