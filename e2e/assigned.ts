import type { BrowserContext } from 'playwright-core';
import { calendarDate } from '../core/src/domain/calendar.ts';
import { clientOf } from './client.ts';

const TOPIC = 'Producción de la línea 1';

/** Folio of an activity that this manager hands to an employee of the line, to begin a journey with. */
export async function assign(manager: BrowserContext, email: string, description: string): Promise<number> {
  const client = clientOf(manager);
  const topic = (await client.listTopics()).find(({ name }) => name === TOPIC);
  const person = (await client.listUsers()).find((user) => user.email === email);
  if (!topic || !person) throw new Error(`No topic «${TOPIC}» or nobody with ${email}`);
  const facts = { description, priority: 'normal', dueOn: calendarDate('2030-12-31'), repeats: null } as const;
  return (await client.assignActivity({ topicId: topic.id, assigneeId: person.id, ...facts })).id;
}
