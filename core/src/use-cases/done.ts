/** What an act answers that has nothing to say but that it happened. */
export const DONE = { success: true } as const;
export type Done = typeof DONE;

/** What registering something answers. */
export type Registered = Done & { id: number };
