import * as z from 'zod/mini';
import { renamed } from './wire-names.ts';

/** The reply of a call that has nothing to say but that it worked. */
export const confirmation = z.object({ success: z.literal(true) });

/** The reply of a call that did something to several things at once: to how many. */
export const counted = z.object({ success: z.literal(true), count: z.int() });

/** The reply of a call that registered something: its new id. */
export const registered = z.object({ success: z.literal(true), id: z.int() });

/** The holiday on which the deadline falls; the day was accepted. */
const notice = z.optional(z.string());
export const registeredOnDay = z.object({ success: z.literal(true), id: z.int(), notice });
/** `batchId` names what was assigned together; one activity alone has none. */
export const registeredMany = renamed({
  success: ['success', z.literal(true)],
  ids: ['ids', z.array(z.int())],
  batchId: ['batch_id', z.optional(z.string())],
  notice: ['notice', notice],
});
export const extended = z.object({ success: z.literal(true), notice });

/** The reply of a call that answers a workbook: bytes, which have no shape of ours. */
export const workbook = z.custom<Blob>();
