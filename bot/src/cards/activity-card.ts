import type { BotClient } from '@bitacora/core/client/create-client';
import type { ActivityView, CommentView } from '@bitacora/core/contract/activities/activity-shapes';
import { isOpen, type ReportField } from '@bitacora/core/domain/activities/activity';
import { effectiveDeadline, rowSignal } from '@bitacora/core/domain/activities/deadline';
import type { Act } from '@bitacora/core/domain/activities/lifecycle';
import { actsOpenTo } from '@bitacora/core/domain/activities/policy';
import { readerConsultPath } from '@bitacora/core/domain/page-paths';
import { assigneeName, representedBy } from '@bitacora/core/domain/people/person';
import { activityFields, cardFacts, type Fact, factLabel } from '@bitacora/core/messages/activities/activity-fields';
import { actButton as actButtonLabel, actQuestions } from '@bitacora/core/messages/activities/acts';
import { checklistTexts } from '@bitacora/core/messages/activities/consult';
import { markLabels, statusWords } from '@bitacora/core/messages/activities/labels';
import { writtenDay } from '@bitacora/core/messages/dates';
import { asWritten, clipped, timeLeftInWords } from '@bitacora/core/messages/phrases';
import type { ActionButton, Button, Card, CardFact, CardImage, Item } from '../card.ts';
import { bot, botCards } from '../messages/bot.ts';
import type { Me } from '../people.ts';

const MAX_COMMENTS = 2;
const MAX_COMMENT = 300;
const MAX_NAME = 60;

export interface VerdictProof {
  images: readonly CardImage[];
  documentCount: number;
  /** The last ones, in the order of writing. */
  comments: readonly Pick<CommentView, 'authorName' | 'body'>[];
}

export async function readProof(client: BotClient, activityId: number, publicUrl: string): Promise<VerdictProof> {
  const [evidence, documents, comments] = await Promise.all([
    client.signEvidence({ activityId }),
    client.listDocuments({ activityId }),
    client.listComments({ activityId }),
  ]);
  const images = evidence.map(({ id, name, url }, index) => ({
    id,
    alt: botCards.imageAlt(index + 1, clipped(name, MAX_NAME)),
    url: new URL(url, publicUrl).href,
  }));
  return { images, documentCount: documents.length, comments: comments.toSorted((a, b) => a.id - b.id).slice(-MAX_COMMENTS) };
}

/** Names missing evidence too, because a verdict is final. */
export const proofFacts = ({ images, documentCount, comments }: VerdictProof): CardFact[] => [
  { label: botCards.evidence, value: botCards.images(images.length) },
  ...(documentCount > 0 ? [{ label: botCards.documents, value: String(documentCount) }] : []),
  ...comments.map(({ authorName, body }) => ({ label: botCards.commentBy(authorName), value: clipped(asWritten(body), MAX_COMMENT) })),
];

/** A card shows what its reader may see, and offers what its reader may do. */
export interface CardReader {
  me: Pick<Me, 'id' | 'kind' | 'position' | 'substitutesFor'>;
  publicUrl: string;
}

export const consultUrl = (activity: ActivityView, { me, publicUrl }: CardReader): string =>
  new URL(readerConsultPath(activity, me.id), publicUrl).href;

const MAX_TITLE = 120;
const MAX_TOPIC = 60;
/** The acts of buttons, the most usual first. Evidence arrives as an image; cancelling and correcting are for the web. */
const botActs = [
  ...(['start', 'complete', 'tick', 'approve', 'reject', 'resume', 'remind', 'comment', 'pause', 'extend', 'declineExtension'] as const),
  ...(['requestExtension', 'withdrawExtensionRequest', 'reassign'] as const),
] satisfies readonly Act[];
export type BotAct = (typeof botActs)[number];

/** These acts happen at once; every other act opens a form. Only what is final asks for a confirmation. */
const directActs: readonly BotAct[] = ['start', 'approve', 'withdrawExtensionRequest'];
export const confirmations: Partial<Record<BotAct, string>> = {
  approve: actQuestions.approve.title,
  withdrawExtensionRequest: actQuestions.withdrawExtensionRequest.title,
};
const buttonStyles: Partial<Record<BotAct, ActionButton['style']>> = {
  start: 'primary',
  complete: 'primary',
  approve: 'primary',
  reject: 'danger',
};

