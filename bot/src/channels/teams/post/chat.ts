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

/** What the bot does in Teams of its own accord. */
export function chatOf({ connector, hosts, shown, token }: Posting): Chat {
  function referenceIn(conversation: string): Reference {
    const reference = readReference(conversation, hosts);
    if (!reference) throw new NotPosted('Teams: no conversation to write to', { isCertain: true, isFinal: true });
    return reference;
  }
  const asMessage = (card: Card) => messageOf(drawCard(card), card.title);

  return {
    async post(conversation, card) {
      const message = await connector.post(referenceIn(conversation), asMessage(card));
      shown.remember(message, card.activityIds);
      return message;
    },
    async redraw(conversation, message, card) {
      await connector.change(referenceIn(conversation), message, asMessage(card));
      shown.remember(message, card.activityIds);
    },
    // A bot of Teams cannot read what stands in a chat.
    find: async () => null,
    fetchImage: (reference) => fetchImage(reference, hosts, token),
  };
}
