import type { ImportReply } from '@bitacora/core/contract/import';

/** What registering these people would do, and the very workbook it was said of: whatever becomes of the file, this one is registered. */
export interface CheckedWorkbook {
  workbook: File;
  reply: ImportReply;
}
