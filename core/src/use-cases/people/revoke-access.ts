import { fullName } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import type { PersonalToken } from '../../persistence/account/access-tokens.ts';
import type { ChatLink } from '../../persistence/chat/chat-links.ts';
import type { StoredAccount } from '../../persistence/people/users.ts';
import { personSubject, recordAdminAct } from '../record-admin-act.ts';
import type { ActContext, OpenUseCase } from '../use-case.ts';

interface RevocationInput {
  email: string;
  /** Ends only this one; unset, all of them. */
  id?: number | undefined;
  /** When true, only lists what there is. */
  isListing?: boolean;
  operator: string;
}

async function demandAccount({ repos }: Pick<ActContext, 'repos'>, email: string): Promise<StoredAccount> {
  const credentials = await repos.users.readCredentials(email);
  const [account] = credentials ? await repos.users.lock(credentials.id) : [];
  if (!account) throw new Refused({ code: 'reset.unknownEmail' });
  return account;
}

export interface PersonChats {
  name: string;
  links: ChatLink[];
}

/** Lists a person's chat accounts, or ends them with what the bot may do in their name, for the operator of the database. */
export const unlinkChats: OpenUseCase<RevocationInput, PersonChats> = async (context) => {
  const { repos, input } = context;
  const account = await demandAccount(context, input.email);
  const links = (await repos.chatLinks.list(account.id)).filter(({ id }) => input.id === undefined || id === input.id);
  if (input.id !== undefined && links.length === 0) throw new Refused({ code: 'chatLink.unknown' });
  if (input.isListing) return { name: fullName(account), links };
  await (input.id === undefined ? repos.chatLinks.unlinkAll(account.id) : repos.chatLinks.unlink(input.id, account.id));
  if (links.length === 0) return { name: fullName(account), links };
  const before = { chatLinks: links.map(({ service, workspace, displayName }) => `${displayName} (${service} ${workspace})`) };
  await recordAdminAct(context, { act: 'chatLink.remove', subject: personSubject(account), before, operator: input.operator });
  return { name: fullName(account), links };
};

export interface PersonAccess {
  name: string;
  tokens: PersonalToken[];
  /** The number of sessions, in browsers and terminals; null where they were not asked for. */
  sessions: number | null;
  /** The number of terminals that waited for a token. */
  terminals: number;
}

/**
 * Lists a person's tokens, or ends them with the terminals that wait for one, for the operator of the database. `withSessions` includes the
 * open sessions.
 */
export const revokeTokens: OpenUseCase<RevocationInput & { withSessions?: boolean }, PersonAccess> = async (context) => {
  const { repos, input, now } = context;
  const account = await demandAccount(context, input.email);
  const tokens = (await repos.accessTokens.list(account.id)).filter(({ id }) => input.id === undefined || id === input.id);
  if (input.id !== undefined && tokens.length === 0) throw new Refused({ code: 'token.unknown' });
  const sessions = input.withSessions ? (await repos.sessions.listOpen(account.id, now)).length : null;
  if (input.isListing) return { name: fullName(account), tokens, sessions, terminals: 0 };
  for (const { id } of tokens) await repos.accessTokens.revoke(id, account.id);
  const terminals = input.id === undefined ? await repos.deviceAuthorizations.removeByPerson(account.id, now) : 0;
  if (input.withSessions) await repos.sessions.endAll(account.id);
  const ended = { name: fullName(account), tokens, sessions, terminals };
  if (tokens.length === 0 && !sessions && terminals === 0) return ended;
  const before = {
    tokens: tokens.map(({ name, prefix }) => `${name} (${prefix}…)`),
    ...(sessions !== null && { sessions }),
    ...(terminals > 0 && { terminals }),
  };
  await recordAdminAct(context, { act: 'token.revoke', subject: personSubject(account), before, operator: input.operator });
  return ended;
};
