import { commentTexts } from '@bitacora/core/messages/acts';
import { actFlow } from './act.ts';

/** Whoever sees an activity adds a comment to it. */
export const commentActivity = actFlow({
  act: 'comment',
  call: 'commentActivity',
  fixed: {},
  fields: { body: { label: commentTexts.label, kind: 'longText' } },
  intro: commentTexts.askBody,
  submit: commentTexts.submit,
  notice: commentTexts.notice,
});
