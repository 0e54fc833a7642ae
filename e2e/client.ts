import type { BrowserContext } from 'playwright-core';
import { createClient, type WholeClient } from '../core/src/client/create-client.ts';

/** API calls in the session of this browser, without screens, for data that a journey only needs to look up. */
export const clientOf = ({ request }: BrowserContext): WholeClient =>
  createClient(async ({ method, path, body }) => {
    const { csrf_token } = (await (await request.get('/api/csrf-token')).json()) as { csrf_token: string };
    const payload = body instanceof FormData ? { multipart: body } : { data: body };
    const headers = { 'X-CSRF-Token': csrf_token };
    const reply = await request.fetch(path, { method, headers, ...(body === undefined ? {} : payload) });
    return { status: reply.status(), body: await reply.json().catch(() => undefined) };
  });
