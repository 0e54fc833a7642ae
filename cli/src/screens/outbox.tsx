import type { Endpoints, Reply } from '@bitacora/core/contract';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { useState } from 'react';
import { useAdmin } from '../app/admin-context.ts';
import { useLoaded } from '../app/use-loaded.ts';
import { useTask } from '../app/use-task.ts';
import { terminalAdmin } from '../messages/admin.ts';
import { terminalLists } from '../messages/lists.ts';
import { terminalScreens } from '../messages/screens.ts';
import { Confirm } from './ui/confirm.tsx';
import type { TableColumn } from './ui/fit-columns.ts';
import { List } from './ui/list.tsx';

type FailedDigest = Reply<Endpoints['listFailedNotifications']>['failed'][number];

const { outbox: texts } = terminalAdmin;
const kindsOf = ({ kinds }: FailedDigest) => kinds.map((kind) => texts.kindNames[kind]).join(', ');

const columnsIn = (zone: string): readonly TableColumn<FailedDigest>[] => [
  { title: texts.recipient, of: ({ recipientName }) => recipientName, width: 20, grows: true },
  { title: texts.email, of: ({ recipientEmail }) => recipientEmail, width: 20, grows: true, rank: 2 },
  { title: texts.kinds, of: kindsOf, width: 14, grows: true },
  { title: texts.failedAt, of: ({ failedAt }) => writtenInstant(failedAt, zone), width: 18, rank: 1 },
  { title: texts.tries, of: ({ tries }) => String(tries), width: 8, isNumber: true, rank: 3 },
];

/** Announcements that reached nobody: why, and once more. */
export function Outbox() {
  const { client, notify, zone } = useAdmin();
  const [sent, setSent] = useState<readonly FailedDigest[] | null>(null);
  const [total, setTotal] = useState(0);
  const task = useTask();
  const letters = useLoaded(async () => {
    const { failed, total: all } = await client.listFailedNotifications();
    setTotal(all);
    return failed;
  }, []);
  const resend = (chosen: readonly FailedDigest[]) =>
    task.run(async () => {
      const { count } = await client.resendNotifications({ ids: chosen.map(({ id }) => id) });
      setSent(null);
      notify(texts.resent(count));
      letters.reload();
    });
  const [only] = sent ?? [];
  const { keys } = terminalLists;
  return (
    <List
      title={terminalLists.outboxTitle}
      loaded={letters}
      columns={columnsIn(zone)}
      searched={(letter) => [letter.recipientName, letter.recipientEmail, kindsOf(letter)]}
      counted={(count) => texts.shown(count, total)}
      empty={texts.none}
      noMatch={() => terminalScreens.nothingFound}
      detail={({ reason, detail }) => (detail ? `${reason} ${detail}` : reason)}
      over={
        sent &&
        only && (
          <Confirm
            title={terminalLists.resendTitle}
            lines={[sent.length === 1 ? terminalLists.resendOne(only.recipientName, only.recipientEmail) : texts.question(sent.length)]}
            doing={task.isBusy ? terminalLists.sending : null}
            failure={task.failure}
            onYes={() => resend(sent)}
            onNo={() => setSent(null)}
          />
        )
      }
      acts={(letter) =>
        letter
          ? [
              { names: ['s', 'enter'], label: keys.resend, run: () => setSent([letter]) },
              { names: ['t'], label: keys.resendAll, run: () => setSent(letters.value) },
            ]
          : []
      }
    />
  );
}
