import { ApiError } from '@bitacora/core/client';
import { FileSpreadsheet } from 'lucide-react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { getClients, useClients } from '../../app/clients.ts';
import { paths } from '../../app/paths.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { activityForm } from '../../messages/activity-form-texts.ts';
import { importEntry } from '../../messages/layout-texts.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { fetchSelect, fetchSelectMany } from '../../ui/select.tsx';
import { ListSkeleton } from '../../ui/states.tsx';
import type { ActivityRegistration } from './activity-draft.ts';
import { ActivityForm, type FormResult } from './activity-form.tsx';
import { AssigneeField } from './assignee-field.tsx';

export function loader(args: LoaderFunctionArgs) {
  fetchSelect();
  fetchSelectMany();
  return { topics: deferred(getClients(args).client.listMyTopics()) };
}

/** The form stays open and empty, because people often assign several activities in a row. */
export function Component() {
  const { topics } = useLoaded<typeof loader>();
  const register = useAssigning();
  return (
    <Page
      title={activityForm.assignTitle}
      lead={activityForm.assignLead}
      actions={
        <ButtonLink icon={FileSpreadsheet} to={paths.importActivities}>
          {importEntry.open}
        </ButtonLink>
      }
    >
      <Loaded of={topics} skeleton={<ListSkeleton />}>
        {(topicList) => (
          <ActivityForm
            form="assign"
            topics={topicList}
            submitLabel={activityForm.submitAssigned}
            assignee={(parts) => <AssigneeField key={parts.topicId} {...parts} />}
            register={register}
          />
        )}
      </Loaded>
    </Page>
  );
}

/** Registers one activity for each person, all in one request so that the images are sent once. */
function useAssigning() {
  const { client } = useClients();
  return async ({ assigneeIds, ...promised }: ActivityRegistration): Promise<FormResult> => {
    const [only] = assigneeIds;
    if (assigneeIds.length === 1 && only !== undefined) {
      const { id, notice } = await client.assignActivity({ ...promised, assigneeId: only }).catch(refuseAssignees);
      return registeredAs(activityForm.folio(id), notice, { label: activityForm.seeActivity, to: paths.assigned(id) });
    }
    const { ids, batchId, notice } = await client.assignToMany({ ...promised, assigneeIds });
    const to = batchId ? `${paths.assignedReport}?batch=${batchId}` : paths.assignedReport;
    return registeredAs(activityForm.folios(ids), notice, { label: activityForm.seeBatch, to });
  };
}

/** The form has one field for one or many. */
function refuseAssignees(error: unknown): never {
  if (!(error instanceof ApiError) || !error.fields.assigneeId) throw error;
  throw new ApiError(error.status, error.message, error.code, { ...error.fields, assigneeIds: error.fields.assigneeId });
}

const registeredAs = (folios: string, notice: string | undefined, action: { label: string; to: string }): FormResult => ({
  notice: { title: folios, detail: [activityForm.registered, notice].filter(Boolean).join(' · '), action },
});
