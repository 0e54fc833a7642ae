import { actQuestions } from '@bitacora/core/messages/acts';
import { actFlow } from './act.ts';

const { title, body, confirm, notice, field } = actQuestions.pause;

/** Work stands still for a while; its date does not. */
export const pauseActivity = actFlow({
  act: 'pause',
  call: 'pauseActivity',
  fixed: {},
  fields: { comment: { label: field.label, kind: 'longText' } },
  intro: `${title} ${body}`,
  submit: confirm,
  notice: notice.title,
});
