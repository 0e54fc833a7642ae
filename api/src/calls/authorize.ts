import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { adminPolicy } from '@bitacora/core/domain/people/person';
import { type Refusal, Refused } from '@bitacora/core/domain/refusal';
import { demandRecentLogin } from '@bitacora/core/use-cases/use-case';
import { type AuthenticatedCaller, demandActor } from '../auth/authenticate.ts';

/** The refusal of a credential that does not open this call, or null. The bot has calls of its own; tokens cannot make those of sessions. */
function refusalByCredential({ who, effect, credential }: Endpoint, { by, scope }: AuthenticatedCaller): Refusal | null {
  if (by === 'service') return who === 'service' ? null : { code: 'service.botOnly' };
  if (by === 'token' && credential === 'session') return { code: 'token.sessionOnly' };
  if (credential === 'token' || by === 'cookie') return null;
  return effect === 'writes' && scope === 'read' ? { code: 'token.readOnly' } : null;
}

/** Enforces the credential and audience that the contract names. The use case checks the permissions on a single activity. */
export function authorize(endpoint: Endpoint, caller: AuthenticatedCaller): void {
  const no = refusalByCredential(endpoint, caller);
  if (no) throw new Refused(no);
  const { who } = endpoint;
  if (who === 'anyone' || caller.by === 'service') return;
  const person = demandActor(caller.actor);
  if (endpoint.credential === 'token' && caller.by !== 'token') throw new Refused({ code: 'token.required' });
  if (who === 'service') throw new Refused({ code: 'service.required' });
  if (who !== 'person' && !adminPolicy[who](person)) throw new Refused({ code: 'admin.forbidden', act: who });
  if (endpoint.recentLogin === 'always') demandRecentLogin(caller);
}

/** Enforces what depends on the decoded input. A token of scope `write` only checks a workbook of people, and registers nobody. */
export function authorizeInput(
  endpoint: Endpoint,
  caller: AuthenticatedCaller,
  input: { isDryRun?: boolean; isAnnotated?: boolean },
): void {
  if (endpoint.whoFor) authorize({ ...endpoint, who: endpoint.whoFor(input) }, caller);
  if (endpoint.credential !== 'import' || caller.scope !== 'write') return;
  if (!input.isDryRun && !input.isAnnotated) throw new Refused({ code: 'token.sessionOnly' });
}
