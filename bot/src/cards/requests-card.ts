import type { ChatWork } from '@bitacora/core/contract/chat/bot-endpoints';
import { requestFacts, requestTexts, requestTitles } from '@bitacora/core/messages/activities/work-requests';
import type { Card } from '../card.ts';

type RequestsTask = Extract<ChatWork['task'], { kind: 'notifyRequests' }>;

/** Says what happened to requests for work. */
export const requestsCard = ({ requests }: RequestsTask): Card => ({
  title: requestTexts.several(requests.length),
  groups: [
    {
      items: requests.map(({ kind, request }) => ({
        title: `${requestTitles[kind](request)}: ${request.text}`,
        facts: requestFacts(request),
        buttons: [],
      })),
    },
  ],
  activityIds: [],
});
