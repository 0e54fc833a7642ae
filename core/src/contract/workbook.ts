import * as z from 'zod/mini';

/** The media type of an .xlsx. */
export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The reply of a call that answers a workbook: bytes, which have no shape of ours. */
export const workbook = z.custom<Blob>();
