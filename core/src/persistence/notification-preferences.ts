import type { Knex } from 'knex';
import type { Preference } from '../domain/notifications/preference.ts';

/** What people chose; who has chosen nothing has no row. */
export const notificationPreferencesOn = (db: Knex) => ({
  async of(userId: number): Promise<Preference[]> {
    return db('announcementPreferences').where({ userId }).select('kind', 'byEmail', 'byChat');
  },

  /** Kinds that are not named stay as they were. */
  async save(userId: number, preferences: readonly Preference[]): Promise<void> {
    // In one order, so that two at once do not wait for each other.
    const rows = preferences.map((preference) => ({ userId, ...preference })).sort((a, b) => a.kind.localeCompare(b.kind));
    await db('announcementPreferences').insert(rows).onConflict(['userId', 'kind']).merge();
  },
});
