import examples from './examples.json' with { type: 'json' };

/** What was sent to a call of the demo company, and what it answered. */
export interface CallExample {
  /** The parameter of the path. */
  in?: string | number;
  query?: Record<string, string | number>;
  body?: Record<string, unknown>;
  reply?: unknown;
}

/** By the contract's name of the call. `api/test/api-examples` records them. */
export const callExamples = examples as Record<string, CallExample>;
