import { type CompanyLoginProblem, ownAddress } from '@bitacora/core/domain/account/account';
import { isRefusedWith, Refused } from '@bitacora/core/domain/refusal';
import type { Core } from '@bitacora/core/server';
import { openCompanySession } from '@bitacora/core/use-cases/account/company-login';
import { recordFailedAccess } from '@bitacora/core/use-cases/record-admin-act';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import type { LoginCookie, SessionCookie, StartedLogin } from '../auth/cookies.ts';
import { callerNetwork, clientAddress, limitedAddress } from '../http/client-network.ts';
import type { Slot } from '../http/concurrency-limit.ts';
import type { RateLimits } from '../http/rate-limit.ts';
import { type IdentityProvider, ProviderProblem } from './identity-provider.ts';

interface CompanyLoginDependencies {
  core: Core;
  cookie: SessionCookie;
  loginCookie: LoginCookie;
  limits: RateLimits;
  log: Pick<Logger, 'warn'>;
  publicUrl: string;
  /** Unset: people log in with passwords alone. */
  provider?: IdentityProvider | undefined;
}

const HOME = '/Home';

const byBrowser = (ctx: Context) => ({ actor: null, channel: 'web', address: clientAddress(ctx), effect: 'writes' }) as const;

/** Returns the address of the login page, with the reason of the failure and the address to open after the login. */
function loginPage(problem: CompanyLoginProblem, next: string | null): string {
  return `/?${new URLSearchParams({ company_login: problem, ...(next && { next }) })}`;
}

/**
 * Serves the login with the company's account: a browser is sent to the provider and comes back with a code. Both answers are redirects, because
 * a person sees them. Nothing is stored here in between: a sealed cookie holds the state of the login, so any process may answer.
 */
export function companyLoginRoutes({ core, cookie, loginCookie, limits, log, publicUrl, provider }: CompanyLoginDependencies) {
  /** Refuses every method but GET, because HEAD would use the code up, and refuses all without a provider. */
  function demandProvider(ctx: Context): IdentityProvider {
    if (!provider || ctx.method !== 'GET') throw new Refused({ code: 'route.unknown' });
    return provider;
  }

  /** Waits for the provider without holding a slot among the requests. */
  const waitFor = <Result>(ctx: Context, work: Promise<Result>): Promise<Result> => (ctx.state.slot as Slot).untilSent(work);

  async function recordFailure(ctx: Context, email: string | null, no: unknown): Promise<void> {
    if (!isRefusedWith(no, 'companyLogin.refused') || !email) return;
    const input = { act: 'session.failLogIn' as const, email, reason: no.refusal.reason, network: callerNetwork(ctx.ip) };
    await core.perform({ ...byBrowser(ctx), useCase: recordFailedAccess, input });
  }

  async function openSession(
    ctx: Context,
    { endedIdHash, isConfirmation, ...checks }: StartedLogin,
    from: IdentityProvider,
  ): Promise<void> {
    const account = await waitFor(ctx, from.accountOf(ctx.search, checks));
    const input = {
      account,
      isConfirmation,
      endedIdHash: endedIdHash ? Buffer.from(endedIdHash, 'base64url') : null,
      userAgent: ctx.get('User-Agent') || null,
    };
    const { result } = await core.perform({ ...byBrowser(ctx), useCase: openCompanySession, input }).catch(async (no: unknown) => {
      await recordFailure(ctx, account.email ?? account.subject, no);
      throw no;
    });
    cookie.give(ctx, result);
  }

  /** Names the problem that the login page shows. Throws errors that a person cannot cause, as any call does. */
  function reportProblem(error: unknown): CompanyLoginProblem {
    if (error instanceof ProviderProblem) {
      log.warn({ problem: error.problem, detail: error.message }, 'company login failed');
      return error.problem;
    }
    if (isRefusedWith(error, 'companyLogin.refused')) return error.refusal.reason;
    if (isRefusedWith(error, 'session.tooManyTries')) return 'tooManyTries';
    throw error;
  }

  return {
    begin: async (ctx: Context) => {
      ctx.state.endpoint = 'companyLogin';
      const from = demandProvider(ctx);
      const next = ownAddress(typeof ctx.query.next === 'string' ? ctx.query.next : null, publicUrl);
      const checks = from.newChecks();
      try {
        const isConfirmation = ctx.query.confirm === '1';
        const url = await waitFor(ctx, from.loginUrl(checks, isConfirmation));
        const endedIdHash = cookie.idHashOf(ctx)?.toString('base64url') ?? null;
        loginCookie.give(ctx, { ...checks, next, isConfirmation, endedIdHash, startedAt: core.clock().getTime() });
        ctx.redirect(url.href);
      } catch (error) {
        ctx.redirect(loginPage(reportProblem(error), next));
      }
    },

    /** Takes the browser back from the provider, which is asked only about a login that this browser began here. */
    finish: async (ctx: Context) => {
      ctx.state.endpoint = 'companyLoginCallback';
      const from = demandProvider(ctx);
      const started = loginCookie.take(ctx, core.clock());
      if (!started || ctx.query.state !== started.state) return ctx.redirect(loginPage('expired', started?.next ?? null));
      const address = limitedAddress(ctx.ip);
      try {
        await limits.demand('companyLoginByAddress', address);
        await openSession(ctx, started, from);
        ctx.redirect(started.next ?? HOME);
      } catch (error) {
        const problem = reportProblem(error);
        if (problem !== 'tooManyTries') await limits.count('companyLoginByAddress', address);
        ctx.redirect(loginPage(problem, started.next));
      }
    },
  };
}
