import type { WorkRequestView } from '@bitacora/core/contract/activities/activity-shapes';
import type { ChatWork } from '@bitacora/core/contract/chat/bot-endpoints';
import { type RequestAct, requestPolicy } from '@bitacora/core/domain/activities/policy';
import { REQUESTS_PATH } from '@bitacora/core/domain/page-paths';
import { requestFacts, requestStateLabels, requestTexts, requestTitles } from '@bitacora/core/messages/activities/work-requests';
import { asWritten, clipped } from '@bitacora/core/messages/phrases';
import type { ActionButton, Card, Item } from '../card.ts';
import { botCards } from '../messages/bot.ts';
import { botFlows, botRequests } from '../messages/flows.ts';
import type { CardReader } from './activity-card.ts';

type RequestsTask = Extract<ChatWork['task'], { kind: 'notifyRequests' }>;

const MAX_TITLE = 400;
const MOST_ITEMS = 12;
const showAll = { flow: 'view', view: 'requests:' };

/** Draws a request with what its reader may do. */
function requestItem(request: WorkRequestView, { me, publicUrl }: CardReader): Item {
  const { id, text, state, images, activityId } = request;
  const button = (act: Exclude<RequestAct, 'read'>, more: Partial<ActionButton>): ActionButton[] =>
    state === 'open' && requestPolicy[act](me, request)
      ? [{ label: botRequests.acts[act], press: { flow: `${act}Request`, request: id }, ...more }]
      : [];
  return {
    title: clipped(asWritten(text), MAX_TITLE),
    url: new URL(REQUESTS_PATH, publicUrl).href,
    facts: [
      ...requestFacts(request),
      { label: botFlows.searchStatus, value: requestStateLabels[state] },
      ...(images.length > 0 ? [{ label: botRequests.images, value: botCards.images(images.length) }] : []),
    ],
    buttons: [
      ...button('accept', { style: 'primary', opensForm: true }),
      ...button('decline', { style: 'danger', opensForm: true }),
      ...button('withdraw', { style: 'danger', confirm: botRequests.withdrawQuestion }),
      ...(activityId ? [{ label: botCards.open, press: { flow: 'view', view: `activity:${activityId} ${showAll.view}` } }] : []),
    ],
  };
}

type RequestGroup = { heading?: string; requests: readonly WorkRequestView[] };

/** Draws requests under headings, as they are now. */
export const requestsCard = (title: string, groups: readonly RequestGroup[], reader: CardReader): Card => ({
  title,
  groups: groups.map(({ requests, ...heading }) => ({
    ...heading,
    items: requests.map((request) => requestItem(request, reader)),
    empty: botRequests.none,
  })),
  buttons: [
    { label: botRequests.ask, press: { flow: 'newRequest' }, opensForm: true },
    { label: botRequests.title, press: showAll },
    { label: botCards.openInWeb, url: new URL(REQUESTS_PATH, reader.publicUrl).href },
  ],
  activityIds: [],
  press: showAll,
});

/** Says what happened to requests for work. */
export function requestNewsCard({ requests, recipient }: RequestsTask, publicUrl: string): Card {
  const groups = requests.slice(0, MOST_ITEMS).map(({ kind, request }) => ({ heading: requestTitles[kind](request), requests: [request] }));
  const [only, ...others] = groups;
  const title = only && others.length === 0 ? only.heading : requestTexts.several(requests.length);
  return requestsCard(title, only && others.length === 0 ? [{ requests: only.requests }] : groups, { me: recipient, publicUrl });
}
