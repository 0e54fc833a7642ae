import { lapses, type Priority } from '@bitacora/core/domain/activities/activity';
import { isDateAmendable, needsDateReason } from '@bitacora/core/domain/activities/deadline';
import type { AmendedFields } from '@bitacora/core/domain/activities/history-proof';
import { assigneeName } from '@bitacora/core/domain/people/person';
import { amendTexts, reassignmentTexts } from '@bitacora/core/messages/activities/acts';
import { historyNote } from '@bitacora/core/messages/activities/history-note';
import { lapseLabels, priorityOptions } from '@bitacora/core/messages/activities/labels';
import { validation } from '@bitacora/core/messages/validation';
import type { ReactNode } from 'react';
import { useApp } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { DeferredContent } from '../../layout/loaded.tsx';
import { activityForm } from '../../messages/activity-form-texts.ts';
import { actNotice, actOutcome } from '../../messages/consult-texts.ts';
import { Choice } from '../../ui/choice.tsx';
import { useDayHint } from '../../ui/day-entry.tsx';
import { type CallForm, CallFormDialog, demandFilled, FormSelect, FormText, refuseFields, useCallForm } from '../../ui/form.tsx';
import { useSeenVersion } from '../../ui/use-attempt.ts';
import { type ActivityView, type Topic, topicOptions } from '../activity.tsx';
import { findUntilProblem } from '../form/activity-draft.ts';
import { DayField } from '../form/day-field.tsx';
import { NewAssignee } from './new-assignee.tsx';
import { type ActDialogProps, useAct, useActText } from './use-act.tsx';

type Amendable = Pick<ActivityView, 'description' | 'topicId' | 'topic' | 'priority' | 'dueOn' | 'repeats' | 'repeatUntil'>;
type AmendmentDraft = Omit<Amendable, 'dueOn'> & {
  /** Null while the typed text is no day; then `dueProblem` says why. */
  dueOn: Amendable['dueOn'] | null;
  dueProblem: string | null;
  untilProblem: string | null;
  reason: string;
};

const REASON_MAX = 300;
const NEVER = '';
const lapseOptions = [{ value: NEVER, label: activityForm.repeatableNo }, ...lapses.map((value) => ({ value, label: lapseLabels[value] }))];

/** Only what differs, as it was and as it will be. */
function changesBetween(activity: ActivityView, draft: AmendmentDraft): { before: AmendedFields; after: AmendedFields } | null {
  const fields = (['description', 'topic', 'priority', 'dueOn', 'repeats', 'repeatUntil'] as const).filter(
    (field) => draft[field] !== activity[field] && (field !== 'dueOn' || draft.dueOn !== null),
  );
  const pick = (from: Amendable | AmendmentDraft) => Object.fromEntries(fields.map((field) => [field, from[field]])) as AmendedFields;
  return fields.length > 0 ? { before: pick(activity), after: pick(draft) } : null;
}

