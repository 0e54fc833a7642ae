import { consult } from '@bitacora/core/messages/consult';
import { useLoaded } from '../../layout/loaded.tsx';
import { paths } from '../../layout/paths.ts';
import { fact } from './activity-facts.tsx';
import { consultLoader } from './consult-loader.ts';
import { ConsultPage } from './consult-page.tsx';

export const loader = consultLoader;

export function Component() {
  return (
    <ConsultPage
      title={consult.inProcessTitle}
      back={{ path: paths.pending, label: consult.toPending }}
      consulted={useLoaded<typeof loader>()}
      main={(activity) => [
        fact.description(activity),
        fact.topic(activity),
        fact.owner(activity),
        fact.priority(activity),
        fact.daysLeft(activity),
        fact.repeatable(activity),
        fact.frequency(activity),
        ...(activity.resolution ? [fact.resolution(activity)] : []),
      ]}
      dates={(activity) => [fact.deadline(activity), fact.startedAt(activity), fact.extension(activity), fact.extensionReason(activity)]}
    />
  );
}
