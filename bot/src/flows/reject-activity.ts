import { actQuestions } from '@bitacora/core/messages/acts';
import { actFlow } from './act.ts';

const { title, body, confirm, notice, field } = actQuestions.reject;

/** The owner sends the work back with the reason, which only the use case demands (docs/product.md, 10). */
export const rejectActivity = actFlow({
  act: 'reject',
  call: 'validateActivity',
  fixed: { verdict: 'Rejected' },
  fields: { comment: { label: field.label, kind: 'longText', isRequired: true } },
  intro: `${title} ${body}`,
  submit: confirm,
  notice: notice.title,
});
