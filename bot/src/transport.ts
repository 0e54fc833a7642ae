import type { WireRequest, WireResponse } from '@bitacora/core/client';

/** How long an answer may take. */
const PATIENCE_MS = 30_000;

export interface Credential {
  token: string;
  /** Idempotency-Key of a call that writes. */
  key?: string;
}

/** One exchange with the API. Rejects with `Unanswered` where none came. */
export type Send = (request: WireRequest, credential: Credential) => Promise<WireResponse>;

/** The API could not be reached, or what answered is not the API. */
export class Unanswered extends Error {
  constructor(cause?: unknown) {
    super('the API did not answer', { cause });
    this.name = 'Unanswered';
  }
}

/** Speaks to the API at `url`. A redirect is not followed: it would carry the credential elsewhere. */
export function sendTo(url: string, patienceMs = PATIENCE_MS): Send {
  return async ({ method, path, body, effect }, { token, key }) => {
    const isForm = body instanceof FormData;
    const headers = {
      Accept: 'application/json',
      Authorization: `Bearer ${token}`,
      ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}),
      ...(effect === 'writes' && key ? { 'Idempotency-Key': key } : {}),
    };
    try {
      const response = await fetch(url + path, {
        ...{ method, headers, redirect: 'manual' },
        body: isForm ? body : body ? JSON.stringify(body) : undefined,
        signal: AbortSignal.timeout(patienceMs),
      });
      const isJson = response.headers.get('Content-Type')?.startsWith('application/json');
      if (!isJson) throw new Unanswered(`${response.status} to ${method} ${path}`);
      return { status: response.status, body: await response.json() };
    } catch (error) {
      throw error instanceof Unanswered ? error : new Unanswered(error);
    }
  };
}
