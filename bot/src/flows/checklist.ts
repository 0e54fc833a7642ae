import { ApiError } from '@bitacora/core/client';
import { isTicked } from '@bitacora/core/domain/activity/activity';
import { refusal } from '@bitacora/core/domain/activity/policy';
import { checklistTexts } from '@bitacora/core/messages/consult';
import { sentenceOf } from '@bitacora/core/messages/refusals';
import type { FormField } from '../card.ts';
import { activityIn, type Flow, textIn } from '../flow.ts';
import { botCards } from '../messages/cards.ts';
import { outdated } from './act.ts';
import { cardWithSentence } from './view.ts';

/** Slack draws so many boxes in one field. */
const BOXES_MAX = 10;

const placesIn = (values: readonly string[]): number[] => values.flatMap((value) => value.split(',').filter(Boolean).map(Number));

/**
 * A form with a box for each item. Its button says what was ticked when it was drawn, because a tick of another person since then is not
 * to be taken back.
 */
export const tickFlow: Flow = {
  async press(context, press) {
    const activity = await context.client.readActivity({ activityId: activityIn(press) });
    const denial = refusal('tick', context.me, activity);
    // The API answers `activity.forbidden` itself, because only it knows the names in that sentence.
    if (denial && denial.code !== 'activity.forbidden') return outdated(context, press, sentenceOf(denial));
    const { checklist = [] } = activity;
    const ticked = (items: typeof checklist) =>
      items
        .filter(isTicked)
        .map(({ place }) => place)
        .join(',');
    const pages = Array.from({ length: Math.ceil(checklist.length / BOXES_MAX) }, (_, page) =>
      checklist.slice(page * BOXES_MAX, (page + 1) * BOXES_MAX),
    );
    const fields = pages.map((items, page): FormField => {
      const [first, last] = [page * BOXES_MAX + 1, page * BOXES_MAX + items.length];
      return {
        name: `items${page}`,
        label: pages.length === 1 ? checklistTexts.title : `${checklistTexts.title} (${first} a ${last})`,
        kind: 'boxes',
        isRequired: false,
        options: items.map(({ place, text }) => ({ value: String(place), label: text })),
        value: ticked(items),
      };
    });
    const intro = botCards.item(activity.id, activity.description);
    return {
      kind: 'form',
      form: { title: checklistTexts.title, intro, fields, submit: checklistTexts.save, press: { ...press, ticked: ticked(checklist) } },
    };
  },

  async submit(context, press, values) {
    const activityId = activityIn(press);
    const before = new Set(placesIn([textIn(press, 'ticked')]));
    const after = new Set(placesIn(Object.values(values)));
    const [added, removed] = [[...after].filter((place) => !before.has(place)), [...before].filter((place) => !after.has(place))];
    const view = textIn(press, 'view');
    try {
      if (added.length > 0) await context.client.tickItems({ activityId, items: added });
      if (removed.length > 0) await context.client.untickItems({ activityId, items: removed });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401 || error.status >= 500) throw error;
      return error.status === 409 ? outdated(context, press, error.message) : cardWithSentence(context, view, error.message);
    }
    const { checklistTicked, checklistTotal } = await context.client.readActivity({ activityId });
    return cardWithSentence(context, view, `${checklistTexts.title}: ${checklistTexts.progress(checklistTicked, checklistTotal)}.`);
  },
};
