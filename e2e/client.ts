import type { BrowserContext } from 'playwright-core';
import type { Client } from '../core/src/client/client.ts';
import { createClient } from '../core/src/client/create-client.ts';
import { calendarDate } from '../core/src/domain/calendar.ts';

/** Calls the API in the session of this browser, for data that a journey only needs to look up. */
export const sessionClient = ({ request }: BrowserContext): Client =>
  createClient(async ({ method, path, body }) => {
    const { csrf_token } = (await (await request.get('/api/csrf-token')).json()) as { csrf_token: string };
    const payload = body instanceof FormData ? { multipart: body } : { data: body };
    const headers = { 'X-CSRF-Token': csrf_token };
    const reply = await request.fetch(path, { method, headers, ...(body === undefined ? {} : payload) });
    return { status: reply.status(), body: await reply.json().catch(() => undefined) };
  });

const TOPIC = 'Producción de la línea 1';

/** Assigns an activity to an employee of the line, to begin a journey with; returns its folio. */
export async function assign(manager: BrowserContext, email: string, description: string): Promise<number> {
  const client = sessionClient(manager);
  const topic = (await client.listTopics()).find(({ name }) => name === TOPIC);
  const person = (await client.listUsers()).find((user) => user.email === email);
  if (!topic || !person) throw new Error(`No topic «${TOPIC}» or nobody with ${email}`);
  const facts = { description, priority: 'normal', dueOn: calendarDate('2030-12-31'), repeats: null } as const;
  return (await client.assignActivity({ topicId: topic.id, assigneeId: person.id, ...facts })).id;
}
