import type { Channel } from './person.ts';

export const chatServices = ['slack', 'teams'] as const satisfies readonly Channel[];
export type ChatService = (typeof chatServices)[number];

/** Who someone is in a chat, as the chat itself vouches for; never an email (decisions, section 8). */
export interface ChatIdentity {
  service: ChatService;
  workspace: string;
  chatUserId: string;
}
