import { StartProblem } from '@bitacora/core/embedded-postgres/start-problem';
import type { Logger } from 'pino';
import { startTexts } from '../messages/start.ts';
import type { Settings } from '../settings.ts';
import type { IdentityProvider } from './identity-provider.ts';

/**
 * The provider of the settings, asked once at the start. A wrong address stops the start. A provider that is away does not,
 * because sessions and tokens work without it. It is asked again at the next login.
 */
export async function openIdentityProvider(settings: Settings, log: Logger): Promise<IdentityProvider | undefined> {
  if (!settings.companyLogin) return undefined;
  const { identityProvider } = await import('./identity-provider.ts');
  const provider = identityProvider(settings.companyLogin, settings.publicUrl);
  const failure = await provider.problem();
  if (failure?.problem === 'rejected') throw new StartProblem(startTexts.wrongIssuer(settings.companyLogin.issuer, failure.message));
  if (failure) log.warn({ detail: failure.message }, failure.problem === 'away' ? startTexts.issuerAway : startTexts.clientRefused);
  return provider;
}
