import { completePreferences, type Preference } from '../domain/preference.ts';
import { DONE, type Done } from './done.ts';
import type { UseCase } from './use-case.ts';

/** How the actor is told of each kind of thing, every kind named. */
export const listPreferences: UseCase<unknown, Preference[]> = async ({ repos, actor }) =>
  completePreferences(await repos.announcementPreferences.of(actor.id));

/** Chooses for the kinds given; announcements that wait already obey too (they are asked again when they are sent). */
export const choosePreferences: UseCase<{ preferences: Preference[] }, Done> = async ({ repos, actor, input }) => {
  await repos.announcementPreferences.save(actor.id, input.preferences);
  return DONE;
};
