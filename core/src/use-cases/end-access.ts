import type { Scene } from './use-case.ts';

/** Ends every session, token, linked chat account and calendar address of a person: what was open stays open for nobody. */
export async function endAccess({ repos }: Pick<Scene, 'repos'>, userId: number): Promise<void> {
  await repos.sessions.endAllOf(userId);
  await repos.accessTokens.revokeAllOf(userId);
  await repos.chatLinks.unlinkAllOf(userId);
  await repos.calendarFeeds.remove(userId);
}
