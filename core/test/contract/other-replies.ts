import activity from './replies-1.1.2/readActivity.json' with { type: 'json' };

type Json = Record<string, unknown>;

/** The activity of release 1.1.2's golden reply, on the wire. */
export const goldenActivity: Json = activity;

const nullables = [
  ...['description_project', 'extension_date', 'motive_extension', 'date_started', 'closing_date'],
  ...['verification_date', 'cancellation_date', 'resolution'],
];

/** How a server of another release may answer the same activity. */
export const otherReplies: readonly (readonly [name: string, change: (activity: Json) => Json])[] = [
  ['as release 1.1.2 answers it', (activity) => activity],
  ['without its nullable keys', (activity) => Object.fromEntries(Object.entries(activity).filter(([key]) => !nullables.includes(key)))],
  ['with a key that was added later', (activity) => ({ ...activity, added_later: { any: ['thing'] } })],
  ['with an unknown status', (activity) => ({ ...activity, status_project: 'Waiting' })],
  ['with an unknown priority', (activity) => ({ ...activity, priority: 'Low' })],
  ['with an unknown repetition', (activity) => ({ ...activity, time_lapse: 'decade' })],
];
