import * as z from 'zod/mini';

/** The reply of a call that answers a workbook: bytes, which have no shape of ours. */
export const workbook = z.custom<Blob>();