/** `view` is the card of the button; it is redrawn after the act. */
function actButton(act: BotAct, label: string, activityId: number, view: string): ActionButton {
  const confirm = confirmations[act];
  return {
    label,
    press: { flow: act, activity: activityId, view },
    ...(buttonStyles[act] ? { style: buttonStyles[act] } : {}),
    ...(confirm ? { confirm } : {}),
    ...(directActs.includes(act) ? {} : { opensForm: true as const }),
  };
}

/** In a list an activity offers its next step, and to its owner the ways to push it on and the answers to a request; its own card has all acts. */
const answers = ['extend', 'declineExtension'] as const;
const steps: readonly BotAct[] = ['start', 'complete', 'tick', 'approve', 'reject', 'resume', 'remind', 'reassign'];
const stepsFor = ({ assigneeId, requestedTo }: ActivityView, { me }: CardReader) => [
  ...(requestedTo ? answers : []),
  ...(assigneeId === me.id ? steps.filter((act) => act !== 'reassign') : steps),
];

const tones = { verified: 'done', late: 'overdue', near: 'soon', none: 'calm' } as const;

export const itemTone = ({ status, daysLeft }: Pick<ActivityView, 'status' | 'daysLeft'>): NonNullable<Item['tone']> =>
  tones[rowSignal(status, daysLeft)];

/** Writes the deadline and the days left, or 'Entregada'; only the day for closed work. */
export function deadlineInWords(activity: ActivityView): string {
  const day = writtenDay(effectiveDeadline(activity));
  return isOpen(activity.status) ? `${day} · ${timeLeftInWords(activity.status, activity.daysLeft)}` : day;
}

/** Draws a button for each act that the reader may do, in the order of `acts`. */
function actButtons(activity: ActivityView, { me }: CardReader, view: string, acts: readonly BotAct[] = botActs): Button[] {
  const open = actsOpenTo(me, activity);
  const isOffered = (act: BotAct) => open.has(act) && (act !== 'tick' || activity.checklistTotal > 0);
  const label = (act: BotAct) => (act === 'extend' ? actButtonLabel(act, open) : botCards.acts[act]);
  return acts.filter(isOffered).map((act) => actButton(act, label(act), activity.id, view));
}

const cardLabel = (fact: (typeof cardFacts)[number]): string =>
  fact === 'dueOn' ? botCards.deadline : fact === 'resolution' ? factLabel(fact) : activityFields[fact].label;

/** Names the absent person for whom the reader acts. */
function substituteFacts({ ownerId, assigneeId }: ActivityView, { me }: CardReader): CardFact[] {
  const absent = representedBy(me, [ownerId, assigneeId]);
  return absent ? [{ label: botCards.actsFor, value: absent.name }] : [];
}

function itemFacts(activity: ActivityView, reader: CardReader): CardFact[] {
  const isMine = activity.assigneeId === reader.me.id;
  return [
    { label: cardLabel('dueOn'), value: deadlineInWords(activity) },
    ...substituteFacts(activity, reader),
    { label: cardLabel('status'), value: statusWords(activity) },
    { label: cardLabel('topic'), value: clipped(activity.topic, MAX_TOPIC) },
    ...(isMine ? [] : [{ label: cardLabel('assignee'), value: assigneeName(activity) }]),
  ];
}

const MAX_RESOLUTION = 300;

/** Completed work in a list shows what its responsible says, and how many images prove it. */
export const deliveryFacts = ({ status, resolution, imageCount }: ActivityView): CardFact[] =>
  status !== 'completed' || imageCount === undefined
    ? []
    : [
        ...(resolution ? [{ label: cardLabel('resolution'), value: clipped(asWritten(resolution), MAX_RESOLUTION) }] : []),
        { label: botCards.evidence, value: botCards.images(imageCount) },
      ];

