import type { WireRequest, WireResponse } from '@bitacora/core/client';

/** How long the same contents, sent again after a lost answer, keep their key. */
const KEY_LIFETIME_MS = 10 * 60_000;

interface PendingWrite {
  key: string;
  sentAt: number;
}

/** Keys of writes with an unknown outcome. The same contents, sent again, keep their key (docs/product.md, 1.8). */
export interface IdempotencyKeys {
  keyFor(request: WireRequest): string;
  /** Drops the key, unless the response leaves the outcome open. */
  settle(request: WireRequest, response: WireResponse): void;
}

const isSettled = ({ status, body }: WireResponse) => body !== undefined && status < 500;

/** 128 random bits. `crypto.randomUUID` is missing over plain http. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Files are compared by name, type and size, because a form holds copies. The server compares their bytes. */
const comparable = (value: unknown) => (value instanceof File ? [value.name, value.type, value.size] : value);
const contentsOf = ({ method, path, body }: WireRequest) =>
  JSON.stringify([method, path, body instanceof FormData ? [...body].map(([name, value]) => [name, comparable(value)]) : body]);

export function createIdempotencyKeys(now: () => Date): IdempotencyKeys {
  const open = new Map<string, PendingWrite>();
  return {
    keyFor(request) {
      const contents = contentsOf(request);
      const sentAt = now().getTime();
      const earlier = open.get(contents);
      const key = earlier && sentAt - earlier.sentAt < KEY_LIFETIME_MS ? earlier.key : newKey();
      open.set(contents, { key, sentAt });
      return key;
    },
    settle(request, response) {
      if (isSettled(response)) open.delete(contentsOf(request));
    },
  };
}
