import type { ChatWork } from '@bitacora/core/contract/bot-endpoints';
import type { ChatService } from '@bitacora/core/domain/notifications/chat';
import type { Logger } from 'pino';
import type { Card, Press } from '../card.ts';
import { type Asker, type Chat, NotPosted } from '../request.ts';
import type { Outcome } from './acknowledge.ts';
import { postingOf } from './task-card.ts';

const ERROR_LETTERS = 500;

export interface Tools {
  chats: Partial<Record<ChatService, Chat>>;
  /** A card as things are now for that person; null where they are nobody's account any more. */
  redrawn(asker: Asker, press: Press): Promise<Card | null>;
  publicUrl: string;
  log: Pick<Logger, 'error'>;
}

const kept = (card: Card, message: string): Outcome => ({
  outcome: 'done',
  error: null,
  message,
  ...(card.press ? { press: card.press, activityIds: [...card.activityIds] } : {}),
});

async function redraw(
  chat: Chat,
  work: ChatWork,
  { message, press }: { message: string; press: Press },
  { redrawn }: Tools,
): Promise<Outcome> {
  const { service, workspace, chatUserId, conversation } = work;
  const card = await redrawn({ service, workspace, chatUserId, conversation: '', displayName: '' }, press);
  if (!card) return { outcome: 'failed', isFinal: true, error: 'unlinked' };
  await chat.redraw(conversation, message, card);
  return kept(card, message);
}

/** Who took it before may have posted it: then it is found by its mark, and not posted again. */
async function post(chat: Chat, work: ChatWork, { card, mark }: { card: Card; mark: string }): Promise<Outcome> {
  const found = work.isUncertain ? await chat.find(work.conversation, mark) : null;
  return kept(card, found ?? (await chat.post(work.conversation, card, mark)));
}

/** What the bot itself is refused for is refused until its token is mended: a letter has its email meanwhile, all else waits for that. */
function failureOf(error: unknown, { isDrawn, task }: { isDrawn: boolean; task: ChatWork['task'] }): Outcome {
  const said = String(error instanceof Error ? error.message : error).slice(0, ERROR_LETTERS);
  if (error instanceof NotPosted) {
    const isFinal = error.isFinal && !(error.isOurs && task.kind !== 'announce');
    return { outcome: error.isCertain ? 'failed' : 'unknown', isFinal, error: said };
  }
  return { outcome: isDrawn ? 'unknown' : 'failed', isFinal: false, error: said };
}

/** Does one thing that the API wants done in a chat, and answers how it went; never throws. */
export async function doWork(work: ChatWork, tools: Tools): Promise<Outcome> {
  const { task, service } = work;
  const chat = tools.chats[service];
  let isDrawn = false;
  try {
    if (!chat) return { outcome: 'failed', isFinal: false, error: `${service} is off` };
    if (task.kind === 'redraw') return await redraw(chat, work, { message: task.message, press: task.press as Press }, tools);
    const posting = postingOf(task, work, tools.publicUrl);
    isDrawn = true;
    return await post(chat, work, posting);
  } catch (error) {
    if (!(error instanceof NotPosted)) tools.log.error({ err: error, task: task.kind }, 'El bot no pudo hacer un trabajo.');
    return failureOf(error, { isDrawn, task });
  }
}
