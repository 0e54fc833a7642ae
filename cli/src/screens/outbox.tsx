import type { Endpoints, Reply } from '@bitacora/core/contract';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { useState } from 'react';
import { useAdmin, useLoaded, useTask } from '../app/screen-context.ts';
import { terminalAdmin } from '../messages/admin.ts';
import { terminalLists, terminalScreens } from '../messages/screens.ts';
import type { TableColumn } from '../output/fit-columns.ts';
import { Confirm } from './ui/confirm.tsx';
import { List } from './ui/table.tsx';

type FailedNotification = Reply<Endpoints['listFailedNotifications']>['failed'][number];

const { outbox: texts } = terminalAdmin;
const kindsOf = ({ kinds }: FailedNotification) => kinds.map((kind) => texts.kindNames[kind]).join(', ');

const columnsIn = (zone: string): readonly TableColumn<FailedNotification>[] => [
  { title: texts.recipient, of: ({ recipientName }) => recipientName, width: 20, grows: true },
  { title: texts.email, of: ({ recipientEmail }) => recipientEmail, width: 20, grows: true, rank: 2 },
  { title: texts.kinds, of: kindsOf, width: 14, grows: true },
  { title: texts.failedAt, of: ({ failedAt }) => writtenInstant(failedAt, zone), width: 18, rank: 1 },
  { title: texts.tries, of: ({ tries }) => String(tries), width: 8, isNumber: true, rank: 3 },
];

/** Notifications that reached nobody, with the reason; they can be sent again. */
export function Outbox() {
  const { client, notify, zone } = useAdmin();
  const [selected, setSelected] = useState<readonly FailedNotification[] | null>(null);
  const [total, setTotal] = useState(0);
  const task = useTask();
  const digests = useLoaded(async () => {
    const { failed, total: all } = await client.listFailedNotifications();
    setTotal(all);
    return failed;
  }, []);
  const resend = (digestsToSend: readonly FailedNotification[]) =>
    task.run(async () => {
      const { count } = await client.resendNotifications({ ids: digestsToSend.map(({ id }) => id) });
      setSelected(null);
      notify(texts.resent(count));
      digests.reload();
    });
  const [only] = selected ?? [];
  const { keys } = terminalLists;
  return (
    <List
      title={terminalLists.outboxTitle}
      loaded={digests}
      columns={columnsIn(zone)}
      searchTexts={(digest) => [digest.recipientName, digest.recipientEmail, kindsOf(digest)]}
      countRows={(count) => texts.visibleOf(count, total)}
      empty={texts.none}
      noMatch={() => terminalScreens.nothingFound}
      detail={({ reason, detail }) => (detail ? `${reason} ${detail}` : reason)}
      over={
        selected &&
        only && (
          <Confirm
            title={terminalLists.resendTitle}
            lines={[
              selected.length === 1 ? terminalLists.resendOne(only.recipientName, only.recipientEmail) : texts.question(selected.length),
            ]}
            doing={task.isBusy ? terminalLists.sending : null}
            failure={task.failure}
            onYes={() => resend(selected)}
            onNo={() => setSelected(null)}
          />
        )
      }
      acts={(digest) =>
        digest
          ? [
              { names: ['s', 'enter'], label: keys.resend, run: () => setSelected([digest]) },
              { names: ['t'], label: keys.resendAll, run: () => setSelected(digests.value) },
            ]
          : []
      }
    />
  );
}
