import { ApiError } from '@bitacora/core/client';
import type { ActivityView } from '@bitacora/core/contract/activities/activity-shapes';
import { type ActQuestion, actButtons, actQuestions, commentTexts } from '@bitacora/core/messages/activities/acts';
import { printable } from '@bitacora/core/terminal/terminal';
import { isLoginGone } from '../../failure.ts';
import { terminalActivities } from '../../messages/activities.ts';
import { terminalLists } from '../../messages/screens.ts';
import { cut } from '../../output/write-outcome.ts';
import { type QuestionEnd, useAdmin, useForm } from '../screen-context.ts';
import { Form } from '../ui/form.tsx';
import { useRoom } from '../ui/page.tsx';

/** The acts that are one question, on rows and on an activity, each with its key. `field` is our name of the text in the call. */
export const quickActs = [
  { act: 'start', key: 'i', call: 'startActivity', field: 'comment' },
  { act: 'pause', key: 'p', call: 'pauseActivity', field: 'comment' },
  { act: 'resume', key: 'a', call: 'resumeActivity', field: 'comment' },
  { act: 'complete', key: 'h', call: 'completeActivity', field: 'resolution' },
  { act: 'approve', key: 'v', call: 'validateActivity', field: 'comment', verdict: 'Verified' },
  { act: 'reject', key: 'x', call: 'validateActivity', field: 'comment', verdict: 'Rejected' },
  { act: 'comment', key: 'n', call: 'commentActivity', field: 'body' },
  { act: 'remind', key: 'm', call: 'remindActivity', field: 'message' },
] as const;
export type QuickAct = (typeof quickActs)[number];

export const actLabel = (act: QuickAct['act']): string =>
  (terminalActivities.screen.acts[act as 'comment'] ?? actButtons[act]).toLowerCase();

const { title, label, submit: confirm, notice } = commentTexts;
type AskedQuestion = Pick<ActQuestion, 'title' | 'confirm' | 'notice'> & Partial<ActQuestion>;
const questions: Record<QuickAct['act'], AskedQuestion> = {
  ...actQuestions,
  comment: { title, confirm, notice: { title: `${notice}.` }, field: { label } },
};

const NAMED_MAX = 6;

interface ActFormProps extends QuestionEnd {
  act: QuickAct;
  activities: readonly ActivityView[];
}

/** Asks for the text of an act and does it to each activity, which answers for itself. */
export function ActForm({ act: { act, call, field, ...more }, activities, onDone, onBack }: ActFormProps) {
  const { client } = useAdmin();
  const { columns } = useRoom();
  const { values, submit, form } = useForm<string>(() => ({ [field]: '' }), terminalLists.sending);
  const question = questions[act];
  const perform = client[call] as (input: object) => Promise<unknown>;
  const send = () =>
    submit(async () => {
      const refused: string[] = [];
      for (const { id } of activities)
        await perform({ ...more, activityId: id, [field]: values[field]?.trim() }).catch((error: unknown) => {
          // A text that is wrong is wrong for all.
          if (activities.length === 1 || isLoginGone(error) || !(error instanceof ApiError) || Object.keys(error.fields).length > 0)
            throw error;
          refused.push(`${id}: ${error.message}`);
        });
      const done = activities.length === 1 ? question.notice.title : terminalActivities.doneCount(activities.length);
      onDone(refused.length === 0 ? done : [terminalActivities.refusedCount(refused.length, activities.length), ...refused].join(' '));
    });
  const named = activities.slice(0, NAMED_MAX).map(({ id, description }) => cut(printable(`${id}  ${description}`), columns));
  return (
    <Form
      title={question.title}
      lead={[...named, ...(activities.length > NAMED_MAX ? ['…'] : []), question.body].join('\n')}
      fields={question.field ? [{ name: field, label: question.field.label }] : []}
      {...form}
      submit={question.confirm}
      onSubmit={send}
      onBack={onBack}
    />
  );
}
