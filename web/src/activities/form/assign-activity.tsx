import type { WorkRequestView } from '@bitacora/core/contract/activities/activity-shapes';
import { FileSpreadsheet } from 'lucide-react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { getClients, useClients } from '../../app/clients.ts';
import { paths } from '../../app/paths.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { Lead, Page } from '../../layout/page.tsx';
import { activityForm } from '../../messages/activity-form-texts.ts';
import { importEntry } from '../../messages/layout-texts.ts';
import { workRequests } from '../../messages/work-request-texts.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { refuseFields } from '../../ui/form.tsx';
import { fetchSelect, fetchSelectMany } from '../../ui/select.tsx';
import { ListSkeleton } from '../../ui/states.tsx';
import { RequestImages } from '../requests/request-images.tsx';
import { type ActivityRegistration, emptyDraft } from './activity-draft.ts';
import { ActivityForm, type FormResult } from './activity-form.tsx';
import { AssigneeField } from './assignee-field.tsx';

export function loader(args: LoaderFunctionArgs) {
  fetchSelect();
  fetchSelectMany();
  const { client } = getClients(args);
  const id = Number(new URL(args.request.url).searchParams.get('request'));
  return { loaded: deferred(Promise.all([client.listMyTopics(), id ? client.readRequest({ id }) : null])) };
}

/** The form stays open and empty, because people often assign several activities in a row. It begins filled in where it accepts a request. */
export function Component() {
  const { loaded } = useLoaded<typeof loader>();
  const register = useAssigning();
  return (
    <Page
      title={activityForm.assignTitle}
      lead={<Lead of={loaded}>{([, request]) => (request ? workRequests.answering(request.requesterName) : activityForm.assignLead)}</Lead>}
      actions={
        <ButtonLink icon={FileSpreadsheet} to={paths.importActivities}>
          {importEntry.open}
        </ButtonLink>
      }
    >
      <Loaded of={loaded} skeleton={<ListSkeleton />} unknown={workRequests.unknown}>
        {([topicList, request]) => (
          <ActivityForm
            key={request?.id}
            {...(request ? answerForm(request) : { form: 'assign' })}
            topics={topicList}
            submitLabel={activityForm.submitAssigned}
            assignee={(parts) => <AssigneeField key={`people-${parts.topicId}`} {...parts} />}
            register={(registration) => register(registration, request?.id)}
          />
        )}
      </Loaded>
    </Page>
  );
}

/** The form begins with what was asked. */
const answerForm = ({ id, topicId, text, wantedOn, images }: WorkRequestView) => ({
  form: `answer.${id}` as const,
  start: { ...emptyDraft, topicId, description: text, dueOn: wantedOn },
  attached: <RequestImages images={images} />,
});

/** Registers one activity for each person, all in one request so that the images are sent once. */
function useAssigning() {
  const { client } = useClients();
  return async ({ assigneeIds, ...promised }: ActivityRegistration, requestId?: number): Promise<FormResult> => {
    const [only] = assigneeIds;
    if (assigneeIds.length === 1 && only !== undefined) {
      const { id, notice } = await client.assignActivity({ ...promised, assigneeId: only, requestId });
      const result = registeredAs(activityForm.folio(id), notice, { label: activityForm.seeActivity, to: paths.assigned(id) });
      return requestId ? { ...result, goTo: paths.requests } : result;
    }
    if (requestId) throw refuseFields({ assigneeIds: workRequests.oneAssignee });
    const { ids, batchId, notice } = await client.assignToMany({ ...promised, assigneeIds });
    const to = batchId ? `${paths.assignedReport}?batch=${batchId}` : paths.assignedReport;
    return registeredAs(activityForm.folios(ids), notice, { label: activityForm.seeBatch, to });
  };
}

const registeredAs = (folios: string, notice: string | undefined, action: { label: string; to: string }): FormResult => ({
  notice: { title: folios, detail: [activityForm.registered, notice].filter(Boolean).join(' · '), action },
});
