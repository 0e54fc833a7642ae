import { adminPolicy, fullName } from '@bitacora/core/domain/people/person';
import { validation } from '@bitacora/core/messages/validation';
import { useRef, useState } from 'react';
import { useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { DeferredContent } from '../../layout/loaded.tsx';
import { personOption } from '../../layout/person-link.tsx';
import { Avatar } from '../../layout/side-menu.tsx';
import { bulkActs } from '../../messages/bulk-act-texts.ts';
import { Button } from '../../ui/button.tsx';
import { focusFirst } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import type { SelectOption } from '../../ui/select-list.tsx';
import { Alert } from '../../ui/states.tsx';
import { errorSentence, useAttempt } from '../../ui/use-attempt.ts';
import type { ActivityView } from '../activity.tsx';
import { listCandidates } from '../form/assignee-field.tsx';

const { reassign: texts } = bulkActs;

interface NewAssigneeProps {
  activities: readonly Pick<ActivityView, 'id' | 'topicId' | 'topic' | 'assigneeId' | 'ownerId'>[];
  value: number | null;
  isMissing: boolean;
  onChange: (id: number | null, name: string) => void;
}

interface Candidate extends SelectOption {
  value: number;
  /** The topics of the activities that the person does not have. */
  lacks: readonly { id: number; name: string }[];
}

/**
 * Offers everybody whom the activities can be given to: first those who have all of their topics, each with the load. Who may assign topics
 * sees the others too, with what they lack and the button that gives it.
 */
export function NewAssignee({ activities, value, isMissing, onChange }: NewAssigneeProps) {
  const { client } = useClients();
  const { user } = useSession();
  const attempt = useAttempt();
  const part = useRef<HTMLDivElement>(null);
  /** Chosen, and without all topics. */
  const [lacking, setLacking] = useState<Candidate | null>(null);
  const [given, setGiven] = useState<readonly number[]>([]);
  const withGiven = (one: Candidate): Candidate => (given.includes(one.value) ? { ...one, lacks: [], detail: undefined } : one);
  const topics = [...new Map(activities.map(({ topicId: id, topic: name }) => [id, { id, name }])).values()];
  // A substitute reassigns one activity, never several.
  const activityId = activities.length === 1 ? activities[0]?.id : undefined;
  const hasAll = (id: number) => activities.every(({ assigneeId, ownerId }) => assigneeId === id || ownerId === id);
  const ask = async (): Promise<readonly Candidate[]> => {
    const hasLoad = adminPolicy.readGlobalReports(user);
    const [people, ...eligible] = await Promise.all([
      adminPolicy.assignTopics(user) ? client.listUsers().catch(() => []) : [],
      ...topics.map(({ id }) => listCandidates(client, { topicId: id, activityId, hasLoad })),
    ]);
    const missing = (id: number) => topics.filter((_, index) => !eligible[index]?.some((option) => option.value === id));
    const able = (eligible[0] ?? []).map((option) => ({ ...option, value: Number(option.value), lacks: missing(Number(option.value)) }));
    const others = people
      .filter(({ id, isActive }) => isActive && missing(id).length > 0)
      .map((person) => ({
        ...personOption(person),
        lead: <Avatar name={fullName(person)} photoUrl={null} />,
        lacks: missing(person.id),
      }));
    return [...able.filter(({ lacks }) => lacks.length === 0), ...others]
      .filter(({ value: id }) => !hasAll(id))
      .map((one) => (one.lacks.length > 0 ? { ...one, detail: texts.lacks(one.lacks.map(({ name }) => name)) } : one));
  };
  const choose = (chosen: Candidate | undefined) => {
    attempt.clearError();
    setLacking(chosen && chosen.lacks.length > 0 ? chosen : null);
    onChange(chosen && chosen.lacks.length === 0 ? chosen.value : null, chosen?.label ?? '');
  };
  const give = (candidate: Candidate) =>
    attempt.run(async () => {
      const { value: userId, label, lacks } = candidate;
      for (const [index, { id: topicId }] of lacks.entries()) {
        await client.assignTopic({ topicId, userId });
        // After a failure only the rest is given, because the server refuses a topic twice.
        setLacking({ ...candidate, lacks: lacks.slice(index + 1) });
      }
      setLacking(null);
      setGiven([...given, userId]);
      onChange(userId, label);
    });
  return (
    // Has the focus until the candidates are there, because the dialog opens before them.
    // biome-ignore lint/a11y/useSemanticElements: one field that is still to come, not a set of fields.
    <div ref={part} role="group" aria-label={texts.assignee} tabIndex={-1} {...focusFirst}>
      <DeferredContent ask={ask} lines={1}>
        {(candidates: readonly Candidate[]) => {
          const options = candidates.map(withGiven);
          return (
            <Field
              label={texts.assignee}
              error={lacking ? `${lacking.label} ${lacking.detail}.` : isMissing ? validation.required : undefined}
              isRequired
            >
              {(tie) => (
                <Select
                  tie={tie}
                  value={lacking?.value ?? value}
                  options={options}
                  placeholder={options.length > 0 ? texts.placeholder : texts.nobody}
                  disabled={options.length === 0}
                  focusFrom={part}
                  search={{ placeholder: texts.assignee, noMatch: texts.nobody }}
                  onChange={(id) => choose(options.find((option) => option.value === id))}
                />
              )}
            </Field>
          );
        }}
      </DeferredContent>
      {attempt.error !== null && <Alert title={errorSentence(attempt.error, texts.giveFailed)} />}
      {lacking && (
        <Button isBusy={attempt.isBusy} onClick={() => void give(lacking)}>
          {texts.give(lacking.lacks.length)}
        </Button>
      )}
    </div>
  );
}
