import { writtenDay } from '@bitacora/core/messages/dates';
import { chatServiceNames, tokenTexts } from '@bitacora/core/messages/profile';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { revokeTokens, unlinkChats } from '@bitacora/core/use-cases/people/revoke-access';
import { open, readTypedEmail } from './accounts.ts';
import { type AdminCall, type AdminCommand, operator, text, yes } from './command.ts';
import { administration as texts } from './messages.ts';
import { onDatabase } from './open.ts';
import { demandSchema } from './schema.ts';

function readRequest({ typed }: AdminCall) {
  const { id, list } = typed;
  if (list && id !== undefined) throw new Stopped(exits.usage, texts.listOrId, texts.seeHelp);
  if (id !== undefined && !/^[1-9]\d{0,8}$/.test(String(id))) throw new Stopped(exits.usage, texts.wrongId, texts.seeHelp);
  return { email: readTypedEmail(typed), id: id === undefined ? undefined : Number(id), isListing: Boolean(list), operator: operator() };
}

/** Lists a person's accounts of Slack and Teams, or ends them; works while Bitácora runs. */
export const unlinkPersonChats: AdminCommand = {
  options: { email: text, id: text, list: yes },
  async run(call) {
    const input = readRequest(call);
    return onDatabase(call, {}, async (core) => {
      await demandSchema(core.db);
      const { result } = await core.perform({ ...open, useCase: unlinkChats, input });
      const links = result.links.map(({ id, service, workspace, displayName, linkedAt }) => ({
        id,
        service,
        workspace,
        displayName,
        linkedAt,
      }));
      const rows = links.map((link) =>
        texts.chatLink({ ...link, service: chatServiceNames[link.service] }, call.settings.businessTimeZone),
      );
      const heading = input.isListing ? texts.chatsOf : texts.chatsUnlinked;
      return {
        lines: [heading(input.email, links.length), ...rows],
        value: { email: input.email, name: result.name, links, isUnlinked: !input.isListing },
      };
    });
  },
};

/** Lists a person's tokens, or ends them, with --sessions also the sessions; works while Bitácora runs. */
export const revokePersonTokens: AdminCommand = {
  options: { email: text, id: text, list: yes, sessions: yes },
  async run(call) {
    const input = { ...readRequest(call), withSessions: Boolean(call.typed.sessions) };
    if (input.withSessions && input.id !== undefined) throw new Stopped(exits.usage, texts.sessionsOrId, texts.seeHelp);
    return onDatabase(call, {}, async (core) => {
      await demandSchema(core.db);
      const { name, tokens, sessions, terminals } = (await core.perform({ ...open, useCase: revokeTokens, input })).result;
      const rows = tokens.map(({ scope, expiresOn, ...token }) =>
        texts.token({ ...token, scope: tokenTexts.scopes[scope], expires: tokenTexts.expires(writtenDay(expiresOn)) }),
      );
      const [ofTokens, ofSessions] = input.isListing ? [texts.tokensOf, texts.sessionsOf] : [texts.tokensRevoked, texts.sessionsEnded];
      const ended = [...(sessions === null ? [] : [ofSessions(sessions)]), ...(terminals > 0 ? [texts.terminalsEnded(terminals)] : [])];
      return {
        lines: [ofTokens(input.email, tokens.length), ...rows, ...ended],
        value: { email: input.email, name, tokens, sessions, terminals, isRevoked: !input.isListing },
      };
    });
  },
};
