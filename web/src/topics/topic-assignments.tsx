import type { Assignment } from '@bitacora/core/contract/topics/topic-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import { assignmentTexts } from '@bitacora/core/messages/topics/topics';
import { createColumnHelper } from '@tanstack/react-table';
import { Plus, Trash2, Waypoints } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { getClients, useClients } from '../app/clients.ts';
import { deferred, Loaded, useLoaded } from '../layout/loaded.tsx';
import { FiguresLead, Page } from '../layout/page.tsx';
import { PersonLink } from '../layout/person-link.tsx';
import { type ListFilters, LocalList } from '../saved-views/local-list.tsx';
import { Button, RowAct } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { later } from '../ui/later.tsx';
import { Empty, ListSkeleton } from '../ui/states.tsx';
import { Clipped, type Features } from '../ui/table-model.tsx';
import { rereadFor } from '../ui/use-address-state.ts';
import './topics.css';

const AssignmentDialog = later(async () => (await import('./assignment-dialog.tsx')).AssignmentDialog);

const helper = createColumnHelper<Features, Assignment>();
const byTopic = [{ id: 'topic', desc: false }];

/** A change of order, search or page needs no reload. */
export const shouldRevalidate = rereadFor();

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
        <FiguresLead
          of={assignments}
          none={assignmentTexts.none}
          parts={(rows) => {
            const people = new Set(rows.map(({ userId }) => userId)).size;
            return [
              { text: assignmentTexts.count(rows.length), count: rows.length },
              { text: assignmentTexts.people(people), count: people },
            ];
          }}
        />
      }
      actions={
        <Button tone="accent" icon={Plus} onClick={() => setAssigning(true)}>
          {assignmentTexts.assign}
        </Button>
      }
    >
      <p className="muted">{assignmentTexts.explained}</p>
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

const filters: ListFilters<Assignment> = { topic: { label: assignmentTexts.topic, value: ({ topic }) => topic } };

function Assignments({ rows }: { rows: readonly Assignment[] }) {
  const { client } = useClients();
  const [removing, setRemoving] = useState<Assignment | null>(null);
  const columns = useMemo(() => assignmentColumns(setRemoving), []);
  return (
    <>
      <LocalList
        screen="topic_assignments"
        label={assignmentTexts.title}
        columns={columns}
        rows={rows}
        usualOrder={byTopic}
        filters={filters}
        search={assignmentTexts.search}
        empty={<Empty icon={Waypoints} text={assignmentTexts.empty} help="registra-un-tema" />}
        noMatch={assignmentTexts.noMatch}
      />
      {removing && (
        <ConfirmDialog
          texts={assignmentTexts.removal}
          act={() => client.withdrawTopic({ assignmentId: removing.id })}
          onClose={() => setRemoving(null)}
        >
          <p>{assignmentTexts.removal.body(fullName(removing), removing.topic)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Assignments of topics to people of other departments; the last column removes one. */
const assignmentColumns = (onRemove: (assignment: Assignment) => void) => [
  helper.accessor('topic', {
    header: assignmentTexts.topic,
    meta: { width: 200, onCard: 'lead', isSearched: true },
    cell: ({ getValue, row, table: { getRowModel } }) => {
      const { rows } = getRowModel();
      const before = rows[rows.indexOf(row) - 1];
      return (
        <span className={before?.original.topic === getValue() ? 'topic-repeated' : undefined}>
          <Clipped text={getValue()} />
        </span>
      );
    },
  }),
  helper.accessor('employeeNumber', { header: assignmentTexts.employeeNumber, meta: { width: 76, isTabular: true, isSearched: true } }),
  helper.accessor(fullName, {
    id: 'employee',
    header: assignmentTexts.employee,
    meta: { onCard: 'head', isSearched: true },
    cell: ({ getValue, row: { original } }) => <PersonLink id={original.userId} name={getValue()} />,
  }),
  helper.accessor('level', { header: assignmentTexts.level, meta: { width: 104, isMinor: 'medium' } }),
  helper.accessor('position', {
    header: assignmentTexts.position,
    meta: { isSearched: true },
    cell: ({ getValue }) => <Clipped text={getValue()} />,
  }),
  helper.display({
    id: 'remove',
    header: assignmentTexts.removeColumn,
    meta: { width: 104, onCard: 'action' },
    cell: ({ row: { original } }) => (
      <RowAct icon={Trash2} label={assignmentTexts.remove(original.topic, fullName(original))} onClick={() => onRemove(original)}>
        {assignmentTexts.removeColumn}
      </RowAct>
    ),
  }),
];
