import type { BotClient } from '@bitacora/core/client/create-client';
import type { ChatWork } from '@bitacora/core/contract/chat/bot-endpoints';
import type { ChatService } from '@bitacora/core/domain/chat/chat';
import { isChosenKind } from '@bitacora/core/domain/notifications/notification';
import { writtenDay } from '@bitacora/core/messages/dates';
import type { Logger } from 'pino';
import type { ButtonAction, Card, Item } from '../card.ts';
import { greetCard } from '../cards/account-cards.ts';
import type { VerdictProof } from '../cards/activity-card.ts';
import { activityToJudge, digestCard } from '../cards/digest-card.ts';
import { requestNewsCard } from '../cards/requests-card.ts';
import { topicNewsCard } from '../cards/topic-news-card.ts';
import { botFlows } from '../messages/flows.ts';
import { type Asker, type Chat, NotPosted } from '../request.ts';

type SummaryTask = Extract<ChatWork['task'], { kind: 'summarize' }>;

const figures = (title: string, { total, pending, finished, compliance }: SummaryTask['week']): Item => ({
  title,
  facts: [
    { label: botFlows.total, value: total.toLocaleString('es-MX') },
    { label: botFlows.pending, value: pending.toLocaleString('es-MX') },
    { label: botFlows.finished, value: finished.toLocaleString('es-MX') },
    { label: botFlows.compliance, value: `${compliance}%` },
  ],
  buttons: [],
});

/** Shows a week in figures without names or activities, because anybody may read the channel. */
const summaryCard = ({ from, to, week, company, late, assigned }: SummaryTask): Card => ({
  title: botFlows.weekTitle,
  intro: botFlows.weekIntro(writtenDay(from), writtenDay(to)),
  groups: [
    {
      items: [figures(botFlows.weekRegistered, week), figures(botFlows.weekCompany, company), figures(botFlows.weekAssigned, assigned)],
    },
  ],
  note: botFlows.weekLate(late),
  activityIds: [],
});

/** Offers a remedy to the person whose chosen conversation refuses the bot. */
const unsentCard = (displayName: string, service: ChatService): Card => ({
  title: botFlows.unsentTitle,
  intro: botFlows.unsentIntro(displayName),
  groups: [],
  note: botFlows.unsentNote[service],
  buttons: [{ label: botFlows.summaryStop, press: { flow: 'summary', act: 'stop' } }],
  activityIds: [],
});

/** Warns those who look after the server here, because no mail can say it. */
const mailStoppedCard = ({ answer, adminCommand }: Extract<ChatWork['task'], { kind: 'mailStopped' }>, publicUrl: string): Card => ({
  title: botFlows.mailStoppedTitle,
  intro: botFlows.mailStoppedIntro,
  groups: answer
    ? [{ items: [{ title: botFlows.mailStoppedAnswer, facts: [{ label: botFlows.mailStoppedServer, value: answer }], buttons: [] }] }]
    : [],
  note: botFlows.mailStoppedNote(adminCommand),
  buttons: [{ label: botFlows.mailStoppedStatus, url: `${publicUrl}/Admin_Status` }],
  activityIds: [],
});

const MAX_ERROR = 500;

export type WorkOutcome = Omit<Parameters<BotClient['acknowledgeWork']>[0], 'claim'>;

export interface WorkContext {
  chats: Partial<Record<ChatService, Chat>>;
  /** Draws the card as its person may see it now; null for an unlinked account. */
  redraw(asker: Asker, press: ButtonAction): Promise<Card | null>;
  /** Reads what proves the work of an activity that they may judge; null where it cannot be read now. */
  readProof(asker: Asker, activityId: number): Promise<VerdictProof | null>;
  publicUrl: string;
  log: Pick<Logger, 'error'>;
}

/** A card is registered only where it can be redrawn. */
const reportDone = (chat: Chat, card: Card, message: string): WorkOutcome => ({
  outcome: 'done',
  error: null,
  message,
  ...(card.press && !chat.isFixed ? { press: card.press, activityIds: [...card.activityIds] } : {}),
});

/** The conversation is empty, because work has its own. */
const workAsker = ({ service, workspace, chatUserId }: ChatWork): Asker => ({
  service,
  workspace,
  chatUserId,
  conversation: '',
  displayName: '',
});

async function redraw(
  chat: Chat,
  work: ChatWork,
  { message, press }: { message: string; press: ButtonAction },
  { redraw: draw }: WorkContext,
): Promise<WorkOutcome> {
  const card = await draw(workAsker(work), press);
  if (!card) return { outcome: 'failed', isFinal: true, error: 'unlinked' };
  await chat.redraw(work.conversation, message, card, work.chatUserId);
  return reportDone(chat, card, message);
}

