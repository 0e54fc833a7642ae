import type { Card } from '../../../card.ts';
import { type Chat, NotPosted } from '../../../request.ts';
import { drawCard } from '../cards/draw-card.ts';
import type { Hosts } from '../trust/hosts.ts';
import type { Shown } from '../turns/shown.ts';
import { messageOf } from './activity.ts';
import type { Connector } from './connector.ts';
import { type Reference, readReference } from './conversation.ts';
import { fetchImage } from './fetch-image.ts';

interface Posting {
  connector: Connector;
  hosts: Hosts;
  shown: Shown;
  token: () => Promise<string>;
}

const MARKS = 1_000;

/** The newest of them. */
function remember(posted: Map<string, string>, mark: string, message: string): void {
  posted.set(mark, message);
  const oldest = posted.keys().next();
  if (posted.size > MARKS && !oldest.done) posted.delete(oldest.value);
}

/** What the bot does in Teams of its own accord. */
export function chatOf({ connector, hosts, shown, token }: Posting): Chat {
  function referenceIn(conversation: string): Reference {
    const reference = readReference(conversation, hosts);
    if (!reference) throw new NotPosted('Teams: no conversation to write to', { isCertain: true, isFinal: true });
    return reference;
  }
  const asMessage = (card: Card) => messageOf(drawCard(card), card.title);

  const posted = new Map<string, string>();

  return {
    async post(conversation, card, mark) {
      const reference = referenceIn(conversation);
      const message = await connector.post(reference, asMessage(card));
      remember(posted, mark, message);
      shown.remember(reference, message, card.activityIds);
      return message;
    },
    async redraw(conversation, message, card) {
      const reference = referenceIn(conversation);
      await connector.change(reference, message, asMessage(card));
      shown.remember(reference, message, card.activityIds);
    },
    // A bot of Teams cannot read what stands in a chat: this knows only what the process itself has posted and could not report.
    find: async (_conversation, mark) => posted.get(mark) ?? null,
    fetchImage: (reference) => fetchImage(reference, hosts, token),
  };
}
