import * as z from 'zod/mini';

/** The reply of a call that has nothing to say but that it worked. */
export const done = z.object({ success: z.literal(true) });

/** The reply of a call that registered something: its new id. */
export const registered = z.object({ success: z.literal(true), id: z.int() });
