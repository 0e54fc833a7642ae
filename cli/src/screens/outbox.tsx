import type { Endpoints, Reply } from '@bitacora/core/contract';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { useState } from 'react';
import { terminalAdmin } from '../messages/admin.ts';
import { terminalLists, terminalScreens } from '../messages/screens.ts';
import type { TableColumn } from '../output/fit-columns.ts';
import { type QuestionEnd, useAdmin } from './screen-context.ts';
import { ConfirmAct } from './ui/confirm.tsx';
import { List } from './ui/table.tsx';

type FailedNotification = Reply<Endpoints['listFailedNotifications']>['failed'][number];

const { outbox: texts } = terminalAdmin;
const writeKinds = ({ kinds }: FailedNotification) => kinds.map((kind) => texts.kindNames[kind]).join(', ');

const outboxColumns = (zone: string): readonly TableColumn<FailedNotification>[] => [
  { title: texts.recipient, of: ({ recipientName }) => recipientName, width: 20, grows: true },
  { title: texts.email, of: ({ recipientEmail }) => recipientEmail, width: 20, grows: true, rank: 2 },
  { title: texts.kinds, of: writeKinds, width: 14, grows: true },
  { title: texts.failedAt, of: ({ failedAt }) => writtenInstant(failedAt, zone), width: 18, rank: 1 },
  { title: texts.tries, of: ({ tries }) => String(tries), width: 8, isNumber: true, rank: 3 },
];

/** Lists notifications that reached nobody, with the reason; they can be sent again. */
export function Outbox() {
  const { client, zone } = useAdmin();
  const [total, setTotal] = useState(0);
  const { keys } = terminalLists;
  const load = async () => {
    const { failed, total: all } = await client.listFailedNotifications();
    setTotal(all);
    return failed;
  };
  const resend = async (digests: readonly FailedNotification[]) => {
    const { count } = await client.resendNotifications({ ids: digests.map(({ id }) => id) });
    return texts.resent(count);
  };
  const resendQuestion = ([first, ...others]: readonly FailedNotification[]) =>
    first && others.length === 0 ? terminalLists.resendOne(first.recipientName, first.recipientEmail) : texts.question(others.length + 1);
  const askToResend = (digests: readonly FailedNotification[], end: QuestionEnd) => (
    <ConfirmAct
      title={terminalLists.resendTitle}
      lines={[resendQuestion(digests)]}
      doing={terminalLists.sending}
      act={() => resend(digests)}
      {...end}
    />
  );
  return (
    <List
      title={terminalLists.outboxTitle}
      load={load}
      columns={outboxColumns(zone)}
      searchTexts={(digest) => [digest.recipientName, digest.recipientEmail, writeKinds(digest)]}
      countRows={({ length }) => texts.visibleOf(length, total)}
      empty={texts.none}
      noMatch={() => terminalScreens.nothingFound}
      detail={({ reason, detail }) => (detail ? `${reason} ${detail}` : reason)}
      acts={(digest, ask) =>
        digest
          ? [
              { names: ['s', 'enter'], label: keys.resend, run: () => ask((end) => askToResend([digest], end)) },
              { names: ['t'], label: keys.resendAll, run: () => ask((end, all) => askToResend(all, end)) },
            ]
          : []
      }
    />
  );
}
