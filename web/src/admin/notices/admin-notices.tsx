import type { LoaderFunctionArgs } from 'react-router-dom';
import { appOf } from '../../app.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { adminNotices } from '../../messages/admin-notices.ts';
import { FailedLetters } from './failed-digests.tsx';
import { Holidays } from './holidays.tsx';

export function loader(args: LoaderFunctionArgs) {
  const { client } = appOf(args);
  return { failures: deferred(client.listFailedNotifications()), holidays: deferred(client.listHolidays()) };
}

export function Component() {
  const { failures, holidays } = useLoaded<typeof loader>();
  return (
    <Page
      title={adminNotices.title}
      lead={
        <Loaded of={failures} skeleton={<span>&nbsp;</span>} isSilent>
          {({ total }) => (total === 0 ? adminNotices.arrived : <span className="late">{adminNotices.failedLead(total)}</span>)}
        </Loaded>
      }
    >
      <div className="office-notices">
        <FailedLetters failures={failures} />
        <Holidays holidays={holidays} />
      </div>
    </Page>
  );
}
