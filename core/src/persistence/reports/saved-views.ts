import type { Knex } from 'knex';
import type { SavedViewScreen } from '../../domain/reports/report.ts';
import { normalise } from '../../domain/text.ts';
import { defineModel } from '../models.ts';

export interface SavedView {
  id: number;
  screen: SavedViewScreen;
  name: string;
  /** The query part of the screen's address, as the web wrote it. */
  query: string;
}
type NewView = Omit<SavedView, 'id'>;

const SavedViewModel = defineModel<SavedView & { userId: number; nameKey: string; createdAt: Date }>('savedViews');

/** Views are found by their name without regard to case and accents. */
export const savedViewsOn = (db: Knex) => ({
  list: async (userId: number): Promise<SavedView[]> =>
    SavedViewModel.query(db).where({ userId }).orderBy(['screen', 'nameKey']).select('id', 'screen', 'name', 'query'),

  async replace(userId: number, { screen, name, query }: NewView): Promise<number | undefined> {
    const own = SavedViewModel.query(db).where({ userId, screen, nameKey: normalise(name) });
    const [view] = await own.patch({ name, query }).returning('id');
    return view?.id;
  },

  count: async (userId: number, screen: SavedViewScreen): Promise<number> =>
    SavedViewModel.query(db).where({ userId, screen }).resultSize(),

  /** Call it under the person's lock. */
  async add(userId: number, view: NewView, createdAt: Date): Promise<number> {
    const row = { userId, ...view, nameKey: normalise(view.name), createdAt };
    return (await SavedViewModel.query(db).insert(row).returning('id')).id;
  },

  remove: async (id: number, userId: number): Promise<boolean> => (await SavedViewModel.query(db).where({ id, userId }).delete()) > 0,
});
