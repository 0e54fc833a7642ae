import { peopleEndpoints } from '@bitacora/core/contract/people-endpoints';
import examples from '../src/openapi/examples.json' with { type: 'json' };

const patterns = Object.entries(peopleEndpoints).map(
  ([name, { path }]) => [name, new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}(\\?|$)`)] as const,
);

/** Answers a call of a drawn page with the example of the API document; null where there is none. */
export async function answerByExample({ path }: { path: string }): Promise<unknown> {
  const [name] = patterns.find(([, pattern]) => pattern.test(path)) ?? [];
  return (examples as Record<string, { reply?: unknown }>)[name ?? '']?.reply ?? null;
}
