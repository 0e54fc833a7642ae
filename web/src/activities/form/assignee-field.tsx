import type { Client } from '@bitacora/core/client';
import type { PersonLoad } from '@bitacora/core/contract/reports/report-shapes';
import { fullName } from '@bitacora/core/domain/people/person';
import { frame } from '@bitacora/core/messages/layout';
import { useEffect, useRef, useState } from 'react';
import { useClients } from '../../app/clients.ts';
import { followPromise } from '../../app/follow-promise.ts';
import { Avatar } from '../../layout/side-menu.tsx';
import { activityForm } from '../../messages/activity-form-texts.ts';
import { Button } from '../../ui/button.tsx';
import { type CallForm, FormField } from '../../ui/form.tsx';
import { SelectMany } from '../../ui/select.tsx';
import type { SelectOption } from '../../ui/select-list.tsx';
import type { EligibleAssignee } from '../activity.tsx';
import type { ActivityDraft } from './activity-draft.ts';

interface AssigneeFieldProps {
  form: CallForm<ActivityDraft>;
  topicId: number | null;
  isAssigneeNext: boolean;
}

/** One call reads the load of at most this many people. */
const LOAD_MAX = 500;

/** The eligible assignees of a topic, each with the load. A failed load is left out, because it is only a help. */
export async function listCandidates(
  client: Client,
  { topicId, activityId, hasLoad = true }: { topicId: number; activityId?: number | undefined; hasLoad?: boolean },
): Promise<SelectOption[]> {
  const eligible = await client.listEligibleAssignees({ topicId, activityId });
  const assignees = hasLoad ? eligible.slice(0, LOAD_MAX).map(({ id }) => id) : [];
  const { people } = assignees.length > 0 ? await client.readPeopleLoad({ assignees }).catch(() => ({ people: null })) : { people: null };
  const loads = people && new Map(people.map((load) => [load.id, load]));
  return eligible.map((candidate) => candidateOption(candidate, loads?.get(candidate.id), loads !== null));
}

function candidateOption(candidate: EligibleAssignee, load: PersonLoad | undefined, isLoadKnown: boolean): SelectOption {
  const name = fullName(candidate);
  return {
    value: candidate.id,
    label: name,
    lead: <Avatar name={name} photoUrl={null} />,
    detail: (
      <>
        {candidate.employeeNumber} · {candidate.position}
        {isLoadKnown && (
          <>
            {' · '}
            <span className={load && load.late > 0 ? 'late' : undefined}>{activityForm.load(load?.open ?? 0, load?.late ?? 0)}</span>
          </>
        )}
      </>
    ),
    searched: `${name} ${candidate.employeeNumber}`,
  };
}

/** The eligible assignees of a topic. Its key is the topic, so that another topic loads its own list. */
export function AssigneeField({ form, topicId, isAssigneeNext }: AssigneeFieldProps) {
  const { client } = useClients();
  const root = useRef<HTMLDivElement>(null);
  const [candidates, setCandidates] = useState<readonly SelectOption[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const read = () => {
    if (topicId === null) return;
    setFailed(false);
    return followPromise(listCandidates(client, { topicId }), setCandidates, () => setFailed(true));
  };
  useEffect(read, []);
  const options = candidates ?? [];
  const isDisabled = options.length === 0;
  useEffect(() => {
    if (isAssigneeNext && !isDisabled) root.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus();
  }, [isAssigneeNext, isDisabled]);
  const findPlaceholder = () => {
    if (topicId === null) return activityForm.assigneeFirstTopic;
    if (hasFailed) return activityForm.assigneesFailed;
    if (candidates === null) return frame.loading;
    return isDisabled ? activityForm.noAssignees : activityForm.assigneePlaceholder;
  };
  const assigneeIds = form.watch('assigneeIds');
  return (
    <div className="assignee-field" ref={root}>
      <FormField
        form={form}
        name="assigneeIds"
        label={activityForm.assignee}
        hint={assigneeIds.length > 1 ? activityForm.manyHint(assigneeIds.length) : undefined}
        isRequired
        beside={
          hasFailed && (
            <Button tone="quiet" onClick={read}>
              {frame.retry}
            </Button>
          )
        }
      >
        {(tie, values, onChange) => (
          <SelectMany
            tie={tie}
            values={values}
            options={options}
            placeholder={findPlaceholder()}
            disabled={isDisabled}
            summary={activityForm.assigneeSummary}
            search={{ placeholder: activityForm.assigneeSearch, noMatch: activityForm.noAssignees }}
            onChange={(ids) => onChange(ids.map(Number))}
          />
        )}
      </FormField>
    </div>
  );
}
