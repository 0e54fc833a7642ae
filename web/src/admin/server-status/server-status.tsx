import type { Endpoints, Reply } from '@bitacora/core/contract';
import { type ServerConcern, serverConcerns } from '@bitacora/core/domain/admin/health';
import { adminPolicy } from '@bitacora/core/domain/people/person';
import { exportTexts } from '@bitacora/core/messages/admin/exports';
import { concernTexts, serverStatus, statusParts } from '@bitacora/core/messages/admin/server-status';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { nameCommand, writtenBytes, writtenNumber } from '@bitacora/core/messages/phrases';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { type LoaderFunctionArgs, useRevalidator } from 'react-router-dom';
import { useSession } from '../../app/app.ts';
import { getClients } from '../../app/clients.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { Card, Page } from '../../layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { Facts } from '../../ui/section.tsx';
import { Alert } from '../../ui/states.tsx';
import './server-status.css';

export function loader(args: LoaderFunctionArgs) {
  return { status: deferred(getClients(args).client.readStatus()) };
}

export function Component() {
  const { status } = useLoaded<typeof loader>();
  const { revalidate, state } = useRevalidator();
  return (
    <Page
      title={serverStatus.title}
      lead={
        <Loaded of={status} skeleton={<span>&nbsp;</span>} isSilent>
          {(facts) => {
            const { length } = serverConcerns(facts);
            return length === 0 ? serverStatus.well : <span className="late">{serverStatus.concerned(length)}</span>;
          }}
        </Loaded>
      }
      actions={
        <Button icon={RotateCw} isBusy={state === 'loading'} onClick={() => void revalidate()}>
          {serverStatus.refresh}
        </Button>
      }
    >
      <Loaded of={status}>
        {(facts) => (
          <>
            <Concerns concerns={serverConcerns(facts)} adminCommand={facts.adminCommand} />
            <StatusCards facts={facts} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Problems, each with what to do about it. */
function Concerns({ concerns, adminCommand }: { concerns: readonly ServerConcern[]; adminCommand: string }) {
  if (concerns.length === 0) return null;
  return (
    <div className="server-concerns">
      {concerns.map((concern) => (
        <Alert key={concern} title={concernTexts[concern].title}>
          {nameCommand(concernTexts[concern].advice, adminCommand)}
        </Alert>
      ))}
    </div>
  );
}

type StatusReply = Reply<Endpoints['readStatus']>;

const { mail, chat, webhooks, reminders, backup, store, server } = statusParts;
const when = (instant: Date | null, none: string = serverStatus.never) => (instant ? writtenInstant(instant) : none);
const yesOrNo = (isSo: boolean) => (isSo ? serverStatus.yes : serverStatus.no);
const worry = (isSo: boolean, text: string): ReactNode => (isSo ? <span className="late">{text}</span> : text);

/** A card for each part of the server. */
function StatusCards({ facts }: { facts: StatusReply }) {
  const { user } = useSession();
  return (
    <>
      <div className="server-parts">
        <Deadlines {...facts} />
        <Mail {...facts} />
        <Chat {...facts} />
        <Webhooks {...facts} />
        <Backups {...facts} />
        <Images {...facts} />
        <Server {...facts} />
        {adminPolicy.exportCompany(user) && (
          <Card title={exportTexts.company.title} lead={exportTexts.company.lead}>
            <ExportButton call="exportCompany" label={exportTexts.company.download} />
            <p className="muted">{nameCommand(exportTexts.company.command, facts.adminCommand)}</p>
          </Card>
        )}
      </div>
      <p className="muted">{serverStatus.seenAt(writtenInstant(facts.now))}</p>
    </>
  );
}

function Deadlines({ remindersRunAt, nextRemindersAt, missedRemindersAt }: StatusReply) {
  const missed = missedRemindersAt ? [{ term: reminders.missed, value: worry(true, when(missedRemindersAt)) }] : [];
  return (
    <Card title={reminders.title}>
      <Facts
        facts={[{ term: reminders.last, value: when(remindersRunAt) }, { term: reminders.next, value: when(nextRemindersAt) }, ...missed]}
      />
    </Card>
  );
}

function Mail({ hasMailServer, mailWaiting, mailLateSince, mailFailed, mailStoppedSince, mailServerAnswer }: StatusReply) {
  const stopped = mailStoppedSince ? [{ term: mail.stoppedSince, value: worry(true, when(mailStoppedSince)) }] : [];
  const answer = mailServerAnswer ? [{ term: mail.answer, value: mailServerAnswer, isLong: true }] : [];
  return (
    <Card title={mail.title}>
      <Facts
        facts={[
          { term: mail.waiting, value: writtenNumber(mailWaiting) },
          { term: mail.failed, value: worry(mailFailed > 0, writtenNumber(mailFailed)) },
          { term: mail.lateSince, value: worry(mailLateSince !== null, when(mailLateSince, serverStatus.none)) },
          { term: mail.server, value: hasMailServer ? serverStatus.yes : mail.asFiles, isLong: !hasMailServer },
          ...stopped,
          ...answer,
        ]}
      />
    </Card>
  );
}

function Chat({ hasBot, chatPeople, chatWaiting }: StatusReply) {
  return (
    <Card title={chat.title}>
      <Facts
        facts={[
          { term: chat.people, value: writtenNumber(chatPeople) },
          { term: chat.waiting, value: writtenNumber(chatWaiting) },
          { term: chat.bot, value: hasBot ? chat.connected : chat.off },
        ]}
      />
    </Card>
  );
}

function Webhooks({ webhooksWaiting, webhooksFailed, webhookLateSince, webhooksDisabled }: StatusReply) {
  return (
    <Card title={webhooks.title}>
      <Facts
        facts={[
          { term: webhooks.waiting, value: writtenNumber(webhooksWaiting) },
          { term: webhooks.failed, value: writtenNumber(webhooksFailed) },
          { term: webhooks.lateSince, value: worry(webhookLateSince !== null, when(webhookLateSince, serverStatus.none)) },
          { term: webhooks.disabled, value: worry(webhooksDisabled > 0, writtenNumber(webhooksDisabled)) },
        ]}
      />
    </Card>
  );
}

function Backups({ backupAt, restoreDrillAt, restoreDrillProblem }: StatusReply) {
  const problem = restoreDrillProblem === null ? [] : [{ term: backup.drillProblem, value: worry(true, restoreDrillProblem) }];
  return (
    <Card title={backup.title}>
      <Facts
        facts={[
          { term: backup.last, value: worry(backupAt === null, when(backupAt)) },
          { term: backup.drill, value: worry(restoreDrillProblem !== null, when(restoreDrillAt)) },
          ...problem,
        ]}
      />
    </Card>
  );
}

function Images({ storeKind, isStoreReachable, storeFreeBytes, minFreeBytes }: StatusReply) {
  const free = storeFreeBytes === null ? store.unlimited : writtenBytes(storeFreeBytes);
  return (
    <Card title={store.title}>
      <Facts
        facts={[
          { term: store.kind, value: store.kinds[storeKind] },
          { term: store.works, value: worry(!isStoreReachable, yesOrNo(isStoreReachable)) },
          { term: store.free, value: free },
          { term: store.reserved, value: writtenBytes(minFreeBytes) },
        ]}
      />
    </Card>
  );
}

function Server({ version, upSince, databaseVersion, databaseBytes, migrationsApplied, migrationsPending, ...facts }: StatusReply) {
  const { hasReportsReplica, reportsAsOf, databaseFreeBytes, isDatabaseFull, droppedLogLines } = facts;
  const free = databaseFreeBytes === null ? [] : [{ term: server.free, value: worry(isDatabaseFull, writtenBytes(databaseFreeBytes)) }];
  const read = reportsAsOf ? server.replicaAsOf(when(reportsAsOf)) : worry(true, server.replicaAway);
  const replicaRow = hasReportsReplica ? [{ term: server.replica, value: read }] : [];
  return (
    <Card title={server.title}>
      <Facts
        facts={[
          { term: server.version, value: version },
          { term: server.upSince, value: when(upSince) },
          { term: server.database, value: databaseVersion },
          { term: server.size, value: writtenBytes(databaseBytes) },
          ...free,
          { term: server.migrations, value: worry(migrationsPending > 0, server.applied(migrationsApplied, migrationsPending)) },
          ...replicaRow,
          { term: server.droppedLogLines, value: worry(droppedLogLines > 0, writtenNumber(droppedLogLines)) },
        ]}
      />
    </Card>
  );
}
