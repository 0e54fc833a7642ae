import { type Activity, isOpen } from './activity.ts';

/** The path of the consult page on which that reader sees an activity: by its status, and by the reader's part in it. */
export function consultPathOf({ id, status, assigneeId }: Pick<Activity, 'id' | 'status' | 'assigneeId'>, readerId: number): string {
  if (!isOpen(status)) return `/Consult_Completed_Activity/${id}`;
  return assigneeId === readerId ? `/Consult_My_Activity/${id}` : `/Consult_Activitie_Assigned/${id}`;
}
