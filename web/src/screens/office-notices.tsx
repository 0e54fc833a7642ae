import { officeNotices } from '@bitacora/core/messages/office-notices';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { appOf } from '../app.ts';
import { deferred, Loaded, useLoaded } from '../frame/loaded.tsx';
import { Page } from '../frame/page.tsx';
import { FailedLetters } from '../office-notices/failed-letters.tsx';
import { Holidays } from '../office-notices/holidays.tsx';

export function loader(args: LoaderFunctionArgs) {
  const { client } = appOf(args);
  return { failures: deferred(client.getFailedAnnouncements()), holidays: deferred(client.getHolidays()) };
}

export function Component() {
  const { failures, holidays } = useLoaded<typeof loader>();
  return (
    <Page
      title={officeNotices.title}
      lead={
        <Loaded of={failures} skeleton={<span>&nbsp;</span>} isSilent>
          {({ total }) => (total === 0 ? officeNotices.arrived : <span className="late">{officeNotices.failedLead(total)}</span>)}
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
