import type { Account } from '@bitacora/core/contract/people/user-endpoints';
import type { Assignment, Topic } from '@bitacora/core/contract/topics/topic-endpoints';
import { assignableOutsiders, isAssignable } from '@bitacora/core/domain/activities/policy';
import { assignmentTexts } from '@bitacora/core/messages/topics/topics';
import { topicOptions } from '../activities/activity.tsx';
import { useClients } from '../app/clients.ts';
import { DeferredContent } from '../layout/loaded.tsx';
import { personOption } from '../layout/person-link.tsx';
import { type CallForm, CallFormDialog, demandFilled, FormField, FormSelect, useCallForm } from '../ui/form.tsx';
import { SelectMany } from '../ui/select.tsx';
import { withFieldErrors } from '../ui/use-attempt.ts';

type AssignmentDraft = {
  topicId: number | null;
  userIds: readonly number[];
};

/** Assigns a topic to people of other departments. */
export function AssignmentDialog({ assignments, onClose }: { assignments: readonly Assignment[]; onClose: () => void }) {
  const { client } = useClients();
  const form = useCallForm<AssignmentDraft>({ topicId: null, userIds: [] });
  const assign = async (draft: AssignmentDraft) => {
    const { topicId, userIds } = demandFilled(draft);
    for (const [index, userId] of userIds.entries()) {
      // A refusal leaves those who do not have the topic yet.
      form.setValue('userIds', userIds.slice(index));
      await withFieldErrors(client.assignTopic({ topicId, userId }), { 'assignment.duplicate': 'userIds', 'topic.unknown': 'topicId' });
    }
    return userIds.length > 1 ? assignmentTexts.people(userIds.length) : undefined;
  };
  return (
    <CallFormDialog form={form} texts={assignmentTexts.assignment} onSubmit={assign} onClose={onClose}>
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
      <FormSelect
        form={form}
        name="topicId"
        label={assignmentTexts.topic}
        hint={assignmentTexts.topicHint}
        isRequired
        options={topicOptions(topics)}
        placeholder={assignmentTexts.topicPlaceholder}
        search={{ placeholder: assignmentTexts.topicSearch, noMatch: assignmentTexts.noTopics }}
        emptyText={assignmentTexts.noTopics}
        onChoose={() => form.setValue('userIds', [])}
      />
      <FormField form={form} name="userIds" label={assignmentTexts.employees} isRequired>
        {(tie, value, onChange) => (
          <SelectMany
            tie={tie}
            values={value}
            options={candidates.map((person) =>
              personOption(person, `${person.employeeNumber} · ${person.position} · ${person.department}`),
            )}
            placeholder={topic ? assignmentTexts.employeePlaceholder : assignmentTexts.employeeFirstTopic}
            disabled={!topic}
            search={{ placeholder: assignmentTexts.employeeSearch, noMatch: assignmentTexts.noEmployees }}
            emptyText={assignmentTexts.noEmployees}
            summary={(names) => (names.length > 1 ? assignmentTexts.people(names.length) : names.join())}
            onChange={(ids) => onChange(ids.map(Number))}
          />
        )}
      </FormField>
    </>
  );
}
