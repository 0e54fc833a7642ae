import { type Lapse, lapses, type Priority } from '@bitacora/core/domain/activities/activity';
import { isDateAmendable } from '@bitacora/core/domain/activities/deadline';
import type { AmendedFields } from '@bitacora/core/domain/activities/history-proof';
import { assigneeName } from '@bitacora/core/domain/people/person';
import { actButtons, amendTexts, notUpdated, reassignmentTexts } from '@bitacora/core/messages/activities/acts';
import { historyNote } from '@bitacora/core/messages/activities/history-note';
import { lapseLabels, priorityOptions } from '@bitacora/core/messages/activities/labels';
import { frame } from '@bitacora/core/messages/layout';
import { validation } from '@bitacora/core/messages/validation';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useApp, useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { DeferredContent } from '../../layout/loaded.tsx';
import { activityForm } from '../../messages/activity-form-texts.ts';
import { actOutcome } from '../../messages/consult-texts.ts';
import { Choice } from '../../ui/choice.tsx';
import { DayEntry, useHolidayHint } from '../../ui/day-entry.tsx';
import { FormDialog, refuseFields } from '../../ui/dialog.tsx';
import { Field, TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useSeenVersion } from '../../ui/use-attempt.ts';
import { type ActivityView, type Topic, topicOptions } from '../activity.tsx';
import { NewAssignee } from './new-assignee.tsx';
import { type ActDialogProps, useAct, useActText } from './use-act.tsx';

type Amendable = Pick<ActivityView, 'description' | 'topicId' | 'topic' | 'priority' | 'dueOn' | 'repeats'>;
/** What is typed; no date while its text is none. */
interface Draft extends Omit<Amendable, 'dueOn'> {
  dueOn: Amendable['dueOn'] | null;
  dueProblem: string | null;
}

const FIELDS = ['description', 'topicId', 'priority', 'dueOn', 'repeats', 'reason'];
const NEVER = 'never';
const lapseOptions = [{ value: NEVER, label: activityForm.repeatableNo }, ...lapses.map((value) => ({ value, label: lapseLabels[value] }))];

/** Only what differs, as it was and as it will be. */
function changesBetween(activity: ActivityView, draft: Draft): { before: AmendedFields; after: AmendedFields } | null {
  const fields = (['description', 'topic', 'priority', 'dueOn', 'repeats'] as const).filter(
    (field) => draft[field] !== activity[field] && (field !== 'dueOn' || draft.dueOn !== null),
  );
  const pick = (from: Amendable | Draft) => Object.fromEntries(fields.map((field) => [field, from[field]])) as AmendedFields;
  return fields.length > 0 ? { before: pick(activity), after: pick(draft) } : null;
}

/** The owner corrects what was registered, and sees before and after. */
export function AmendDialog(props: ActDialogProps) {
  const { activity } = props;
  const { client } = useClients();
  const { now } = useApp();
  const { today } = useSession();
  const attempt = useAct(props);
  const seenVersion = useSeenVersion(activity.version, attempt.error);
  const [unsent, keepUnsent] = useActText('amend', activity.id);
  const [draft, setDraft] = useState<Draft>({ ...activity, description: unsent || activity.description, dueProblem: null });
  const [reason, setReason] = useState('');
  const holidayHint = useHolidayHint(draft.dueOn);
  const changes = changesBetween(activity, draft);
  const set = (field: string, part: Partial<Draft>) => {
    attempt.clearError(field);
    setDraft((before) => ({ ...before, ...part }));
  };
  const amend = async () => {
    if (draft.dueOn === null) {
      attempt.fail(refuseFields({ dueOn: draft.dueProblem ?? validation.required }));
      return false;
    }
    const { topic, repeats, ...after } = changes?.after ?? {};
    const amendment = {
      activityId: activity.id,
      ...after,
      ...(topic !== undefined && { topicId: draft.topicId }),
      repeats,
      reason: reason.trim() || null,
      seen: seenVersion,
    };
    return attempt.perform({
      call: () => client.amendActivity({ description: undefined, priority: undefined, dueOn: undefined, topicId: undefined, ...amendment }),
      notice: ({ notice }) => ({
        title: amendTexts.notice,
        detail: [actOutcome('amend', activity.id), notice].filter(Boolean).join(' · '),
      }),
    });
  };
  return (
    <FormDialog
      size="wide"
      title={actButtons.amend}
      submitLabel={amendTexts.submit}
      onClose={attempt.close}
      attempt={attempt}
      onSubmit={amend}
      failed={amendTexts.failed}
      fields={FIELDS}
    >
      <Field label={activityForm.description} error={attempt.fieldError('description')} isRequired>
        {(tie) => (
          <TextArea
            {...tie}
            maxLength={2000}
            value={draft.description}
            onChange={({ target: { value } }) => {
              keepUnsent(value === activity.description ? '' : value);
              set('description', { description: value });
            }}
          />
        )}
      </Field>
      <DeferredContent ask={() => client.listMyTopics({ activityId: activity.id })} lines={1}>
        {(topics: readonly Topic[]) => (
          <TopicSelect
            topics={topics}
            draft={draft}
            error={attempt.fieldError('topicId')}
            onChange={(topicId, topic) => set('topicId', { topicId, topic })}
          />
        )}
      </DeferredContent>
      <Choice
        legend={activityForm.priority}
        name="priority"
        value={draft.priority}
        options={priorityOptions}
        onChange={(value) => set('priority', { priority: value as Priority })}
      />
      {isDateAmendable(activity, now()) && (
        <Field label={activityForm.dueOn} error={attempt.fieldError('dueOn')} hint={holidayHint}>
          {(tie) => (
            <DayEntry
              tie={tie}
              value={draft.dueOn}
              min={today}
              today={today}
              onChange={(dueOn, dueProblem) => set('dueOn', { dueOn, dueProblem })}
            />
          )}
        </Field>
      )}
      <Choice
        legend={activityForm.repeatable}
        name="repeats"
        value={draft.repeats ?? NEVER}
        options={lapseOptions}
        onChange={(value) => set('repeats', { repeats: value === NEVER ? null : (value as Lapse) })}
      />
      <ReasonField attempt={attempt} label={amendTexts.reason} value={reason} onChange={setReason} />
      {changes && (
        <BeforeAfter>
          <p className="prose">{historyNote({ act: 'amend', note: null, facts: { amended: changes } })}</p>
        </BeforeAfter>
      )}
    </FormDialog>
  );
}