/** Draws an activity in a list, with its next step. `more` are facts of that list. */
export function activityItem(activity: ActivityView, reader: CardReader, view: string, more: readonly CardFact[] = []): Item {
  return {
    title: botCards.item(activity.id, clipped(activity.description, MAX_TITLE)),
    url: consultUrl(activity, reader),
    tone: itemTone(activity),
    facts: [...itemFacts(activity, reader), ...more],
    buttons: [
      ...actButtons(activity, reader, view, stepsFor(activity, reader)),
      { label: botCards.open, press: { flow: 'view', view: `activity:${activity.id} ${view}` } },
    ],
  };
}

/** The bot writes these facts otherwise than a report. */
const values: Partial<Record<Fact, (activity: ActivityView) => string | null>> = {
  dueOn: deadlineInWords,
  extendedTo: ({ extendedTo }) => extendedTo && writtenDay(extendedTo),
  resolution: ({ resolution }) => resolution && asWritten(resolution),
};

const allFacts = (activity: ActivityView): CardFact[] =>
  cardFacts.flatMap((fact) => {
    const value = (values[fact] ?? activityFields[fact as ReportField].of)(activity, '');
    return value === null ? [] : [{ label: cardLabel(fact), value: String(value) }];
  });

interface Rejection {
  actorName: string | null;
  note: string | null;
}

/** Names what an assignee must do before the activity can be completed. */
const demandFacts = ({ checklistTicked, checklistTotal, minimumImages }: ActivityView): CardFact[] => [
  ...(checklistTotal > 0 ? [{ label: checklistTexts.title, value: checklistTexts.progress(checklistTicked, checklistTotal) }] : []),
  ...(minimumImages > 0 ? [{ label: checklistTexts.evidence, value: checklistTexts.minimumImages(minimumImages) }] : []),
];

const markFacts = ({ batchTotal = 1, requestedTo, requestReason }: ActivityView, rejection: Rejection | null): CardFact[] => [
  ...(requestedTo ? [{ label: markLabels.asking, value: asWritten(`${writtenDay(requestedTo)}: ${requestReason}`) }] : []),
  ...(rejection ? [{ label: botCards.rejected, value: asWritten([rejection.actorName, rejection.note].filter(Boolean).join(': ')) }] : []),
  ...(batchTotal > 1 ? [{ label: botCards.batch, value: botCards.batchSize(batchTotal - 1) }] : []),
];

interface ActivityCardOptions {
  /** The view that the reader came from. */
  back?: string;
  rejection?: Rejection | null;
  /** Only a reader who may give the verdict gets it. */
  proof?: VerdictProof | null;
}

/** Draws one activity with every act of the reader. A correction is a link, because it has too many fields for a chat. */
export function activityCard(
  activity: ActivityView,
  reader: CardReader,
  { back = '', rejection = null, proof = null }: ActivityCardOptions = {},
): Card {
  const [deadline, ...facts] = allFacts(activity);
  const view = back ? `activity:${activity.id} ${back}` : `activity:${activity.id}`;
  const url = consultUrl(activity, reader);
  const open = actsOpenTo(reader.me, activity);
  return {
    title: botCards.activityTitle(activity.id),
    groups: [
      {
        items: [
          {
            title: asWritten(activity.description),
            url,
            tone: itemTone(activity),
            facts: [
              ...(deadline ? [deadline] : []),
              ...substituteFacts(activity, reader),
              ...markFacts(activity, rejection),
              ...facts,
              ...demandFacts(activity),
              ...(proof ? proofFacts(proof) : []),
            ],
            ...(proof ? { images: proof.images } : {}),
            buttons: actButtons(activity, reader, view),
          },
        ],
      },
    ],
    ...(open.has('addEvidence') ? { note: bot.images } : {}),
    buttons: [
      ...(open.has('amend') ? [{ label: botCards.acts.amend, url }] : []),
      { label: botCards.openInWeb, url },
      ...(back ? [{ label: botCards.back, press: { flow: 'view', view: back } }] : []),
    ],
    activityIds: [activity.id],
    press: { flow: 'view', view },
  };
}
