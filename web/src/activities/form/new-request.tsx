import { frame } from '@bitacora/core/messages/layout';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { getClients, useClients } from '../../app/clients.ts';
import { paths } from '../../app/paths.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { workRequests as texts } from '../../messages/work-request-texts.ts';
import { fetchSelect } from '../../ui/select.tsx';
import { ListSkeleton } from '../../ui/states.tsx';
import { ActivityForm } from './activity-form.tsx';

export function loader(args: LoaderFunctionArgs) {
  fetchSelect();
  return { topics: deferred(getClients(args).client.listMyTopics({ isForRequest: true })) };
}

/** Asks others for work, under a topic of any department. */
export function Component() {
  const { topics } = useLoaded<typeof loader>();
  const { client } = useClients();
  return (
    <Page title={texts.formTitle} lead={texts.formLead} back={{ path: paths.requests, label: frame.requests }}>
      <Loaded of={topics} skeleton={<ListSkeleton />}>
        {(topicList) => (
          <ActivityForm
            form="request"
            topics={topicList}
            submitLabel={texts.submit}
            register={async ({ topicId, description: text, dueOn: wantedOn, images }) => {
              await client.createRequest({ topicId, text, wantedOn, images });
              return { notice: { title: texts.sent, detail: texts.sentDetail }, goTo: paths.requests };
            }}
          />
        )}
      </Loaded>
    </Page>
  );
}
