/** What a device without network knows of the contract, also its service worker, which holds no schemas. */

/** The acts that a device keeps until it has network, by the path of their call. */
export const queueableActs = {
  '/api/record_start_work_activity': 'start',
  '/api/record_comments_activity': 'comment',
  '/api/record_evidences_activity': 'addEvidence',
  '/api/record_documents_activity': 'addDocuments',
  '/api/end_activity': 'complete',
} as const;
export type QueueablePath = keyof typeof queueableActs;

/** Tells the form field of an act's files: `images[0]`, `images_sha256`. */
export const filesField = (path: string): 'documents' | 'images' => (path === '/api/record_documents_activity' ? 'documents' : 'images');

export const startCall = (activityId: number) =>
  ({ path: '/api/record_start_work_activity', fields: { activitie_id: String(activityId) } }) as const satisfies {
    path: QueueablePath;
    fields: object;
  };

export const isQueueable = (path: string): path is QueueablePath => path in queueableActs;

/** Returns the id of the activity that such a call names; two of the five calls spell it oddly. */
export const readActivityId = (fields: Readonly<Record<string, string>>): number => Number(fields.activity_id ?? fields.activitie_id);
