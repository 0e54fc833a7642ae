import type { Account } from '@bitacora/core/contract/people/user-endpoints';
import type { Assignment, Topic } from '@bitacora/core/contract/topics/topic-endpoints';
import { assignableOutsiders, isAssignable } from '@bitacora/core/domain/activities/policy';
import { fullName } from '@bitacora/core/domain/people/person';
import { frame } from '@bitacora/core/messages/layout';
import { assignmentTexts } from '@bitacora/core/messages/topics/topics';
import { topicOptions } from '../activities/activity.tsx';
import { useFinish } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { DeferredContent } from '../layout/loaded.tsx';
import { type CallForm, CallFormDialog, demandFilled, FormField, useCallForm } from '../ui/form.tsx';
import { Select } from '../ui/select.tsx';
import type { SelectOption } from '../ui/select-list.tsx';
import { withFieldErrors } from '../ui/use-attempt.ts';

type AssignmentDraft = {
  topicId: number | null;
  userId: number | null;
};

/** Assigns a topic to a person of another department. */
export function AssignmentDialog({ assignments, onClose }: { assignments: readonly Assignment[]; onClose: () => void }) {
  const { client } = useClients();
  const finish = useFinish();
  const form = useCallForm<AssignmentDraft>({ topicId: null, userId: null });
  const assign = async (draft: AssignmentDraft) => {
    await withFieldErrors(client.assignTopic(demandFilled(draft)), { 'assignment.duplicate': 'userId', 'topic.unknown': 'topicId' });
    await finish({ title: assignmentTexts.assigned });
  };
  return (
    <CallFormDialog
      form={form}
      title={assignmentTexts.assignTitle}
      submitLabel={assignmentTexts.assign}
      failed={assignmentTexts.assignFailed}
      onSubmit={assign}
      onClose={onClose}
    >
      <p className="muted">{assignmentTexts.assignLead}</p>
      <DeferredContent ask={() => Promise.all([client.listTopics(), client.listUsers()])} lines={4}>
        {([topics, people]) => (
          <AssignmentFields form={form} topics={topics.filter(isAssignable)} people={people} assignments={assignments} />
        )}
      </DeferredContent>
    </CallFormDialog>
  );
}

interface AssignmentFieldsProps {
  form: CallForm<AssignmentDraft>;
  topics: readonly Topic[];
  people: readonly Account[];
  assignments: readonly Assignment[];
}

function AssignmentFields({ form, topics, people, assignments }: AssignmentFieldsProps) {
  const topic = topics.find(({ id }) => id === form.watch('topicId'));
  const candidates = topic ? assignableOutsiders(topic, people, assignments) : [];
  return (
    <>
      <FormField form={form} name="topicId" label={assignmentTexts.topic} hint={assignmentTexts.topicHint} isRequired>
        {(tie, value, onChange) => (
          <Select
            tie={tie}
            value={value}
            options={topicOptions(topics)}
            placeholder={assignmentTexts.topicPlaceholder}
            search={{ placeholder: assignmentTexts.topicSearch, noMatch: assignmentTexts.noTopics, more: frame.moreOptions }}
            emptyText={assignmentTexts.noTopics}
            onChange={(id) => {
              form.setValue('userId', null);
              onChange(Number(id));
            }}
          />
        )}
      </FormField>
      <FormField form={form} name="userId" label={assignmentTexts.employee} isRequired>
        {(tie, value, onChange) => (
          <Select
            tie={tie}
            value={value}
            options={candidates.map(personOption)}
            placeholder={topic ? assignmentTexts.employeePlaceholder : assignmentTexts.employeeFirstTopic}
            disabled={!topic}
            search={{ placeholder: assignmentTexts.employeeSearch, noMatch: assignmentTexts.noEmployees, more: frame.moreOptions }}
            emptyText={assignmentTexts.noEmployees}
            onChange={(id) => onChange(Number(id))}
          />
        )}
      </FormField>
    </>
  );
}

const personOption = (person: Account): SelectOption => ({
  value: person.id,
  label: fullName(person),
  detail: `${person.employeeNumber} · ${person.position} · ${person.department}`,
  searched: `${fullName(person)} ${person.employeeNumber}`,
});
