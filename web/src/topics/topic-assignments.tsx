import type { Assignment } from '@bitacora/core/contract/topic-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import { frame } from '@bitacora/core/messages/layout';
import { lists, table } from '@bitacora/core/messages/lists';
import { assignmentTexts } from '@bitacora/core/messages/topic-assignments';
import { Plus, Waypoints } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type LoaderFunctionArgs, useRevalidator } from 'react-router-dom';
import { appOf, useApp } from '../app.ts';
import { deferred, Loaded, useLoaded } from '../layout/loaded.tsx';
import { Page } from '../layout/page.tsx';
import { ViewsTool } from '../saved-views/views-tool.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Figures } from '../ui/figures.tsx';
import { Empty } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { ListSkeleton } from '../ui/table-skeleton.tsx';
import { useAttempt } from '../ui/use-attempt.ts';
import { skipReloadOnListChange, useListState } from '../ui/use-list-state.ts';
import { assignmentColumns } from './assignment-columns.tsx';
import { AssignmentDialog } from './assignment-dialog.tsx';

const byTopic = [{ id: 'topic', desc: false }];

export const shouldRevalidate = skipReloadOnListChange;

export function loader(args: LoaderFunctionArgs) {
  return { assignments: deferred(appOf(args).client.listAssignments()) };
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
  const [removing, setRemoving] = useState<Assignment | null>(null);
  const columns = useMemo(() => assignmentColumns(setRemoving), []);
  return (
    <>
      <Table
        label={assignmentTexts.title}
        columns={columns}
        rows={rows}
        rowId={(assignment: Assignment) => assignment.id}
        state={useListState(byTopic, columns)}
        search={{ label: assignmentTexts.search, clear: lists.clearSearch }}
        tools={<ViewsTool screen="topic_assignments" />}
        pager={table}
        empty={<Empty icon={Waypoints} text={assignmentTexts.empty} />}
        noMatch={assignmentTexts.noMatch}
      />
      {removing && <RemoveDialog assignment={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

function RemoveDialog({ assignment, onClose }: { assignment: Assignment; onClose: () => void }) {
  const { client, notices } = useApp();
  const { revalidate } = useRevalidator();
  const attempt = useAttempt();
  const remove = async () => {
    if (!(await attempt.run(() => client.withdrawTopic({ assignmentId: assignment.id })))) return;
    notices.show({ title: assignmentTexts.removed });
    await revalidate();
    onClose();
  };
  return (
    <ConfirmDialog
      title={assignmentTexts.removeTitle}
      closeLabel={frame.close}
      confirmLabel={assignmentTexts.removeConfirm}
      keepLabel={assignmentTexts.removeKeep}
      failed={assignmentTexts.removeFailed}
      attempt={attempt}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{assignmentTexts.removeBody(fullName(assignment), assignment.topic)}</p>
    </ConfirmDialog>
  );
}
