import type { Endpoints, Reply } from '@bitacora/core/contract';
import { type ServerConcern, serverConcerns } from '@bitacora/core/domain/admin/health';
import { adminPolicy } from '@bitacora/core/domain/people/person';
import { exportTexts } from '@bitacora/core/messages/admin/exports';
import { concernTexts, serverStatus, statusParts } from '@bitacora/core/messages/admin/server-status';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { frame } from '@bitacora/core/messages/layout';
import { nameCommand, writtenBytes, writtenNumber } from '@bitacora/core/messages/phrases';
import { Check, Copy, RotateCw } from 'lucide-react';
import { isValidElement, type ReactNode } from 'react';
import { type LoaderFunctionArgs, useRevalidator } from 'react-router-dom';
import { useSession } from '../../app/app.ts';
import { getClients } from '../../app/clients.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { Card, Lead, Page } from '../../layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { useCopy } from '../../ui/copy-and-download.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { type FactRow, Facts, Section } from '../../ui/section.tsx';
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
        <Lead of={status}>
          {(facts) => {
            const { length } = serverConcerns(facts);
            return length === 0 ? serverStatus.well : <span className="late">{serverStatus.concerned(length)}</span>;
          }}
        </Lead>
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
          <Advice text={concernTexts[concern].advice} adminCommand={adminCommand} />
        </Alert>
      ))}
    </div>
  );
}

/** A command at its end stands in a box, to be copied. */
function Advice({ text, adminCommand }: { text: string; adminCommand: string }) {
  const [, advice, command = ''] = /^(.*?)((?<=: )npm run admin .*)?$/.exec(text) ?? [];
  const named = nameCommand(command, adminCommand);
  const [isCopied, copy] = useCopy(named);
  if (!command) return nameCommand(text, adminCommand);
  return (
    <>
      {advice}
      <span className="server-command">
        <code>{named}</code>
        <Button icon={isCopied ? Check : Copy} onClick={() => void copy()}>
          {isCopied ? frame.copied : frame.copyText}
        </Button>
      </span>
    </>
  );
}

type StatusReply = Reply<Endpoints['readStatus']>;

const { mail, chat, webhooks, reminders, backup, store, server } = statusParts;
const when = (instant: Date | null, none: string = serverStatus.never) => (instant ? writtenInstant(instant) : none);
const yesOrNo = (isSo: boolean) => (isSo ? serverStatus.yes : serverStatus.no);
const worry = (isSo: boolean, text: string): ReactNode => (isSo ? <span className="late">{text}</span> : text);

const summary = (title: string, isSick: boolean, { hasMailServer, hasBot }: StatusReply) => {
  if (isSick) return serverStatus.toReview;
  if (title === mail.title && !hasMailServer) return mail.none;
  return title === chat.title && !hasBot ? chat.off : serverStatus.inOrder;
};

/** A line for each part of the server, which opens to its figures; what needs a look comes first, and open. */
function StatusCards({ facts }: { facts: StatusReply }) {
  const { user } = useSession();
  const parts = Object.entries(statusFacts(facts))
    .map(([title, rows]) => ({ title, rows, isSick: rows.some(({ value }) => isValidElement(value)) }))
    .sort((a, b) => Number(b.isSick) - Number(a.isSick));
  return (
    <>
      <div className="server-parts">
        {parts.map(({ title, rows, isSick }) => (
          <Section
            key={title}
            title={title}
            beside={<span className={isSick ? 'late' : 'muted'}>{summary(title, isSick, facts)}</span>}
            isFolded={!isSick}
          >
            <Facts facts={rows.filter(({ value }) => value !== null)} />
          </Section>
        ))}
        {adminPolicy.exportCompany(user) && (
          <Card title={exportTexts.company.title} lead={exportTexts.company.lead}>
            <ExportButton call="exportCompany" label={exportTexts.company.download} />
            <p className="muted">{exportTexts.company.command}</p>
          </Card>
        )}
      </div>
      <p className="muted">{serverStatus.seenAt(writtenInstant(facts.now))}</p>
    </>
  );
}

const row = (term: string, value: ReactNode, isLong = false): FactRow => ({ term, value, isLong });
const worriedCount = (count: number) => worry(count > 0, writtenNumber(count));

/** The rows of each card by its title. A row whose value is null is left out. */
function statusFacts(facts: StatusReply): Record<string, FactRow[]> {
  const since = (at: Date | null) => at && worry(true, when(at));
  const read = facts.reportsAsOf ? server.replicaAsOf(when(facts.reportsAsOf)) : worry(true, server.replicaAway);
  const { databaseFreeBytes, restoreDrillProblem, migrationsApplied, migrationsPending } = facts;
  return {
    [reminders.title]: [
      row(reminders.last, when(facts.remindersRunAt)),
      row(reminders.next, when(facts.nextRemindersAt)),
      row(reminders.missed, since(facts.missedRemindersAt)),
    ],
    [mail.title]: [
      row(mail.waiting, writtenNumber(facts.mailWaiting)),
      row(mail.failed, worriedCount(facts.mailFailed)),
      row(mail.lateSince, since(facts.mailLateSince) ?? serverStatus.none),
      row(mail.server, facts.hasMailServer ? serverStatus.yes : mail.asFiles, !facts.hasMailServer),
      row(mail.stoppedSince, since(facts.mailStoppedSince)),
      row(mail.answer, facts.mailServerAnswer, true),
    ],
    [chat.title]: [
      row(chat.people, writtenNumber(facts.chatPeople)),
      row(chat.waiting, writtenNumber(facts.chatWaiting)),
      row(chat.bot, facts.hasBot ? chat.connected : chat.off),
    ],
    [webhooks.title]: [
      row(webhooks.waiting, writtenNumber(facts.webhooksWaiting)),
      row(webhooks.failed, writtenNumber(facts.webhooksFailed)),
      row(webhooks.lateSince, since(facts.webhookLateSince) ?? serverStatus.none),
      row(webhooks.disabled, worriedCount(facts.webhooksDisabled)),
    ],
    [backup.title]: [
      row(backup.last, worry(facts.backupAt === null, when(facts.backupAt))),
      row(backup.drill, worry(restoreDrillProblem !== null, when(facts.restoreDrillAt))),
      row(backup.drillProblem, restoreDrillProblem && worry(true, restoreDrillProblem)),
    ],
    [store.title]: [
      row(store.kind, store.kinds[facts.storeKind]),
      row(store.works, worry(!facts.isStoreReachable, yesOrNo(facts.isStoreReachable))),
      row(store.free, facts.storeFreeBytes === null ? store.unlimited : writtenBytes(facts.storeFreeBytes)),
      row(store.reserved, writtenBytes(facts.minFreeBytes)),
    ],
    [server.title]: [
      row(server.version, facts.version),
      row(server.upSince, when(facts.upSince)),
      row(server.database, facts.databaseVersion),
      row(server.size, writtenBytes(facts.databaseBytes)),
      row(server.free, databaseFreeBytes === null ? null : worry(facts.isDatabaseFull, writtenBytes(databaseFreeBytes))),
      row(server.migrations, worry(migrationsPending > 0, server.applied(migrationsApplied, migrationsPending))),
      row(server.replica, facts.hasReportsReplica ? read : null),
      row(server.droppedLogLines, worriedCount(facts.droppedLogLines)),
    ],
  };
}
