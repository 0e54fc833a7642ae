import type { LoaderFunctionArgs } from 'react-router-dom';
import { getClients, useClients } from '../../app/clients.ts';
import { paths } from '../../app/paths.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { activityForm } from '../../messages/activity-form-texts.ts';
import { TourButton } from '../../tours/tour-button.tsx';
import { fetchSelect } from '../../ui/select.tsx';
import { ListSkeleton } from '../../ui/states.tsx';
import { ActivityForm } from './activity-form.tsx';

export function loader(args: LoaderFunctionArgs) {
  fetchSelect();
  return { topics: deferred(getClients(args).client.listMyTopics()) };
}

export function Component() {
  const { topics } = useLoaded<typeof loader>();
  const { client } = useClients();
  return (
    <Page title={activityForm.registerTitle} lead={activityForm.registerLead} actions={<TourButton tour="newActivity" />}>
      <Loaded of={topics} skeleton={<ListSkeleton />}>
        {(topicList) => (
          <ActivityForm
            form="register"
            topics={topicList}
            submitLabel={activityForm.submitOwn}
            register={async ({ assigneeIds: _, ...promised }) => {
              const { notice } = await client.registerOwnActivity(promised);
              return { notice: { title: activityForm.registered, ...(notice ? { detail: notice } : {}) }, goTo: paths.pending };
            }}
          />
        )}
      </Loaded>
    </Page>
  );
}
