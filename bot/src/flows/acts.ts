import { deadlineOf } from '@bitacora/core/domain/activity/deadline';
import { laterOf } from '@bitacora/core/domain/calendar';
import { assigneeName } from '@bitacora/core/domain/people/person';
import { actQuestions, commentTexts, extensionTexts, reassignmentTexts } from '@bitacora/core/messages/acts';
import { writtenDay } from '@bitacora/core/messages/dates';
import type { BotAct } from '../cards/activity-card.ts';
import type { Flow } from '../flow.ts';
import { actFlow } from './act.ts';
import { chooseAssignee } from './choose-assignee.ts';

/** The texts of a question with a long text as its only field. */
const question = ({ title, body, confirm, notice }: (typeof actQuestions)[keyof typeof actQuestions]) => ({
  intro: `${title} ${body}`,
  submit: confirm,
  notice: notice.title,
});
const longText = ({ label }: { label: string }) => ({ label, kind: 'longText' as const });

const { start, complete, approve, reject, pause, resume, remind } = actQuestions;

/** The acts that a chat offers. Start and approve have no form. Approve cannot be undone, so its button has a confirmation. */
export const actFlows: Readonly<Record<BotAct, Flow>> = {
  start: actFlow({ act: 'start', call: 'startActivity', fixed: {}, fields: {}, ...question(start) }),
  complete: actFlow({
    act: 'complete',
    call: 'completeActivity',
    fixed: {},
    fields: { resolution: longText(complete.field) },
    ...question(complete),
  }),
  approve: actFlow({
    act: 'approve',
    call: 'validateActivity',
    fixed: { verdict: 'Verified', comment: null },
    fields: {},
    ...question(approve),
  }),
  /** The reason is mandatory in the use case only (docs/product.md, 10). */
  reject: actFlow({
    act: 'reject',
    call: 'validateActivity',
    fixed: { verdict: 'Rejected' },
    fields: { comment: { ...longText(reject.field), isRequired: true } },
    ...question(reject),
  }),
  resume: actFlow({ act: 'resume', call: 'resumeActivity', fixed: {}, fields: { comment: longText(resume.field) }, ...question(resume) }),
  pause: actFlow({ act: 'pause', call: 'pauseActivity', fixed: {}, fields: { comment: longText(pause.field) }, ...question(pause) }),
  remind: actFlow({ act: 'remind', call: 'remindActivity', fixed: {}, fields: { message: longText(remind.field) }, ...question(remind) }),
  reassign: actFlow({
    act: 'reassign',
    call: 'reassignActivity',
    fixed: {},
    fields: {
      assigneeId: { label: reassignmentTexts.assignee, kind: 'choice', isRequired: true, person: chooseAssignee },
      reason: longText({ label: reassignmentTexts.reason }),
    },
    intro: (activity) => reassignmentTexts.body(assigneeName(activity)),
    submit: reassignmentTexts.submit,
    notice: reassignmentTexts.notice,
  }),
  comment: actFlow({
    act: 'comment',
    call: 'commentActivity',
    fixed: {},
    fields: { body: longText({ label: commentTexts.label }) },
    intro: commentTexts.askBody,
    submit: commentTexts.submit,
    notice: commentTexts.notice,
  }),
  extend: actFlow({
    act: 'extend',
    call: 'extendDeadline',
    fixed: {},
    fields: {
      extendedTo: { label: extensionTexts.date, kind: 'date', earliest: ({ dueOn }, { me }) => laterOf(dueOn, me.today) },
      reason: longText({ label: extensionTexts.reason }),
    },
    intro: (activity) => extensionTexts.body(writtenDay(deadlineOf(activity))),
    submit: extensionTexts.submit,
    notice: extensionTexts.notice,
  }),
};
