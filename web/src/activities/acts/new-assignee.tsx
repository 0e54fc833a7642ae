import { adminPolicy } from '@bitacora/core/domain/people/person';
import { frame } from '@bitacora/core/messages/layout';
import { validation } from '@bitacora/core/messages/validation';
import { useRef } from 'react';
import { useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { DeferredContent } from '../../layout/loaded.tsx';
import { bulkActs } from '../../messages/bulk-act-texts.ts';
import { focusFirst } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import type { SelectOption } from '../../ui/select-list.tsx';
import type { ActivityView } from '../activity.tsx';
import { listCandidates } from '../form/assignee-field.tsx';

interface NewAssigneeProps {
  activities: readonly Pick<ActivityView, 'id' | 'topicId' | 'assigneeId'>[];
  value: number | null;
  isMissing: boolean;
  onChange: (id: number, name: string) => void;
}

/** Offers those who may work on every topic of the activities, each with the load, except who has all of them already. */
export function NewAssignee({ activities, value, isMissing, onChange }: NewAssigneeProps) {
  const { client } = useClients();
  const hasLoad = adminPolicy.readGlobalReports(useSession().user);
  const topicIds = [...new Set(activities.map(({ topicId }) => topicId))];
  // A substitute reassigns one activity, never several.
  const activityId = activities.length === 1 ? activities[0]?.id : undefined;
  const ask = async () => inAll(await Promise.all(topicIds.map((topicId) => listCandidates(client, { topicId, activityId, hasLoad }))));
  const part = useRef<HTMLDivElement>(null);
  const hasAll = (id: SelectOption['value']) => activities.every(({ assigneeId }) => assigneeId === id);
  return (
    // Has the focus until the candidates are there, because the dialog opens before them.
    // biome-ignore lint/a11y/useSemanticElements: one field that is still to come, not a set of fields.
    <div ref={part} role="group" aria-label={bulkActs.reassign.assignee} tabIndex={-1} {...focusFirst}>
      <DeferredContent ask={ask} lines={1}>
        {(candidates: readonly SelectOption[]) => {
          const options = candidates.filter(({ value: id }) => !hasAll(id));
          return (
            <Field label={bulkActs.reassign.assignee} error={isMissing ? validation.required : undefined} isRequired>
              {(tie) => (
                <Select
                  tie={tie}
                  value={value}
                  options={options}
                  placeholder={options.length > 0 ? bulkActs.reassign.placeholder : bulkActs.reassign.nobody}
                  disabled={options.length === 0}
                  focusFrom={part}
                  search={{ placeholder: bulkActs.reassign.assignee, noMatch: bulkActs.reassign.nobody, more: frame.moreOptions }}
                  onChange={(id) => onChange(Number(id), options.find((option) => option.value === id)?.label ?? '')}
                />
              )}
            </Field>
          );
        }}
      </DeferredContent>
    </div>
  );
}

/** The people who are in every list. */
const inAll = ([first = [], ...others]: readonly (readonly SelectOption[])[]) =>
  first.filter(({ value }) => others.every((list) => list.some((person) => person.value === value)));
