import type { SessionState, UserAction } from '../chat-session.ts';

export type ChatName = 'slack' | 'teams';
export interface Company {
  publicUrl: string;
  seats: Record<ChatName, { role: string; name: string; does: string; login: string | null }[]>;
}

async function ask<Reply>(path: string, body?: object): Promise<Reply> {
  const asked = body && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const reply = await fetch(path, asked);
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
  return reply.json();
}

export const readCompany = () => ask<Company>('/company');
export const see = (chat: ChatName, role: string) => ask<SessionState>(`/desk/${chat}/${role}`);
export const act = (chat: ChatName, role: string, deed: UserAction) => ask<SessionState>(`/desk/${chat}/${role}`, deed);
export const remind = () => ask<{ said: string }>('/remind', {});
