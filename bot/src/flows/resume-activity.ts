import { actQuestions } from '@bitacora/core/messages/acts';
import { actFlow } from './act.ts';

const { title, body, confirm, notice, field } = actQuestions.resume;

/** Work goes on after a pause. */
export const resumeActivity = actFlow({
  act: 'resume',
  call: 'resumeActivity',
  fixed: {},
  fields: { comment: { label: field.label, kind: 'longText' } },
  intro: `${title} ${body}`,
  submit: confirm,
  notice: notice.title,
});
