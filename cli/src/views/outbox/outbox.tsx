import type { Endpoints, Reply } from '@bitacora/core/contract';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { useState } from 'react';
import { useOffice } from '../../app/office.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { useTask } from '../../app/use-task.ts';
import { terminalOffice } from '../../messages/admin.ts';
import { terminalLists } from '../../messages/lists.ts';
import { terminalScreens } from '../../messages/screens.ts';
import { Confirm } from '../ui/confirm.tsx';
import type { ShownColumn } from '../ui/fit-columns.ts';
import { List } from '../ui/list.tsx';

type Letter = Reply<Endpoints['listFailedNotifications']>['failed'][number];

const { outbox: texts } = terminalOffice;
const kindsOf = ({ kinds }: Letter) => kinds.map((kind) => texts.kindNames[kind]).join(', ');

const columnsIn = (zone: string): readonly ShownColumn<Letter>[] => [
  { title: texts.recipient, of: ({ recipientName }) => recipientName, width: 20, grows: true },
  { title: texts.email, of: ({ recipientEmail }) => recipientEmail, width: 20, grows: true, rank: 2 },
  { title: texts.kinds, of: kindsOf, width: 14, grows: true },
  { title: texts.failedAt, of: ({ failedAt }) => writtenInstant(failedAt, zone), width: 18, rank: 1 },
  { title: texts.tries, of: ({ tries }) => String(tries), width: 8, isNumber: true, rank: 3 },
];

/** Announcements that reached nobody: why, and once more. */
export function Outbox() {
  const { client, tell, zone } = useOffice();
  const [sent, setSent] = useState<readonly Letter[] | null>(null);
  const [total, setTotal] = useState(0);
  const task = useTask();
  const letters = useLoaded(async () => {
    const { failed, total: all } = await client.listFailedNotifications();
    setTotal(all);
    return failed;
  }, []);
  const resend = (chosen: readonly Letter[]) =>
    task.run(async () => {
      const { count } = await client.resendNotifications({ ids: chosen.map(({ id }) => id) });
      setSent(null);
      tell(texts.resent(count));
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
