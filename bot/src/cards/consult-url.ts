import type { ActivityView } from '@bitacora/core/contract/activity';
import { isOpen } from '@bitacora/core/domain/activity';
import type { Reader } from './reader.ts';

/** The consult page of the web on which the reader does their part. */
export function consultUrl({ id, status, assigneeId }: ActivityView, { me, publicUrl }: Reader): string {
  const mine = assigneeId === me.id ? 'Consult_My_Activity' : 'Consult_Activitie_Assigned';
  return new URL(`/${isOpen(status) ? mine : 'Consult_Completed_Activity'}/${id}`, publicUrl).href;
}
