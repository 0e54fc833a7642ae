import { ApiError, type Client } from '@bitacora/core/client';
import type { ServerConnection } from '../connection.ts';
import type { LoginCredentials, SessionClients } from '../session.ts';

/** A typed password or a session of the browser is used again without a question for this time. */
const ACCESS_MAX_MS = 15 * 60_000;

/** No token may make some calls: the password that was typed, or the session that the browser gave, opens them. */
type OwnAccess = { since: number } & ({ credentials: LoginCredentials; session: null } | { credentials: null; session: SessionClients });

interface OwnAccessSources {
  connection: Pick<ServerConnection, 'withPassword'>;
  /** From the login form; null if the app opened with a saved token. */
  credentials: LoginCredentials | null;
  /** Asks for the password; null where the browser gives a session instead. `why` says what the last answer lacked. */
  askCredentials(why: string | null): Promise<LoginCredentials | null>;
  openByBrowser(): Promise<SessionClients>;
}

/** Asks for the person's own access once, and uses it for several acts. Acts at once share one question. */
export function rememberOwnAccess({ connection, credentials: formCredentials, askCredentials, openByBrowser }: OwnAccessSources) {
  let remembered: OwnAccess | null = formCredentials && { credentials: formCredentials, session: null, since: Date.now() };
  let opening: Promise<OwnAccess> | null = null;

  async function ask(why: string | null): Promise<OwnAccess> {
    const credentials = await askCredentials(why);
    const since = Date.now();
    return credentials ? { credentials, session: null, since } : { credentials: null, session: await openByBrowser(), since };
  }
  const askBrowser = async (): Promise<OwnAccess> => ({ credentials: null, session: await openByBrowser(), since: Date.now() });

  async function readAccess(open: () => Promise<OwnAccess>): Promise<OwnAccess> {
    if (remembered && Date.now() - remembered.since > ACCESS_MAX_MS) remembered = null;
    if (remembered) return remembered;
    opening ??= open().finally(() => {
      opening = null;
    });
    remembered = await opening;
    return remembered;
  }

  async function perform<Result>(use: (client: Client) => Promise<Result>, open: () => Promise<OwnAccess>): Promise<Result> {
    const own = await readAccess(open);
    try {
      return await (own.session ? use(own.session.client) : connection.withPassword(own.credentials, use));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isWrong = own.session === null && (error.code === 'credentials.wrong' || 'password' in error.fields);
      // With a second factor each act with a password would ask for another code, so the browser gives one session for all.
      const needsBrowser = own.session === null && error.code === 'secondFactor.required';
      const isOver = own.session !== null && error.code === 'session.missing';
      if (!isWrong && !needsBrowser && !isOver) throw error;
      // Another act may have replaced the remembered access.
      if (remembered === own) remembered = null;
      return perform(use, needsBrowser ? askBrowser : () => ask(isWrong ? error.message : null));
    }
  }

  return {
    asMyself: <Result>(use: (client: Client) => Promise<Result>): Promise<Result> => perform(use, () => ask(null)),
    /** Ends a session of the browser, also one that is about to come. */
    async end(): Promise<void> {
      const own = await (opening ?? remembered);
      await own?.session?.unhurried.logOut();
    },
  };
}