/** An earlier claim may have posted the card, so uncertain work looks for its mark first. */
async function post(chat: Chat, work: ChatWork, { card, mark }: { card: Card; mark: string }): Promise<WorkOutcome> {
  const earlier = work.isUncertain ? await chat.find(work.conversation, mark) : null;
  return reportDone(chat, card, earlier ?? (await chat.post(work.conversation, card, mark)));
}

/** The bot asks before each message, because a channel may be shared with another company at any time. */
async function demandOpenChannel(chat: Chat, conversation: string): Promise<void> {
  const problem = await chat.checkChannel(conversation);
  if (problem) throw new NotPosted(problem, { isCertain: true, isFinal: problem !== 'unreadable' });
}

/** After a refused token only a digest fails for good, because it also goes by email. All other work waits for a new token. */
function describeFailure(error: unknown, { isDrawn, task }: { isDrawn: boolean; task: ChatWork['task'] }): WorkOutcome {
  const message = String(error instanceof Error ? error.message : error).slice(0, MAX_ERROR);
  if (error instanceof NotPosted) {
    const isFinal = error.isFinal && !(error.isOurs && task.kind !== 'notify');
    return { outcome: error.isCertain ? 'failed' : 'unknown', isFinal, error: message };
  }
  return { outcome: isDrawn ? 'unknown' : 'failed', isFinal: false, error: message };
}

/** Does one piece of work of the API in a chat and returns its outcome; never throws. */
export async function doWork(work: ChatWork, context: WorkContext): Promise<WorkOutcome> {
  const { task, service } = work;
  const chat = context.chats[service];
  let isDrawn = false;
  try {
    if (!chat) return { outcome: 'failed', isFinal: false, error: `${service} is off` };
    if (task.kind === 'redraw') return await redraw(chat, work, { message: task.message, press: task.press as ButtonAction }, context);
    const knownTask = withKnownKinds(task);
    if (!knownTask) return { outcome: 'failed', isFinal: true, error: 'only unknown kinds of notification' };
    if (task.kind === 'topicNews') await demandOpenChannel(chat, work.conversation);
    const posting = drawPosting(knownTask, work, context.publicUrl, await proofFor(knownTask, work, context));
    isDrawn = true;
    return await post(chat, work, posting);
  } catch (error) {
    if (!(error instanceof NotPosted)) context.log.error({ err: error, claim: work.claim, task: task.kind }, 'a piece of work failed');
    return describeFailure(error, { isDrawn, task });
  }
}

type PostTask = Exclude<ChatWork['task'], { kind: 'redraw' }>;

/** Leaves out notifications of kinds that only a newer API has; null if none is left, because the email then says it. */
function withKnownKinds(task: PostTask): PostTask | null {
  if (task.kind !== 'notify') return task;
  const notifications = task.notifications.filter(({ kind }) => isChosenKind(kind));
  return notifications.length > 0 ? { ...task, notifications } : null;
}

async function proofFor(task: PostTask, work: ChatWork, { readProof }: WorkContext): Promise<VerdictProof | null> {
  if (task.kind !== 'notify') return null;
  const activityId = activityToJudge(task.notifications, { me: task.recipient });
  return activityId === null ? null : readProof(workAsker(work), activityId);
}

/** Draws the card of a task. Its mark is the same each time that the API assigns the same task. */
export function drawPosting(
  task: PostTask,
  { chatUserId, service }: ChatWork,
  publicUrl: string,
  proof: VerdictProof | null = null,
): { card: Card; mark: string } {
  switch (task.kind) {
    case 'notify':
      return { card: digestCard(task.notifications, { me: task.recipient, publicUrl }, { proof }), mark: task.digest };
    case 'notifyRequests':
      return { card: requestNewsCard(task, publicUrl), mark: task.digest };
    case 'summarize':
      return { card: summaryCard(task), mark: `summary ${task.from} ${chatUserId}` };
    case 'unsent':
      return { card: unsentCard(task.displayName, service), mark: `unsent ${task.id}` };
    case 'mailStopped':
      return { card: mailStoppedCard(task, publicUrl), mark: `mailStopped ${task.id}` };
    case 'topicNews':
      return { card: topicNewsCard(task), mark: `topicNews ${task.id}` };
    case 'greet':
      return { card: greetCard(publicUrl, task.firstName, task.isNotifiedHere, service), mark: `greet ${chatUserId}` };
  }
}
