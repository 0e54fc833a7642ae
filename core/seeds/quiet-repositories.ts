import type { NewHistoryEntry } from '../src/persistence/history.ts';
import { type Repositories, repositoriesOn } from '../src/persistence/repositories.ts';

const withoutNotifications = (entry: NewHistoryEntry): NewHistoryEntry => ({ ...entry, notifications: [] });

/** The repositories of a load: the past sends no notifications. */
export function quietRepositories(...place: Parameters<typeof repositoriesOn>): Repositories {
  const repos = repositoriesOn(...place);
  const { activities, history } = repos;
  return {
    ...repos,
    activities: {
      ...activities,
      add: (activity, entry) => activities.add(activity, withoutNotifications(entry)),
      amend: (activity, entry) => activities.amend(activity, withoutNotifications(entry)),
      reassign: (id, assigneeId, entry) => activities.reassign(id, assigneeId, withoutNotifications(entry)),
      save: (activity, entry) => activities.save(activity, withoutNotifications(entry)),
    },
    history: { ...history, add: (id, entry) => history.add(id, withoutNotifications(entry)) },
  };
}
