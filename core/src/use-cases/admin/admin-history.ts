import { PAGE_SIZE } from '../../domain/reports/report.ts';
import type { AdminHistorySelection, StoredAdminEntry } from '../../persistence/admin/admin-history.ts';
import type { UseCase } from '../use-case.ts';

interface AdminHistoryRequest extends AdminHistorySelection {
  page?: number | undefined;
  pageSize?: number | undefined;
}

export const listAdminHistory: UseCase<AdminHistoryRequest, { rows: StoredAdminEntry[]; total: number }> = async ({ repos, input }) => {
  const { page = 1, pageSize = PAGE_SIZE, ...selection } = input;
  const total = await repos.adminHistory.count(selection);
  const rows = await repos.adminHistory.list(selection, { limit: pageSize, offset: (page - 1) * pageSize });
  return { rows, total };
};

export type AdminHistoryLine = StoredAdminEntry;
export const readAdminHistory: UseCase<AdminHistorySelection, AsyncIterable<AdminHistoryLine[]>> = async ({ repos, input }) =>
  repos.adminHistory.batches(input);
