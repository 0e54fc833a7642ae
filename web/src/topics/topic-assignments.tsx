import type { Account } from '@bitacora/core/contract/people/user-endpoints';
import type { Assignment, Topic } from '@bitacora/core/contract/topics/topic-endpoints';
import { assignableOutsiders, isAssignable } from '@bitacora/core/domain/activities/policy';
import { fullName } from '@bitacora/core/domain/people/person';
import { frame } from '@bitacora/core/messages/layout';
import { assignmentTexts } from '@bitacora/core/messages/topics/topics';
import { createColumnHelper } from '@tanstack/react-table';
import { Plus, Trash2, Waypoints } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { topicOptions } from '../activities/activity.tsx';
import { useFinish } from '../app/app.ts';
import { getClients, useClients } from '../app/clients.ts';
import { DeferredContent, deferred, Loaded, useLoaded } from '../layout/loaded.tsx';
import { Figures, Page } from '../layout/page.tsx';
import { ViewsTool } from '../saved-views/views-tool.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { ConfirmDialog, demandFilled, FormDialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import type { SelectOption } from '../ui/select-list.tsx';
import { Empty, ListSkeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { Clipped, type Features, skipReloadOnListChange, useListState } from '../ui/table-model.tsx';
import { type Attempt, useAttempt, withFieldErrors } from '../ui/use-attempt.ts';

const helper = createColumnHelper<Features, Assignment>();
const byTopic = [{ id: 'topic', desc: false }];

export const shouldRevalidate = skipReloadOnListChange;

export function loader(args: LoaderFunctionArgs) {
  return { assignments: deferred(getClients(args).client.listAssignments()) };
}

export function Component() {
  const { assignments } = useLoaded<typeof loader>();
  const [isAssigning, setAssigning] = useState(false);
  return (
    <Page
      title={assignmentTexts.title}
      lead={
        <Loaded of={assignments} skeleton={<span>&nbsp;</span>} isSilent>
          {(rows) => {
            const people = new Set(rows.map(({ userId }) => userId)).size;
            return (
              <Figures
                none={assignmentTexts.none}
                parts={[
                  { text: assignmentTexts.count(rows.length), count: rows.length },
                  { text: assignmentTexts.people(people), count: people },
                ]}
              />
            );
          }}
        </Loaded>
      }
      actions={
        <Button tone="accent" icon={Plus} onClick={() => setAssigning(true)}>
          {assignmentTexts.assign}
        </Button>
      }
    >
      <Loaded of={assignments} skeleton={<ListSkeleton />}>
        {(rows) => (
          <>
            <Assignments rows={rows} />
            {isAssigning && <AssignmentDialog assignments={rows} onClose={() => setAssigning(false)} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Assignments({ rows }: { rows: readonly Assignment[] }) {
  const { client } = useClients();
  const finish = useFinish();
  const [removing, setRemoving] = useState<Assignment | null>(null);
  const columns = useMemo(() => assignmentColumns(setRemoving), []);
  return (
    <>
      <Table
        label={assignmentTexts.title}
        columns={columns}
        rows={rows}
        rowId={(assignment: Assignment) => assignment.id}
        state={useListState('topic_assignments', byTopic, columns)}
        search={assignmentTexts.search}
        tools={<ViewsTool screen="topic_assignments" />}
        empty={<Empty icon={Waypoints} text={assignmentTexts.empty} help="registra-un-tema" />}
        noMatch={assignmentTexts.noMatch}
      />
      {removing && (
        <ConfirmDialog
          title={assignmentTexts.removeTitle}
          confirmLabel={assignmentTexts.removeConfirm}
          keepLabel={assignmentTexts.removeKeep}
          failed={assignmentTexts.removeFailed}
          act={() => client.withdrawTopic({ assignmentId: removing.id }).then(() => finish({ title: assignmentTexts.removed }))}
          onClose={() => setRemoving(null)}
        >
          <p>{assignmentTexts.removeBody(fullName(removing), removing.topic)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Assignments of topics to people of other departments; the last column removes one. */
const assignmentColumns = (onRemove: (assignment: Assignment) => void) => [
  helper.accessor('topic', {
    header: assignmentTexts.topic,
    meta: { onCard: 'lead', isSearched: true },
    cell: ({ getValue }) => <Clipped text={getValue()} />,
  }),
  helper.accessor('employeeNumber', { header: assignmentTexts.employeeNumber, meta: { width: 96, isTabular: true, isSearched: true } }),
  helper.accessor(fullName, {
    id: 'employee',
    header: assignmentTexts.employee,
    meta: { onCard: 'head', isSearched: true },
    cell: ({ getValue }) => <Clipped text={getValue()} />,
  }),
  helper.accessor('level', { header: assignmentTexts.level, meta: { width: 144, isMinor: 'medium' } }),
  helper.accessor('position', {
    header: assignmentTexts.position,
    meta: { isSearched: true },
    cell: ({ getValue }) => <Clipped text={getValue()} />,
  }),
  helper.display({
    id: 'remove',
    header: assignmentTexts.removeColumn,
    meta: { width: 56, onCard: 'action' },
    cell: ({ row: { original } }) => (
      <IconButton
        icon={Trash2}
        label={assignmentTexts.remove(original.topic, fullName(original))}
        title={assignmentTexts.removeColumn}
        onClick={() => onRemove(original)}
      />
    ),
  }),
];

interface AssignmentDraft {
  topicId: number | null;
  userId: number | null;
}

/** Assigns a topic to a person of another department. */
function AssignmentDialog({ assignments, onClose }: { assignments: readonly Assignment[]; onClose: () => void }) {
  const { client } = useClients();
  const finish = useFinish();
  const attempt = useAttempt();
  const [draft, setDraft] = useState<AssignmentDraft>({ topicId: null, userId: null });
  const assign = async () => {
    const isDone = await attempt.run(async () =>
      withFieldErrors(client.assignTopic(demandFilled(draft)), { 'assignment.duplicate': 'userId', 'topic.unknown': 'topicId' }),
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
  const candidates = topic ? assignableOutsiders(topic, people, assignments) : [];
  return (
    <>
      <Field label={assignmentTexts.topic} error={attempt.fieldError('topicId')} hint={assignmentTexts.topicHint} isRequired>
        {(tie) => (
          <Select
            tie={tie}
            value={draft.topicId}
            options={topicOptions(topics)}
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

const optionOf = (person: Account): SelectOption => ({
  value: person.id,
  label: fullName(person),
  detail: `${person.employeeNumber} · ${person.position} · ${person.department}`,
  searched: `${fullName(person)} ${person.employeeNumber}`,
});
