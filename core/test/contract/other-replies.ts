import examples from '../../../api/src/openapi/examples.json' with { type: 'json' };

type Json = Record<string, unknown>;

/** An activity as the API's examples show it on the wire. */
export const goldenActivity: Json = examples.readActivity.reply;

const nullables = [
  ...['description_project', 'extension_date', 'motive_extension', 'date_started', 'closing_date'],
  ...['verification_date', 'cancellation_date', 'resolution'],
  ...['requested_extension_date', 'requested_extension_motive', 'requested_extension_by'],
];

/** How an older or newer server may answer the same activity. */
export const otherReplies: readonly (readonly [name: string, change: (activity: Json) => Json])[] = [
  ['as this server answers it', (activity) => activity],
  ['without its nullable keys', (activity) => Object.fromEntries(Object.entries(activity).filter(([key]) => !nullables.includes(key)))],
  ['with a key that was added later', (activity) => ({ ...activity, added_later: { any: ['thing'] } })],
  ['with an unknown status', (activity) => ({ ...activity, status_project: 'Waiting' })],
  ['with an unknown priority', (activity) => ({ ...activity, priority: 'Low' })],
  ['with an unknown repetition', (activity) => ({ ...activity, time_lapse: 'decade' })],
];
