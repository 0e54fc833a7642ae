/** The company of the load test (docs/reliability.md). */
export const SIZE = { activities: 100_000, people: 500, topics: 200, comments: 50_000, images: 20_000 } as const;
/** Requests a second that it is to bear. */
export const RATE = 60;
/** People coming in a second, at the beginning of a shift. */
export const LOGIN_RATE = 15;
