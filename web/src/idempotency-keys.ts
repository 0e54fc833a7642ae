import type { WireRequest, WireResponse } from '@bitacora/core/client';

/** How long a submission whose answer never came is taken for the same one when it is sent again. */
const KEY_LIFETIME_MS = 10 * 60_000;

interface PendingWrite {
  key: string;
  sentAt: number;
}

/** The keys of writes whose outcome is not known yet: the same contents sent again are the same act (docs/product.md, 1.8). */
export interface IdempotencyKeys {
  keyFor(request: WireRequest): string;
  /** What became of it; an answer that leaves that open keeps the key. */
  settle(request: WireRequest, response: WireResponse): void;
}

const isSettled = ({ status, body }: WireResponse) => body !== undefined && status < 500;

/** 128 random bits. `crypto.randomUUID` is missing where the office serves plain http. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A form holds copies of its files, so that they are known by their looks; the server compares their bytes. */
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
