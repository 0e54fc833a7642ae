import { localDay } from '@bitacora/core/domain/calendar';
import { BellOff, CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { Link, type LoaderFunctionArgs } from 'react-router-dom';
import { useFinish, useSession } from '../app/app.ts';
import { getClients, useClients } from '../app/clients.ts';
import { paths } from '../app/paths.ts';
import { deferred, Loaded, useLoaded } from '../layout/loaded.tsx';
import { Lead, Page } from '../layout/page.tsx';
import { SubstitutedLink } from '../layout/person-link.tsx';
import { notificationTexts as texts } from '../messages/notification-texts.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Alert, Empty, ListSkeleton } from '../ui/states.tsx';
import { errorSentence, useAttempt } from '../ui/use-attempt.ts';
import { type Notification, NotificationDay } from './notification-rows.tsx';

const PAGE_SIZE = 50;

export async function loader(args: LoaderFunctionArgs) {
  return { list: deferred(getClients(args).client.listOwnNotifications({ limit: PAGE_SIZE })) };
}

export function Component() {
  const { list } = useLoaded<typeof loader>();
  return (
    <Page
      title={texts.title}
      lead={<Lead of={list}>{({ unread }) => texts.lead(unread)}</Lead>}
      actions={
        <>
          <SubstitutedLink />
          <Loaded of={list} isSilent skeleton={<span />}>
            {({ unread, notifications }) => <MarkAll unread={unread} newest={notifications[0]?.id} />}
          </Loaded>
        </>
      }
    >
      <Loaded of={list} skeleton={<ListSkeleton />}>
        {({ notifications }) =>
          notifications.length === 0 ? (
            <Empty icon={BellOff} text={texts.empty} help="tus-avisos">
              <ButtonLink to={paths.pending}>{texts.emptyStep}</ButtonLink>
            </Empty>
          ) : (
            <Days newest={notifications} />
          )
        }
      </Loaded>
    </Page>
  );
}

/** Marks only what the reader has seen, because newer ones may have come since. */
function MarkAll({ unread, newest }: { unread: number; newest: number | undefined }) {
  const { client } = useClients();
  const finish = useFinish();
  const attempt = useAttempt();
  if (newest === undefined || unread === 0) return null;
  const mark = () =>
    attempt.run(async () => {
      await client.markNotificationsRead({ all: true, until: newest });
      await finish({ title: texts.marked });
    });
  return (
    <>
      <Button icon={CheckCheck} isBusy={attempt.isBusy} onClick={mark}>
        {texts.markAll}
      </Button>
      {attempt.error !== null && <Alert title={errorSentence(attempt.error, texts.markFailed)} />}
    </>
  );
}

function Days({ newest }: { newest: readonly Notification[] }) {
  const { client } = useClients();
  const { zone } = useSession();
  const attempt = useAttempt();
  const [older, setOlder] = useState<readonly Notification[]>([]);
  const [isEnd, setEnd] = useState(newest.length < PAGE_SIZE);
  const oldestId = newest.at(-1)?.id ?? 0;
  const all = [...newest, ...older.filter(({ id }) => id < oldestId)];
  const more = () =>
    attempt.run(async () => {
      const { notifications } = await client.listOwnNotifications({ before: all.at(-1)?.id, limit: PAGE_SIZE });
      setOlder([...older, ...notifications]);
      setEnd(notifications.length < PAGE_SIZE);
    });
  const days = Map.groupBy(all, ({ createdAt }) => localDay(zone, createdAt));
  return (
    <div className="notifications">
      {[...days].map(([day, notifications]) => (
        <NotificationDay key={day} day={day} notifications={notifications} />
      ))}
      {attempt.error !== null && <Alert title={errorSentence(attempt.error, texts.olderFailed)} />}
      {!isEnd && (
        <Button isBusy={attempt.isBusy} onClick={more}>
          {texts.older}
        </Button>
      )}
      {isEnd && older.length > 0 && <p className="muted">{texts.end}</p>}
      <Link to={`${paths.profile}#avisos`}>{texts.choose}</Link>
    </div>
  );
}
