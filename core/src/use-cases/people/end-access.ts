import type { ActContext } from '../use-case.ts';

/** Ends every personal token, linked chat account and calendar address of a person; answers what there was. */
export async function endKeys({ repos }: Pick<ActContext, 'repos'>, userId: number) {
  return {
    // The tokens first: those of a chat account end with its link and would be counted nowhere.
    tokens: await repos.accessTokens.revokeAllOf(userId),
    chatLinks: await repos.chatLinks.unlinkAllOf(userId),
    hasCalendarFeed: await repos.calendarFeeds.remove(userId),
  };
}

/** Ends every session, known device, token, linked chat account and calendar address of a person: what was open stays open for nobody. */
export async function endAccess({ repos }: Pick<ActContext, 'repos'>, userId: number): Promise<void> {
  await repos.sessions.endAllOf(userId);
  await repos.knownDevices.forgetAllOf(userId);
  await endKeys({ repos }, userId);
}
