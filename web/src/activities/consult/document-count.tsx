import { consult } from '@bitacora/core/messages/activities/consult';
import { useClients } from '../../app/clients.ts';
import { DeferredContent } from '../../layout/loaded.tsx';

/** How many documents an activity has, in one line; nothing where it has none. */
export function DocumentCount({ activityId }: { activityId: number }) {
  const { client } = useClients();
  return (
    <DeferredContent lines={0} ask={() => client.listDocuments({ activityId })}>
      {({ length }) => length > 0 && <p>{consult.documentCount(length)}</p>}
    </DeferredContent>
  );
}
