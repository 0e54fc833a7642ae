import * as z from 'zod/mini';

/** The reply of a call that has nothing to say but that it worked. */
export const done = z.object({ success: z.literal(true) });

/** The reply of a call that did something to several things at once: to how many. */
export const counted = z.object({ success: z.literal(true), count: z.int() });

/** The reply of a call that registered something: its new id. */
export const registered = z.object({ success: z.literal(true), id: z.int() });

/** Told where the deadline falls on a holiday; the day was taken all the same. */
const notice = z.optional(z.string());
export const registeredOnDay = z.object({ success: z.literal(true), id: z.int(), notice });
export const registeredMany = z.object({ success: z.literal(true), ids: z.array(z.int()), notice });
export const extended = z.object({ success: z.literal(true), notice });