/** The owner corrects what was registered, and sees before and after. */
export function AmendDialog(props: ActDialogProps) {
  const { activity } = props;
  const { client } = useClients();
  const { now } = useApp();
  const act = useAct(props);
  const seenVersion = useSeenVersion(activity.version, act.error);
  const [unsent, keepUnsent] = useActText('amend', activity.id);
  const { topicId, topic, priority, dueOn, repeats, repeatUntil } = activity;
  const fields = { topicId, topic, priority, dueOn, repeats, repeatUntil };
  const form = useCallForm<AmendmentDraft>(
    { ...fields, description: unsent || activity.description, dueProblem: null, untilProblem: null, reason: '' },
    { attempt: act },
  );
  const draft = form.watch();
  const dayHint = useDayHint(draft.dueOn);
  const changes = changesBetween(activity, draft);
  const isReasonRequired = draft.dueOn !== dueOn && needsDateReason(activity, now());
  const amend = async ({ dueOn, dueProblem, topicId, reason, ...draft }: AmendmentDraft) => {
    const untilProblem = draft.repeats && findUntilProblem({ ...draft, dueOn });
    if (untilProblem) throw refuseFields({ repeatUntil: untilProblem });
    if (dueOn === null) throw refuseFields({ dueOn: dueProblem ?? validation.required });
    if (isReasonRequired && reason.trim() === '') throw refuseFields({ reason: validation.dateReason });
    const { topic, repeats, ...after } = changes?.after ?? {};
    const amendment = {
      activityId: activity.id,
      ...after,
      ...(topic !== undefined && { topicId }),
      repeats,
      reason: reason.trim() || null,
      seen: seenVersion,
    };
    await act.record({
      call: () => client.amendActivity({ description: undefined, priority: undefined, dueOn: undefined, topicId: undefined, ...amendment }),
      notice: ({ notice }) => actNotice('amend', activity.id, notice),
    });
  };
  return (
    <CallFormDialog form={form} size="wide" texts={amendTexts} onSubmit={amend} onClose={act.close}>
      <FormText
        form={form}
        name="description"
        label={activityForm.description}
        isRequired
        rows={4}
        maxLength={2000}
        onText={(text) => keepUnsent(text === activity.description ? '' : text)}
      />
      <DeferredContent ask={() => client.listMyTopics({ activityId: activity.id })} lines={1}>
        {(topics: readonly Topic[]) => <TopicSelect form={form} topics={topics} />}
      </DeferredContent>
      <Choice
        legend={activityForm.priority}
        name="priority"
        value={draft.priority}
        options={priorityOptions}
        onChange={(value) => form.setValue('priority', value as Priority)}
      />
      {isDateAmendable(activity) && (
        <DayField form={form} name="dueOn" problemName="dueProblem" label={activityForm.dueOn} hint={dayHint} />
      )}
      <div className="form-pair">
        <FormSelect
          form={form}
          name="repeats"
          label={activityForm.lapse}
          options={lapseOptions}
          placeholder={activityForm.lapsePlaceholder}
          onChoose={(lapse) => lapse === NEVER && form.setValue('repeatUntil', null)}
        />
        {draft.repeats && <DayField form={form} name="repeatUntil" problemName="untilProblem" label={activityForm.repeatUntil} />}
      </div>
      <FormText
        form={form}
        name="reason"
        label={isReasonRequired ? amendTexts.dateReason : amendTexts.reason}
        isRequired={isReasonRequired}
        maxLength={REASON_MAX}
        autoComplete="off"
      />
      {changes && (
        <BeforeAfter>
          <p className="prose">{historyNote({ act: 'amend', note: null, facts: { amended: changes } })}</p>
        </BeforeAfter>
      )}
    </CallFormDialog>
  );
}

/** The topics of the owner, and the activity's own where it is none of them. */
function TopicSelect({ form, topics }: { form: CallForm<AmendmentDraft>; topics: readonly Topic[] }) {
  const [id, name] = form.watch(['topicId', 'topic']);
  const all = topics.some((topic) => topic.id === id) ? topics : [{ id, name, department: '' }, ...topics];
  return (
    <FormSelect
      form={form}
      name="topicId"
      label={activityForm.topic}
      isRequired
      options={topicOptions(all)}
      placeholder={activityForm.topicPlaceholder}
      search={{ placeholder: activityForm.topicSearch, noMatch: activityForm.noTopicMatches }}
      onChoose={(topicId) => form.setValue('topic', all.find((topic) => topic.id === topicId)?.name ?? name)}
    />
  );
}

type ReassignmentDraft = { assignee: { id: number; name: string } | null; reason: string };

/** The owner gives the work to another person, and sees who has it before and after. */
export function ReassignDialog(props: ActDialogProps) {
  const { activity } = props;
  const { client } = useClients();
  const act = useAct(props);
  const [unsent, keepUnsent] = useActText('reassign', activity.id);
  const form = useCallForm<ReassignmentDraft>({ assignee: null, reason: unsent }, { attempt: act });
  const assignee = form.watch('assignee');
  const reassign = async ({ reason, ...draft }: ReassignmentDraft) => {
    const { id, name } = demandFilled({ assignee: draft.assignee }).assignee;
    await act.record({
      call: () => client.reassignActivity({ activityId: activity.id, assigneeId: id, reason: reason.trim() || null }),
      notice: { title: `${actOutcome('reassign', activity.id)} a ${name}` },
    });
  };
  return (
    <CallFormDialog form={form} texts={reassignmentTexts} onSubmit={reassign} onClose={act.close}>
      <p>{reassignmentTexts.body(assigneeName(activity))}</p>
      <NewAssignee
        activities={[activity]}
        value={assignee?.id ?? null}
        isMissing={form.formState.errors.assignee !== undefined}
        onChange={(id, name) => {
          act.clearError();
          form.clearErrors('assignee');
          form.setValue('assignee', id === null ? null : { id, name });
        }}
      />
      <FormText form={form} name="reason" label={reassignmentTexts.reason} maxLength={REASON_MAX} autoComplete="off" onText={keepUnsent} />
      {assignee && (
        <BeforeAfter>
          <p>
            {assigneeName(activity)} → <strong>{assignee.name}</strong>
          </p>
        </BeforeAfter>
      )}
    </CallFormDialog>
  );
}

/** What an act will change, announced as it changes. */
const BeforeAfter = ({ children }: { children: ReactNode }) => (
  <section className="before-after" aria-label={amendTexts.changes} aria-live="polite">
    <p className="field-legend">{amendTexts.changes}</p>
    {children}
  </section>
);
