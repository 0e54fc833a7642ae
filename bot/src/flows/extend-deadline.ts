import { deadlineOf } from '@bitacora/core/domain/activity/deadline';
import { laterOf } from '@bitacora/core/domain/calendar';
import { extensionTexts } from '@bitacora/core/messages/acts';
import { writtenDay } from '@bitacora/core/messages/dates';
import { actFlow } from './act.ts';

/** The owner grants the one extension. */
export const extendDeadline = actFlow({
  act: 'extend',
  call: 'extendDeadline',
  fixed: {},
  fields: {
    extendedTo: { label: extensionTexts.date, kind: 'date', earliest: ({ dueOn }, { me }) => laterOf(dueOn, me.today) },
    reason: { label: extensionTexts.reason, kind: 'longText' },
  },
  intro: (activity) => extensionTexts.body(writtenDay(deadlineOf(activity))),
  submit: extensionTexts.submit,
  notice: extensionTexts.notice,
});
