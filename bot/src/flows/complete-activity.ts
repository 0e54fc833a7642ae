import { actQuestions } from '@bitacora/core/messages/acts';
import { actFlow } from './act.ts';

const { title, body, confirm, notice, field } = actQuestions.complete;

/** The responsible declares the work done, with the resolution that will be read at its verification. */
export const completeActivity = actFlow({
  act: 'complete',
  call: 'completeActivity',
  fixed: {},
  fields: { resolution: { label: field.label, kind: 'longText' } },
  intro: `${title} ${body}`,
  submit: confirm,
  notice: notice.title,
});