interface TopicSelectProps {
  topics: readonly Topic[];
  draft: Draft;
  error: string | undefined;
  onChange: (topicId: number, topic: string) => void;
}

/** The topics of the owner, and the activity's own where it is none of them. */
function TopicSelect({ topics, draft, error, onChange }: TopicSelectProps) {
  const own = topics.some(({ id }) => id === draft.topicId) ? [] : [{ id: draft.topicId, name: draft.topic, department: '' }];
  const all = [...own, ...topics];
  return (
    <Field label={activityForm.topic} error={error} isRequired>
      {(tie) => (
        <Select
          tie={tie}
          value={draft.topicId}
          options={topicOptions(all)}
          placeholder={activityForm.topicPlaceholder}
          search={{ placeholder: activityForm.topicSearch, noMatch: activityForm.noTopicMatches, more: frame.moreOptions }}
          onChange={(id) => onChange(Number(id), all.find((topic) => topic.id === Number(id))?.name ?? draft.topic)}
        />
      )}
    </Field>
  );
}

/** The owner gives the work to another person, and sees who has it before and after. */
export function ReassignDialog(props: ActDialogProps) {
  const { activity } = props;
  const { client } = useClients();
  const attempt = useAct(props);
  const [assignee, setAssignee] = useState<{ id: number; name: string } | null>(null);
  const [reason, setReason] = useActText('reassign', activity.id);
  const [isTried, setTried] = useState(false);
  const reassign = async () => {
    setTried(true);
    if (!assignee) return false;
    return attempt.perform({
      call: () => client.reassignActivity({ activityId: activity.id, assigneeId: assignee.id, reason: reason.trim() || null }),
      notice: { title: reassignmentTexts.notice, detail: `${actOutcome('reassign', activity.id)} a ${assignee.name}` },
    });
  };
  return (
    <FormDialog
      title={actButtons.reassign}
      submitLabel={reassignmentTexts.submit}
      onClose={attempt.close}
      attempt={attempt}
      onSubmit={reassign}
      failed={notUpdated}
      fields={['reason']}
    >
      <p>{reassignmentTexts.body(assigneeName(activity))}</p>
      <NewAssignee
        activities={[activity]}
        value={assignee?.id ?? null}
        isMissing={isTried && !assignee}
        onChange={(id, name) => {
          attempt.clearError();
          setAssignee({ id, name });
        }}
      />
      <ReasonField attempt={attempt} label={reassignmentTexts.reason} value={reason} onChange={setReason} />
      {assignee && (
        <BeforeAfter>
          <p>
            {assigneeName(activity)} → <strong>{assignee.name}</strong>
          </p>
        </BeforeAfter>
      )}
    </FormDialog>
  );
}

const ReasonField = (props: Omit<ComponentProps<typeof TextField>, 'field'>) => (
  <TextField {...props} field="reason" maxLength={300} autoComplete="off" />
);

/** What an act will change, announced as it changes. */
const BeforeAfter = ({ children }: { children: ReactNode }) => (
  <section className="before-after" aria-label={amendTexts.changes} aria-live="polite">
    <p className="field-legend">{amendTexts.changes}</p>
    {children}
  </section>
);
