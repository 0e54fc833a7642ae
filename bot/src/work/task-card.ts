import type { ChatWork } from '@bitacora/core/contract/bot-endpoints';
import type { Card } from '../card.ts';
import { greetCard } from '../cards/account-cards.ts';
import { letterCard } from '../cards/letter-card.ts';
import { summaryCard, unsentCard } from '../cards/summary-card.ts';

type Posting = Exclude<ChatWork['task'], { kind: 'redraw' }>;

/** What is to be posted, and the mark it is found by again: the same however often the same thing is handed out. */
export function postingOf(task: Posting, { chatUserId, service }: ChatWork, publicUrl: string): { card: Card; mark: string } {
  switch (task.kind) {
    case 'announce':
      return { card: letterCard(task.announcements, { me: task.recipient, publicUrl }), mark: task.letter };
    case 'summarize':
      return { card: summaryCard(task), mark: `summary ${task.from} ${chatUserId}` };
    case 'unsent':
      return { card: unsentCard(task.displayName, service), mark: `unsent ${task.id}` };
    case 'greet':
      return { card: greetCard(task.firstName), mark: `greet ${chatUserId}` };
  }
}
