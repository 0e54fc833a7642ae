import type { WireRequest, WireResponse } from '@bitacora/core/client/api-error';

/** How long the same contents, sent again after a lost answer, keep their key. The server remembers keys for a day. */
const KEY_LIFETIME_MS = 12 * 60 * 60_000;

interface PendingWrite {
  key: string;
  sentAt: number;
}

/** Keys of writes with an unknown outcome. The same contents, sent again, keep their key (docs/product.md, 1.8). */
export interface IdempotencyKeys {
  keyFor(request: WireRequest, person: number | null): string;
  /** Drops the key, unless the response leaves the outcome open. */
  settle(request: WireRequest, person: number | null, response: WireResponse): void;
}

/** Refusals that come before the server looks the key up: an earlier try may still have been performed. */
const EARLY_REFUSALS: readonly number[] = [401, 408, 429];
const isSettled = ({ status, body }: WireResponse) =>
  body !== undefined && status < 500 && !EARLY_REFUSALS.includes(status) && (body as { code?: string }).code !== 'session.forged';

/** 128 random bits. `crypto.randomUUID` is missing over plain http. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Files are compared by name, type and size, because a form holds copies. The server compares their bytes. */
const comparable = (value: unknown) => (value instanceof File ? [value.name, value.type, value.size] : value);
/** The hour of capture is another one at each try. */
const partsOf = (form: FormData) => [...form].flatMap(([name, value]) => (name === 'captured_at' ? [] : [[name, comparable(value)]]));
const contentsOf = ({ method, path, body }: WireRequest, person: number | null) =>
  JSON.stringify([person, method, path, body instanceof FormData ? partsOf(body) : body]);

export function createIdempotencyKeys(now: () => Date): IdempotencyKeys {
  const open = new Map<string, PendingWrite>();
  return {
    keyFor(request, person) {
      const contents = contentsOf(request, person);
      const sentAt = now().getTime();
      const earlier = open.get(contents);
      const key = earlier && sentAt - earlier.sentAt < KEY_LIFETIME_MS ? earlier.key : newKey();
      open.set(contents, { key, sentAt });
      return key;
    },
    settle(request, person, response) {
      if (isSettled(response)) open.delete(contentsOf(request, person));
    },
  };
}
