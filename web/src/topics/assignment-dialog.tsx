import { ApiError } from '@bitacora/core/client';
import type { Assignment, Topic } from '@bitacora/core/contract/topic-endpoints';
import type { Account } from '@bitacora/core/contract/user-endpoints';
import { isAssignable, isExternal } from '@bitacora/core/domain/activity/policy';
import { fullName } from '@bitacora/core/domain/people/person';
import { frame } from '@bitacora/core/messages/layout';
import { assignmentTexts } from '@bitacora/core/messages/topics';
import { validation } from '@bitacora/core/messages/validation';
import { useState } from 'react';
import { useApp, useFinish } from '../app.ts';
import { DeferredContent } from '../layout/loaded.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import type { SelectOption } from '../ui/select-list.tsx';
import { type Attempt, useAttempt, withFieldErrors } from '../ui/use-attempt.ts';

interface AssignmentDraft {
  topicId: number | null;
  userId: number | null;
}

/** Assigns a topic to a person of another department. */
export function AssignmentDialog({ assignments, onClose }: { assignments: readonly Assignment[]; onClose: () => void }) {
  const { client } = useApp();
  const finish = useFinish();
  const attempt = useAttempt();
  const [draft, setDraft] = useState<AssignmentDraft>({ topicId: null, userId: null });
  const assign = async () => {
    const isDone = await attempt.run(() =>
      withFieldErrors(client.assignTopic(complete(draft)), { 'assignment.duplicate': 'userId', 'topic.unknown': 'topicId' }),
    );
    if (!isDone) return false;
    await finish({ title: assignmentTexts.assigned });
    onClose();
    return true;
  };
  return (
    <FormDialog
      title={assignmentTexts.assignTitle}
      submitLabel={assignmentTexts.assign}
      failed={assignmentTexts.assignFailed}
      fields={['topicId', 'userId']}
      attempt={attempt}
      onSubmit={assign}
      onClose={onClose}
    >
      <p className="muted">{assignmentTexts.assignLead}</p>
      <DeferredContent ask={() => Promise.all([client.listTopics(), client.listUsers()])} lines={4}>
        {([topics, people]) => (
          <AssignmentFields
            draft={draft}
            change={(part) => {
              for (const field of Object.keys(part)) attempt.forgive(field);
              setDraft((before) => ({ ...before, ...part }));
            }}
            attempt={attempt}
            topics={topics.filter(isAssignable)}
            people={people}
            assignments={assignments}
          />
        )}
      </DeferredContent>
    </FormDialog>
  );
}

/** Missing fields are reported before the call, in the server's words. */
function complete({ topicId, userId }: AssignmentDraft): { topicId: number; userId: number } {
  if (topicId !== null && userId !== null) return { topicId, userId };
  throw new ApiError(400, validation.summary, 'input.invalid', {
    ...(topicId === null ? { topicId: validation.required } : {}),
    ...(userId === null ? { userId: validation.required } : {}),
  });
}

interface AssignmentFieldsProps {
  draft: AssignmentDraft;
  change: (part: Partial<AssignmentDraft>) => void;
  attempt: Attempt;
  topics: readonly Topic[];
  people: readonly Account[];
  assignments: readonly Assignment[];
}

function AssignmentFields({ draft, change, attempt, topics, people, assignments }: AssignmentFieldsProps) {
  const topic = topics.find(({ id }) => id === draft.topicId);
  const candidates = topic ? outsidersOf(topic, people, assignments) : [];
  return (
    <>
      <Field label={assignmentTexts.topic} error={attempt.fieldError('topicId')} hint={assignmentTexts.topicHint} isRequired>
        {(tie) => (
          <Select
            tie={tie}
            value={draft.topicId}
            options={topics.map(({ id, name, department }) => ({
              value: id,
              label: name,
              detail: department,
              searched: `${name} ${department}`,
            }))}
            placeholder={assignmentTexts.topicPlaceholder}
            search={{ placeholder: assignmentTexts.topicSearch, noMatch: assignmentTexts.noTopics, more: frame.moreOptions }}
            emptyText={assignmentTexts.noTopics}
            onChange={(id) => change({ topicId: Number(id), userId: null })}
          />
        )}
      </Field>
      <Field label={assignmentTexts.employee} error={attempt.fieldError('userId')} isRequired>
        {(tie) => (
          <Select
            tie={tie}
            value={draft.userId}
            options={candidates.map(optionOf)}
            placeholder={topic ? assignmentTexts.employeePlaceholder : assignmentTexts.employeeFirstTopic}
            disabled={!topic}
            search={{ placeholder: assignmentTexts.employeeSearch, noMatch: assignmentTexts.noEmployees, more: frame.moreOptions }}
            emptyText={assignmentTexts.noEmployees}
            onChange={(id) => change({ userId: Number(id) })}
          />
        )}
      </Field>
    </>
  );
}

/** Active people of other departments without this topic. */
function outsidersOf(topic: Topic, people: readonly Account[], assignments: readonly Assignment[]): readonly Account[] {
  const has = new Set(assignments.filter(({ topicId }) => topicId === topic.id).map(({ userId }) => userId));
  return people.filter(({ id, isActive, department }) => isActive && !has.has(id) && isExternal(topic, { department }));
}

const optionOf = (person: Account): SelectOption => ({
  value: person.id,
  label: fullName(person),
  detail: `${person.employeeNumber} · ${person.position} · ${person.department}`,
  searched: `${fullName(person)} ${person.employeeNumber}`,
});
