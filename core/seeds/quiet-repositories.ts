import type { NewHistoryEntry } from '../src/persistence/history.ts';
import { type Repositories, repositoriesOn } from '../src/persistence/repositories.ts';

const untold = (recorded: NewHistoryEntry): NewHistoryEntry => ({ ...recorded, tells: [] });

/** The repositories of a load: nobody is told of the past. */
export function quietRepositories(...place: Parameters<typeof repositoriesOn>): Repositories {
  const repos = repositoriesOn(...place);
  const { activities, history } = repos;
  return {
    ...repos,
    activities: {
      ...activities,
      add: (activity, recorded) => activities.add(activity, untold(recorded)),
      save: (activity, recorded) => activities.save(activity, untold(recorded)),
    },
    history: { ...history, add: (id, recorded) => history.add(id, untold(recorded)) },
  };
}
