import { adminPolicy } from '@bitacora/core/domain/people/person';
import { Inbox, MessageSquarePlus } from 'lucide-react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { getApp } from '../../app/app.ts';
import { getClients } from '../../app/clients.ts';
import { paths } from '../../app/paths.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { workRequests as texts } from '../../messages/work-request-texts.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty, ListSkeleton } from '../../ui/states.tsx';
import { RequestRows } from './request-rows.tsx';

export async function loader(args: LoaderFunctionArgs) {
  const { client } = getClients(args);
  const { user } = await getApp(args).session.current();
  return {
    toAnswer: user && adminPolicy.assignActivities(user) ? deferred(client.listRequests({ view: 'toAnswer' })) : null,
    mine: deferred(client.listRequests({})),
  };
}

/** What waits for the reader's answer, and what the reader asked for. */
export function Component() {
  const { toAnswer, mine } = useLoaded<typeof loader>();
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        <ButtonLink tone="accent" icon={MessageSquarePlus} to={paths.newRequest}>
          {texts.ask}
        </ButtonLink>
      }
    >
      {toAnswer && (
        <Loaded of={toAnswer} skeleton={<ListSkeleton />}>
          {(requests) => <RequestRows of={requests} isToAnswer />}
        </Loaded>
      )}
      <Loaded of={mine} skeleton={<ListSkeleton />}>
        {(requests) =>
          requests.total > 0 ? <RequestRows of={requests} /> : <Empty icon={Inbox} text={texts.mineEmpty} help="pide-trabajo" />
        }
      </Loaded>
    </Page>
  );
}
