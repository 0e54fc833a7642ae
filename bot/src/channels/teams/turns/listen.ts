import type { App } from '@microsoft/teams.apps';
import { answerMessage, greet } from './answer-message.ts';
import { answerPress } from './answer-press.ts';
import { answerTab } from './answer-tab.ts';
import type { Turns } from './turn.ts';
import { unfurl } from './unfurl.ts';

/** What the library hears of Teams, and who answers it; anything else is left unanswered. */
export function listen(app: App, turns: Turns): void {
  app.on('message', async ({ activity }) => answerMessage(turns, activity));
  app.on('install.add', async ({ activity }) => greet(turns, activity));
  app.on('card.action', ({ activity }) => answerPress(turns, activity, activity.value?.action?.data));
  app.on('tab.open', ({ activity }) => answerTab(turns, activity));
  app.on('tab.submit', ({ activity }) => answerTab(turns, activity, (activity.value as { data?: unknown } | undefined)?.data));
  app.on('message.ext.query-link', async ({ activity }) => unfurl(activity.value?.url, turns.publicUrl));
}
