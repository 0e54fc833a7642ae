import { actQuestions } from '@bitacora/core/messages/acts';
import { actFlow } from './act.ts';

const { body, confirm, notice } = actQuestions.start;

/** The responsible begins; the button has asked whether they mean it. */
export const startActivity = actFlow({
  act: 'start',
  call: 'startActivity',
  fixed: {},
  fields: {},
  intro: body,
  submit: confirm,
  notice: notice.title,
});
