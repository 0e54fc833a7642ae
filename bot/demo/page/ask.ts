import type { Deed, Sight } from '../desk.ts';

export type Chat = 'slack' | 'teams';
export interface Company {
  publicUrl: string;
  seats: Record<Chat, { role: string; name: string; does: string; login: string | null }[]>;
}

async function ask<Reply>(path: string, body?: object): Promise<Reply> {
  const asked = body && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const reply = await fetch(path, asked);
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
  return reply.json();
}

export const readCompany = () => ask<Company>('/company');
export const see = (chat: Chat, role: string) => ask<Sight>(`/desk/${chat}/${role}`);
export const act = (chat: Chat, role: string, deed: Deed) => ask<Sight>(`/desk/${chat}/${role}`, deed);
export const remind = () => ask<{ said: string }>('/remind', {});
