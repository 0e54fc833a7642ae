import { text as readStream } from 'node:stream/consumers';
import { knownEmail, email as newEmail } from '@bitacora/core/contract/wire';
import { chatServiceNames, tokenTexts } from '@bitacora/core/messages/account/profile';
import { writtenDay, writtenInstant } from '@bitacora/core/messages/dates';
import { validation } from '@bitacora/core/messages/validation';
import { bySystem, type Core, newSecret, repositoriesOn } from '@bitacora/core/server';
import { ask, exits, Stopped } from '@bitacora/core/terminal/terminal';
import { createAdministrator } from '@bitacora/core/use-cases/account/create-administrator';
import { resetSecondFactorByEmail } from '@bitacora/core/use-cases/account/second-factor';
import { anonymisePerson } from '@bitacora/core/use-cases/people/anonymise-person';
import { openReset, setPassword, unlinkCompanyAccount } from '@bitacora/core/use-cases/people/rescue-account';
import { revokeTokens, unlinkChats } from '@bitacora/core/use-cases/people/revoke-access';
import { tokenUrl } from '../mail/links.ts';
import { administration as texts } from '../messages/administration.ts';
import { openStore } from '../storage/open-store.ts';
import { dropUploads } from '../uploads/take-uploads.ts';
import {
  type AdminCall,
  type AdminCommand,
  type AdminOutcome,
  confirm,
  demandOption,
  demandOwner,
  onDatabase,
  operator,
  type TypedValues,
  text,
  yes,
} from './command.ts';

/** Accepts what the login form accepts, because a person with another address could never log in. */
function readTypedEmail(typed: TypedValues, shape = knownEmail): string {
  const { success, data } = shape().safeParse(demandOption(typed, 'email'));
  if (!success) throw new Stopped(exits.usage, validation.emailInvalid);
  return data;
}

/** Asks twice for a new password, or reads it from standard input. The command line never holds it, because other users can read that. */
async function newPassword(call: Pick<AdminCall, 'stdin' | 'stderr' | 'typed'>, email: string): Promise<string> {
  if (call.typed['password-stdin']) return (await readStream(call.stdin)).replace(/\r?\n$/, '');
  if (!call.stdin.isTTY || !call.stderr.isTTY) throw new Stopped(exits.usage, texts.needsTerminal, texts.givePassword);
  const password = await ask(call, texts.askPassword(email), { isHidden: true });
  if ((await ask(call, texts.askAgain, { isHidden: true })) !== password) throw new Stopped(exits.refused, texts.passwordsDiffer);
  return password;
}

