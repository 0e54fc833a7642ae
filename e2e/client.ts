import type { BrowserContext } from 'playwright-core';
import { createClient, type WholeClient } from '../core/src/client/create-client.ts';

/** The calls of the web without its screens, in the name of whoever is logged in to this browser: for what a journey only needs to find. */
export const clientOf = ({ request }: BrowserContext): WholeClient =>
  createClient(async ({ method, path, body }) => {
    const { csrf_token } = (await (await request.get('/api/csrf-token')).json()) as { csrf_token: string };
    const payload = body instanceof FormData ? { multipart: body } : { data: body };
    const headers = { 'X-CSRF-Token': csrf_token };
    const reply = await request.fetch(path, { method, headers, ...(body === undefined ? {} : payload) });
    return { status: reply.status(), body: await reply.json().catch(() => undefined) };
  });
