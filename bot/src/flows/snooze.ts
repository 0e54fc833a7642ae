import { writtenDay } from '@bitacora/core/messages/dates';
import { type Flow, textIn, UnknownPress } from '../flow.ts';
import { botCards } from '../messages/cards.ts';
import { remindedIn } from './digest.ts';
import { cardWithSentence } from './view.ts';

const { snoozed, snoozedNone } = botCards.digest;

/** 'Recordármelo mañana': all reminders of the card. What is done by then is not repeated. */
export const snooze: Flow = {
  async press(context, press) {
    const view = textIn(press, 'view');
    const activityIds = remindedIn(view.slice(view.indexOf(':') + 1));
    if (activityIds.length === 0) throw new UnknownPress();
    const { count, remindOn } = await context.client.snoozeReminders({ activityIds });
    return cardWithSentence(context, view, count > 0 ? snoozed(count, writtenDay(remindOn)) : snoozedNone);
  },
};
