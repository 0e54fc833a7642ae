import type { LoaderFunctionArgs } from 'react-router-dom';
import { appOf, useApp } from '../../app.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { activityForm } from '../../messages/activity-form.ts';
import { fetchSelect } from '../../ui/select.tsx';
import { ListSkeleton } from '../../ui/states.tsx';
import { ActivityForm } from './activity-form.tsx';
import { AssigneeField } from './assignee-field.tsx';

export function loader(args: LoaderFunctionArgs) {
  fetchSelect();
  return { topics: deferred(appOf(args).client.listMyTopics()) };
}

/** The form stays open and empty, because people often assign several activities in a row. */
export function Component() {
  const { topics } = useLoaded<typeof loader>();
  const { client, notices } = useApp();
  return (
    <Page title={activityForm.assignTitle} lead={activityForm.assignLead}>
      <Loaded of={topics} skeleton={<ListSkeleton />}>
        {(topicList) => (
          <ActivityForm
            topics={topicList}
            submitLabel={activityForm.submitAssigned}
            assignee={(parts) => <AssigneeField key={parts.draft.topicId} {...parts} />}
            register={async (promised) => {
              const { id, notice } = await client.assignActivity(promised);
              notices.show({ title: activityForm.registered, detail: [activityForm.folio(id), notice].filter(Boolean).join(' · ') });
            }}
          />
        )}
      </Loaded>
    </Page>
  );
}
