import { isOpen, type ReadStatus } from './activities/activity.ts';

/** The first version has three consult pages: one's own work in process, other people's, and finished work. */
export const consultPages = {
  inProcess: (folio: number) => `/Consult_My_Activity/${folio}`,
  assigned: (folio: number) => `/Consult_Activitie_Assigned/${folio}`,
  finished: (folio: number) => `/Consult_Completed_Activity/${folio}`,
} as const;

interface ConsultedActivity {
  id: number;
  status: ReadStatus;
}

export function consultPath({ id, status, isAssignee }: ConsultedActivity & { isAssignee: boolean }): string {
  if (!isOpen(status)) return consultPages.finished(id);
  return isAssignee ? consultPages.inProcess(id) : consultPages.assigned(id);
}

export const readerConsultPath = ({ id, status, assigneeId }: ConsultedActivity & { assigneeId: number }, readerId: number): string =>
  consultPath({ id, status, isAssignee: assigneeId === readerId });

/** The server answers the first calls of these screens with the page. */
export const listPaths = {
  home: '/Home',
  pending: '/My_Activities',
  history: '/My_Historial_Activities',
  pendingReport: '/Report_All_Activities_P',
} as const;

export const REQUESTS_PATH = '/Requests';

/** Pages of the web that show the activities behind a figure. Their filters and range stand in the address as in every report. */
export const FIGURES_PATH = '/Report_Punctuality';
export const REGISTERED_PATH = '/Report_All_Activities';
