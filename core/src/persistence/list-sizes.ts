import type { Knex } from 'knex';
import type { ListSize } from '../domain/reports/saved-view.ts';
import { modelOf } from './models.ts';

const ListSizeModel = modelOf<ListSize & { userId: number }>('listSizes', { key: ['userId', 'screen'] });

export const listSizesOn = (db: Knex) => ({
  async of(userId: number): Promise<ListSize[]> {
    return ListSizeModel.query(db).where({ userId }).orderBy('screen').select('screen', 'size');
  },

  async keep(userId: number, { screen, size }: ListSize): Promise<void> {
    await ListSizeModel.query(db).insert({ userId, screen, size }).onConflict(['userId', 'screen']).merge(['size']);
  },
});
