/** Segments of identifiers and of file names that the vocabulary of the project replaces, each with what to say (docs/glossary.md). */
export const bannedNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['tell', 'tells', 'telling', 'told', 'hear', 'hears'].map((word) => [word, 'notify, report, handle'])),
  ...Object.fromEntries(['announce', 'announced', 'announcement', 'announcements'].map((word) => [word, 'notification, notify'])),
  ...Object.fromEntries(['sweep', 'sweeps', 'sweeping'].map((word) => [word, 'reminder job'])),
  ...Object.fromEntries(['rehearsal', 'rehearsed'].map((word) => [word, 'dryRun'])),
  ...Object.fromEntries(['surroundings', 'plumbing'].map((word) => [word, 'dependencies, context'])),
  ...Object.fromEntries(['reckon', 'reckons'].map((word) => [word, 'compute'])),
  ...Object.fromEntries(['shown', 'asked', 'scene'].map((word) => [word, 'the noun it is; React props are XProps'])),
  whoever: 'the role of the person',
  ears: 'listeners',
  whisper: 'ephemeral',
  patiently: 'retryAfterRateLimit',
  aside: 'quarantine',
  apart: 'savepoint, or what differs',
  grounds: 'preconditions',
  turns: 'advisoryLock, interactions, or what comes one after the other',
  letter: 'digest, mail or character',
  office: 'admin',
  standby: 'readReplica',
  desk: 'session',
  converse: 'interact',
};

/** Words of comments and documents that name no subject or no fact. */
export const bannedProse =
  /\b(told|tells|reckon\w*|whoever|whatever|whom|meanwhile|no more|is no|nobody's|goes on|takes? the place of|hears|whispers?|by turns|at rest|out of breath|letting go)\b/gi;

/** Participles that say nothing when they stand alone as a name. */
export const participles = [
  ...['told', 'said', 'asked', 'known', 'shown', 'kept', 'found', 'chosen', 'drawn', 'given', 'taken', 'seen', 'held', 'written'],
  ...['sent', 'made', 'done', 'heard', 'meant', 'wanted', 'recorded', 'answered', 'carried', 'listed', 'named', 'opened', 'passed'],
];
