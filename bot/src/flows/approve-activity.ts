import { actQuestions } from '@bitacora/core/messages/acts';
import { actFlow } from './act.ts';

const { body, confirm, notice } = actQuestions.approve;

/** The owner verifies the work; the button has asked whether they mean it. */
export const approveActivity = actFlow({
  act: 'approve',
  call: 'validateActivity',
  fixed: { verdict: 'Verified', comment: null },
  fields: {},
  intro: body,
  submit: confirm,
  notice: notice.title,
});
