import type { Scene } from './use-case.ts';

/** Ends every session, token and calendar address of a person: what was open stays open for nobody. */
export async function endAccess({ repos }: Pick<Scene, 'repos'>, userId: number): Promise<void> {
  await repos.sessions.endAllOf(userId);
  await repos.accessTokens.revokeAllOf(userId);
  await repos.calendarFeeds.remove(userId);
}
