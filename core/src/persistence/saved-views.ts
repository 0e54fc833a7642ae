import type { Knex } from 'knex';
import type { SavedViewScreen } from '../domain/reports/saved-view.ts';
import { normalise } from '../domain/text.ts';

export interface SavedView {
  id: number;
  screen: SavedViewScreen;
  name: string;
  /** The query of the screen's address, as the web wrote it. */
  query: string;
}
type NewView = Omit<SavedView, 'id'>;

/** Views are found by their name without regard to case and accents. */
export const savedViewsOn = (db: Knex) => ({
  async of(userId: number): Promise<SavedView[]> {
    return db('savedViews').where({ userId }).orderBy(['screen', 'nameKey']).select('id', 'screen', 'name', 'query');
  },

  /** Puts a view in the place of the one of its name; undefined where there is none. */
  async replace(userId: number, { screen, name, query }: NewView): Promise<number | undefined> {
    const [replaced] = await db('savedViews')
      .where({ userId, screen, nameKey: normalise(name) })
      .update({ name, query })
      .returning('id');
    return replaced?.id;
  },

  async count(userId: number, screen: SavedViewScreen): Promise<number> {
    const [row] = await db('savedViews').where({ userId, screen }).count('* as views');
    return Number(row?.views);
  },

  /** Call it under the person's lock. */
  async add(userId: number, view: NewView, createdAt: Date): Promise<number> {
    const [{ id }] = await db('savedViews')
      .insert({ userId, ...view, nameKey: normalise(view.name), createdAt })
      .returning('id');
    return id;
  },

  /** Removes one of a person's own; false where they have none of that id. */
  async remove(id: number, userId: number): Promise<boolean> {
    return (await db('savedViews').where({ id, userId }).delete()) > 0;
  },
});