/** Takes the first word as the first name. People can correct it on the page of users. */
function splitName(typed: string) {
  const [firstName = '', ...rest] = typed.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

/** Registers a Desarrollador, on a database that may be new; works while Bitácora runs. */
export const createAdmin: AdminCommand = {
  options: { email: text, name: text, 'password-stdin': yes },
  async run(call) {
    const email = readTypedEmail(call.typed, newEmail);
    const { name } = call.typed;
    const { allowsPasswords } = call.settings;
    const password = allowsPasswords ? await newPassword(call, email) : undefined;
    const { result } = await onDatabase(call, { mayMake: true, asOwner: true, schema: 'made' }, async (core) => {
      const input = {
        email,
        password,
        operator: operator(),
        ...(typeof name === 'string' && name.trim() ? { name: splitName(name) } : {}),
      };
      return core.perform({ ...bySystem, useCase: createAdministrator, input });
    });
    if (!allowsPasswords && call.typed['password-stdin']) call.report(texts.noPasswordKept);
    return { lines: [texts.created(email)], value: { id: result.id, email } };
  },
};

type ResetInput = Parameters<typeof openReset>[0]['input'];

async function giveLink(core: Core, { settings }: AdminCall, input: Omit<ResetInput, 'token'>): Promise<AdminOutcome> {
  const { email } = input;
  const token = newSecret();
  const { result } = await core.perform({ ...bySystem, useCase: openReset, input: { ...input, token } });
  const url = tokenUrl(settings.publicUrl, email, token);
  const until = writtenInstant(result.expiresAt, settings.businessTimeZone);
  return { lines: [texts.resetLink(email, until), url], value: { email, url, expiresAt: result.expiresAt } };
}

/** Gives a one-time link, or sets the password that is asked for or piped in; works while Bitácora runs. */
export const resetPassword: AdminCommand = {
  options: { email: text, ask: yes, 'password-stdin': yes },
  async run(call) {
    const email = readTypedEmail(call.typed);
    const { ask, 'password-stdin': isPiped } = call.typed;
    if (ask && isPiped) throw new Stopped(exits.usage, texts.onePassword);
    const password = ask || isPiped ? await newPassword(call, email) : null;
    return onDatabase(call, { schema: 'own' }, async (core) => {
      const input = { email, operator: operator(), arePasswordsOff: !call.settings.allowsPasswords };
      if (password === null) return giveLink(core, call, input);
      await core.perform({ ...bySystem, useCase: setPassword, input: { ...input, password } });
      return { lines: [texts.passwordSet(email)], value: { email } };
    });
  },
};

/** Makes a command about the person with an email. It works while Bitácora runs. */
const aboutPerson = (work: (core: Core, person: { email: string; operator: string }) => Promise<AdminOutcome>): AdminCommand => ({
  options: { email: text },
  async run(call) {
    const person = { email: readTypedEmail(call.typed), operator: operator() };
    return onDatabase(call, { schema: 'own' }, (core) => work(core, person));
  },
});

export const resetFactor = aboutPerson(async (core, input) => {
  await core.perform({ ...bySystem, useCase: resetSecondFactorByEmail, input });
  return { lines: [texts.factorReset(input.email)], value: { email: input.email } };
});

export const unlinkAccount = aboutPerson(async (core, input) => {
  const { result } = await core.perform({ ...bySystem, useCase: unlinkCompanyAccount, input });
  return { lines: [texts.unlinked(input.email, result.count)], value: { email: input.email, ...result } };
});

function readRequest({ typed }: AdminCall) {
  const { id, list } = typed;
  if (list && id !== undefined) throw new Stopped(exits.usage, texts.listOrId, texts.seeHelp);
  if (id !== undefined && !/^[1-9]\d{0,8}$/.test(String(id))) throw new Stopped(exits.usage, texts.wrongId, texts.seeHelp);
  return { email: readTypedEmail(typed), id: id === undefined ? undefined : Number(id), isListing: Boolean(list), operator: operator() };
}

/** Lists a person's chat accounts, or ends them; works while Bitácora runs. */
export const unlinkPersonChats: AdminCommand = {
  options: { email: text, id: text, list: yes },
  async run(call) {
    const input = readRequest(call);
    return onDatabase(call, { schema: 'own' }, async (core) => {
      const { result } = await core.perform({ ...bySystem, useCase: unlinkChats, input });
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
    return onDatabase(call, { schema: 'own' }, async (core) => {
      const { name, tokens, sessions, terminals } = (await core.perform({ ...bySystem, useCase: revokeTokens, input })).result;
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

export const anonymise: AdminCommand = {
  options: { yes },
  words: ['NÚMERO'],
  run: (call) =>
    onDatabase(call, { asOwner: true, schema: 'own' }, async (core) => {
      await demandOwner(core.db);
      const [employeeNumber = ''] = call.words;
      const person = (await repositoriesOn(core.db, core.zone).users.all()).find((one) => one.employeeNumber === employeeNumber);
      if (!person) throw new Stopped(exits.refused, texts.noPerson(employeeNumber));
      await confirm(call, texts.askAnonymise(`${person.firstName} ${person.lastName} (${employeeNumber})`));
      const input = { employeeNumber, operator: operator() };
      const { result, discardedImages } = await core.perform({ ...bySystem, useCase: anonymisePerson, input });
      if (result.outcome !== 'done') {
        const sentences = { unknown: texts.noPerson(employeeNumber), active: texts.stillActive(employeeNumber), busy: texts.sealBusy };
        throw new Stopped(exits.refused, sentences[result.outcome]);
      }
      await dropUploads(discardedImages, await openStore(call.settings));
      return { lines: [texts.anonymised(result.id, result.rows)], value: { id: result.id, rows: result.rows } };
    }),
};
