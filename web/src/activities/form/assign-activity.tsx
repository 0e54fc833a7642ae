import { fullName } from '@bitacora/core/domain/people/person';
import { frame } from '@bitacora/core/messages/layout';
import { type ReactNode, Suspense, useState } from 'react';
import { Await, type LoaderFunctionArgs } from 'react-router-dom';
import { appOf, useApp } from '../../app.ts';
import { deferred, Loaded, useLoaded, useRenderWhenSettled } from '../../layout/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { activityForm } from '../../messages/activity-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { fetchSelect, Select } from '../../ui/select.tsx';
import type { SelectOption } from '../../ui/select-list.tsx';
import { ListSkeleton } from '../../ui/states.tsx';
import type { Attempt } from '../../ui/use-attempt.ts';
import type { EligibleAssignee } from '../activity.ts';
import type { ActivityDraft } from './activity-fields.tsx';
import { ActivityForm } from './activity-form.tsx';

export function loader(args: LoaderFunctionArgs) {
  fetchSelect();
  return { topics: deferred(appOf(args).client.listMyTopics()) };
}

/** The form stays open and empty, because people often assign several activities in a row. */
export function Component() {
  const { topics } = useLoaded<typeof loader>();
  const { client, notices } = useApp();
  return (
    <Page title={activityForm.assignTitle} lead={activityForm.assignLead}>
      <Loaded of={topics} skeleton={<ListSkeleton />}>
        {(topicList) => (
          <ActivityForm
            topics={topicList}
            submitLabel={activityForm.submitAssigned}
            assignee={(parts) => <AssigneeField key={parts.draft.topicId} {...parts} />}
            register={async (promised) => {
              const { id, notice } = await client.assignActivity(promised);
              notices.show({ title: activityForm.registered, detail: [activityForm.folio(id), notice].filter(Boolean).join(' · ') });
            }}
          />
        )}
      </Loaded>
    </Page>
  );
}

interface AssigneeFieldProps {
  draft: ActivityDraft;
  change: (part: Partial<ActivityDraft>) => void;
  attempt: Attempt;
}

const optionOf = (candidate: EligibleAssignee): SelectOption => ({
  value: candidate.id,
  label: fullName(candidate),
  detail: `${candidate.employeeNumber} · ${candidate.position}`,
  searched: `${fullName(candidate)} ${candidate.employeeNumber}`,
});

/** The eligible assignees of a topic. Its key is the topic, so that another topic loads its own list. */
export function AssigneeField(props: AssigneeFieldProps) {
  const { client } = useApp();
  const { topicId } = props.draft;
  const ask = () => (topicId === null ? null : deferred(client.listEligibleAssignees({ topicId })));
  const [candidates, setCandidates] = useState(ask);
  useRenderWhenSettled(candidates);
  if (!candidates) return <Choose {...props} options={[]} placeholder={activityForm.assigneeFirstTopic} isDisabled />;
  const failed = (
    <Choose
      {...props}
      options={[]}
      placeholder={activityForm.assigneesFailed}
      isDisabled
      aside={
        <Button tone="quiet" onClick={() => setCandidates(ask)}>
          {frame.retry}
        </Button>
      }
    />
  );
  return (
    <Suspense fallback={<Choose {...props} options={[]} placeholder={frame.loading} isDisabled />}>
      <Await resolve={candidates} errorElement={failed}>
        {(eligible: readonly EligibleAssignee[]) => (
          <Choose
            {...props}
            options={eligible.map(optionOf)}
            placeholder={eligible.length > 0 ? activityForm.assigneePlaceholder : activityForm.noAssignees}
            isDisabled={eligible.length === 0}
          />
        )}
      </Await>
    </Suspense>
  );
}

interface ChooseProps extends AssigneeFieldProps {
  options: readonly SelectOption[];
  placeholder: string;
  isDisabled: boolean;
  aside?: ReactNode;
}

function Choose({ draft, change, attempt, options, placeholder, isDisabled, aside }: ChooseProps) {
  return (
    <Field label={activityForm.assignee} error={attempt.fieldError('assigneeId')} isRequired aside={aside}>
      {(tie) => (
        <Select
          tie={tie}
          value={draft.assigneeId}
          options={options}
          placeholder={placeholder}
          disabled={isDisabled}
          search={{ placeholder: activityForm.assigneeSearch, noMatch: activityForm.noAssignees, more: frame.moreOptions }}
          onChange={(value) => {
            attempt.forgive('assigneeId');
            change({ assigneeId: Number(value) });
          }}
        />
      )}
    </Field>
  );
}
