import { dayIn, daysBetween } from '@bitacora/core/domain/calendar';
import { frame } from '@bitacora/core/messages/layout';
import { CheckCheck } from 'lucide-react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { appOf } from '../../app.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { paths } from '../../layout/paths.ts';
import { inbox } from '../../messages/inbox.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { countOf, Figures } from '../../ui/figures.tsx';
import { Empty, TableSkeleton } from '../../ui/states.tsx';
import { skipReloadOnListChange } from '../../ui/table-state.ts';
import { useSession } from '../../use-session.ts';
import type { Activity } from '../activity.ts';
import { TOO_LONG_DAYS } from './delivered.tsx';
import { Inbox } from './inbox.tsx';

export const shouldRevalidate = skipReloadOnListChange;

export function loader(args: LoaderFunctionArgs) {
  return { awaiting: deferred(appOf(args).client.listAwaitingVerification()) };
}

export function Component() {
  const { awaiting } = useLoaded<typeof loader>();
  return (
    <Page
      title={inbox.title}
      lead={
        <Loaded of={awaiting} skeleton={<span>&nbsp;</span>} isSilent>
          {(rows) => <Lead rows={rows} />}
        </Loaded>
      }
    >
      <Loaded of={awaiting} skeleton={<TableSkeleton />}>
        {(rows) => (
          <Inbox
            rows={rows}
            empty={
              <Empty icon={CheckCheck} text={inbox.empty}>
                <ButtonLink to={paths.home}>{frame.goHome}</ButtonLink>
              </Empty>
            }
          />
        )}
      </Loaded>
    </Page>
  );
}

function Lead({ rows }: { rows: readonly Activity[] }) {
  const { zone, today } = useSession();
  const long = countOf(rows, ({ closedAt }) => closedAt !== null && daysBetween(dayIn(zone, closedAt), today) >= TOO_LONG_DAYS);
  return (
    <Figures
      none={inbox.none}
      parts={[
        { text: inbox.lead(rows.length), count: rows.length },
        { text: inbox.long(long), count: long, isLate: true },
      ]}
    />
  );
}
