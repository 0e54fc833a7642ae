import { type LoaderFunctionArgs, useNavigate } from 'react-router-dom';
import { appOf, useApp } from '../../app.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { paths } from '../../layout/paths.ts';
import { activityForm } from '../../messages/activity-form.ts';
import { TourButton } from '../../tours/tour-button.tsx';
import { fetchSelect } from '../../ui/select.tsx';
import { ListSkeleton } from '../../ui/states.tsx';
import { ActivityForm } from './activity-form.tsx';

export function loader(args: LoaderFunctionArgs) {
  fetchSelect();
  return { topics: deferred(appOf(args).client.listMyTopics()) };
}

export function Component() {
  const { topics } = useLoaded<typeof loader>();
  const { client, notices } = useApp();
  const navigate = useNavigate();
  return (
    <Page title={activityForm.registerTitle} lead={activityForm.registerLead} actions={<TourButton tour="newActivity" />}>
      <Loaded of={topics} skeleton={<ListSkeleton />}>
        {(topicList) => (
          <ActivityForm
            topics={topicList}
            submitLabel={activityForm.submitOwn}
            register={async ({ assigneeId: _, ...promised }) => {
              const { notice } = await client.registerOwnActivity(promised);
              notices.show({ title: activityForm.registered, ...(notice ? { detail: notice } : {}) });
              await navigate(paths.pending);
            }}
          />
        )}
      </Loaded>
    </Page>
  );
}
