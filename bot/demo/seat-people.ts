import type { Client } from '@bitacora/core/client';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import type { ChatService } from '@bitacora/core/domain/notifications/chat';
import { cast, emailOf, PASSWORD, type Role, TOPIC } from './cast.ts';
import type { ChatSession } from './chat-session.ts';
import { webSession } from './web-session.ts';

type LinkedRole = Exclude<Role, 'stranger'>;
export type WebSessions = Readonly<Record<LinkedRole, { client: Client; id: number; name: string }>>;

async function enter(origin: string, login: string) {
  const client = await webSession(origin, { email: emailOf(login), password: PASSWORD });
  const { user } = await client.readSession();
  if (!user) throw new Error(`${login} could not log in.`);
  return { client, id: user.id, name: user.name };
}

export async function sessionsOf(origin: string, service: ChatService): Promise<WebSessions> {
  const { worker, boss } = cast[service];
  return { worker: await enter(origin, worker), boss: await enter(origin, boss) };
}

/** What the announcement will be about. */
export async function assignWork({ worker, boss }: WebSessions, service: ChatService, dueOn: CalendarDate): Promise<void> {
  const topic = (await boss.client.listTopics()).find(({ name }) => name === TOPIC);
  if (!topic) throw new Error(`The demo company has no topic «${TOPIC}».`);
  const what = { description: cast[service].work, priority: 'normal', repeats: null } as const;
  await boss.client.assignActivity({ ...what, topicId: topic.id, assigneeId: worker.id, dueOn });
}

/** What a newcomer does: asks the bot for a link, confirms it in the web, and chooses to be told by chat. */
export async function linkPeople(sessions: WebSessions, desk: ChatSession): Promise<void> {
  for (const role of ['boss', 'worker'] as const) {
    const { client } = sessions[role];
    await client.confirmChatLink({ code: await desk.askForCode(role) });
    const preferences = (await client.listPreferences()).map(({ kind }) => ({ kind, byEmail: false, byChat: true }));
    await client.choosePreferences({ preferences });
  }
}
