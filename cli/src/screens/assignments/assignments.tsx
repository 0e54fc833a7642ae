import type { Assignment } from '@bitacora/core/contract/topic-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import { assignmentTexts } from '@bitacora/core/messages/topics';
import { useState } from 'react';
import { useAdmin } from '../../app/admin-context.ts';
import { useLoaded, useTask } from '../../app/use-task.ts';
import { terminalLists } from '../../messages/screens.ts';
import type { TableColumn } from '../../output/fit-columns.ts';
import { Confirm } from '../ui/confirm.tsx';
import { List } from '../ui/list.tsx';
import { AssignmentForm } from './assignment-form.tsx';

const columns: readonly TableColumn<Assignment>[] = [
  { title: assignmentTexts.topic, of: ({ topic }) => topic, width: 22, grows: true },
  { title: assignmentTexts.employeeNumber, of: ({ employeeNumber }) => employeeNumber, width: 9, rank: 1 },
  { title: assignmentTexts.employee, of: fullName, width: 22, grows: true },
  { title: assignmentTexts.position, of: ({ position }) => position, width: 16, grows: true, rank: 2 },
];

/** Topics assigned to people of other departments. */
export function Assignments() {
  const { client, notify } = useAdmin();
  const [removed, setRemoved] = useState<Assignment | null>(null);
  const [isAssigning, setIsAssigning] = useState(false);
  const assignments = useLoaded(() => client.listAssignments(), []);
  const task = useTask();
  const finish = (sentence: string) => {
    setRemoved(null);
    setIsAssigning(false);
    notify(sentence);
    assignments.reload();
  };
  const remove = ({ id }: Assignment) =>
    task.run(async () => {
      await client.withdrawTopic({ assignmentId: id });
      finish(assignmentTexts.removed);
    });
  const removing = removed && (
    <Confirm
      title={assignmentTexts.removeTitle}
      lines={[assignmentTexts.removeBody(fullName(removed), removed.topic)]}
      yes={assignmentTexts.removeConfirm}
      no={assignmentTexts.removeKeep}
      doing={task.isBusy ? terminalLists.removing : null}
      failure={task.failure}
      onYes={() => remove(removed)}
      onNo={() => setRemoved(null)}
    />
  );
  const assigning = isAssigning && (
    <AssignmentForm assignments={assignments.value ?? []} onDone={finish} onBack={() => setIsAssigning(false)} />
  );
  const { keys } = terminalLists;
  return (
    <List
      title={assignmentTexts.title}
      loaded={assignments}
      columns={columns}
      searchTexts={(one) => [one.topic, fullName(one), one.employeeNumber]}
      countRows={assignmentTexts.count}
      empty={assignmentTexts.empty}
      noMatch={assignmentTexts.noMatch}
      over={removing || assigning || null}
      acts={(one) => [
        { names: ['n'], label: keys.assign, run: () => setIsAssigning(true) },
        ...(one ? [{ names: ['x'] as const, label: keys.remove, run: () => setRemoved(one) }] : []),
      ]}
    />
  );
}
