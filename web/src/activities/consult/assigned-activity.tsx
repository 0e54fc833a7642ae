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
      title={consult.assignedTitle}
      back={{ path: paths.assignedReport, label: consult.toAssigned }}
      consulted={useLoaded<typeof loader>()}
      main={(activity) => [
        fact.description(activity),
        ...(activity.resolution ? [fact.resolution(activity)] : []),
        fact.topic(activity),
        fact.department(activity),
        fact.owner(activity),
        fact.assignee(activity),
        fact.priority(activity),
        fact.daysLeft(activity),
        fact.repeatable(activity),
        fact.frequency(activity),
      ]}
      dates={(activity) => [
        fact.registeredAt(activity),
        fact.startedAt(activity),
        fact.deadline(activity),
        fact.closedAt(activity),
        fact.extension(activity),
        fact.finishedAt(activity),
        fact.extensionReason(activity),
      ]}
    />
  );
}
