import type { Session } from './session-memory.ts';

type UncheckedReply = Record<string, unknown>;

const isText = (value: unknown) => typeof value === 'string';
const isButton = (value: unknown) => value === null || (isText((value as UncheckedReply).label) && isText((value as UncheckedReply).url));

/** The session in an answer that names nobody; null where somebody is named, or where the shape is another. */
export function sessionOfNobody(body: unknown): Session | null {
  const {
    user_action_deck,
    today,
    time_zone,
    demo,
    demo_exposed = false,
    contact_url,
    first_run = false,
    ...rest
  } = (body ?? {}) as UncheckedReply;
  const { password_login = true, company_login = null } = rest;
  const isKnown =
    user_action_deck === null &&
    [today, time_zone, contact_url].every(isText) &&
    [demo, demo_exposed, first_run, password_login].every((fact) => typeof fact === 'boolean') &&
    isButton(company_login);
  if (!isKnown) return null;
  const facts = { success: true, user: null, today, zone: time_zone, contactUrl: contact_url };
  const ways = { allowsPasswords: password_login, companyLogin: company_login, isSecondFactorDue: false };
  return { ...facts, ...ways, isDemo: demo, isDemoExposed: demo_exposed, needsFirstRun: first_run } as Session;
}
