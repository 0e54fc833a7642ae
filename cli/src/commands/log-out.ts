import { ApiError } from '@bitacora/core/client';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { command } from '../command.ts';
import { forgetConfiguration, readConfiguration } from '../configuration.ts';
import { connectionTo } from '../connection.ts';
import { terminalCommands } from '../messages/commands.ts';

const { logOut: texts } = terminalCommands;

export const logOut = command({
  name: 'logout',
  summary: texts.summary,
  flags: {},
  async run({ settings, signal }) {
    const kept = await readConfiguration(settings.folder, { mayBeReadByOthers: true });
    const more = settings.token ? [texts.tokenInEnvironment] : [];
    if (!kept) return { kind: 'done', lines: [texts.none, ...more], value: { loggedOut: false } };
    const { client } = connectionTo(kept.url, kept.token, signal);
    const failure: unknown = await client.revokeBearer().then(
      () => null,
      (error: unknown) => error,
    );
    signal.throwIfAborted();
    await forgetConfiguration(settings.folder);
    // One that is no token any more is as good as revoked.
    if (failure === null || (failure instanceof ApiError && failure.status === 401))
      return { kind: 'done', lines: [texts.said(kept.url), ...more], value: { loggedOut: true, url: kept.url } };
    throw new Stopped(exits.unreachable, texts.notRevoked(kept.url), texts.revokeByHand);
  },
});
