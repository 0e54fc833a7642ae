import type { SearchHit } from '@bitacora/core/contract/search-endpoints';
import { isOpen } from '@bitacora/core/domain/activity';
import { paths } from '../frame/paths.ts';

/** Each activity on the page that is the caller's: their own work in process, what they handed out or look after, what is finished. */
export function consultPathFor({ id, status, isAssignee }: Pick<SearchHit, 'id' | 'status' | 'isAssignee'>): string {
  if (!isOpen(status)) return paths.finished(id);
  return isAssignee ? paths.inProcess(id) : paths.assigned(id);
}
