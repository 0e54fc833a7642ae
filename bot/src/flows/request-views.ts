import { adminPolicy } from '@bitacora/core/domain/people/person';
import { requestsCard } from '../cards/requests-card.ts';
import type { CardSource } from '../flow.ts';
import { botCards } from '../messages/bot.ts';
import { botRequests } from '../messages/flows.ts';

/** A card lists at most this many of each group. */
const MOST_LISTED = 8;

/** Lists what the asker may answer, the longest waiting first, and what they asked for. */
export const requests: CardSource = async (context) => {
  const { client, me } = context;
  const [mine, waiting] = await Promise.all([
    client.listRequests({ view: 'mine', limit: MOST_LISTED }),
    adminPolicy.assignActivities(me) ? client.listRequests({ view: 'toAnswer', limit: MOST_LISTED }) : null,
  ]);
  const groups = [
    ...(waiting ? [{ heading: botCards.heading(botRequests.toAnswer, waiting.total), requests: waiting.requests }] : []),
    { heading: botCards.heading(botRequests.mine, mine.total), requests: mine.requests },
  ];
  return requestsCard(botRequests.title, groups, context);
};
