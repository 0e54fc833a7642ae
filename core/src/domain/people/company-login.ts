/** How people may log in: with a password, with the company's account, or with either. */
export const loginModes = ['password', 'both', 'oidc'] as const;
export type LoginMode = (typeof loginModes)[number];

/** Why a login with the company's account failed. */
export const companyLoginProblems = [
  'expired',
  'canceled',
  'rejected',
  'away',
  'misconfigured',
  'emailUnverified',
  'unknownPerson',
  'otherAccount',
  'inactive',
  'tooManyTries',
] as const;
export type CompanyLoginProblem = (typeof companyLoginProblems)[number];

/** What the server knows of its identity provider; `off` where there is none. */
export const providerStates = ['off', 'well', 'away', 'misconfigured', 'rejected'] as const;
export type ProviderState = (typeof providerStates)[number];

/** An account at the company's identity provider. `email` is null unless the provider answers for it. */
export interface CompanyAccount {
  issuer: string;
  subject: string;
  email: string | null;
}

/** How long a Desarrollador may use a password after a command on the server, while passwords are off. */
export const PASSWORD_EXCEPTION_MS = 24 * 3_600_000;

/** ASCII only, because lower case of some other letters is ASCII: two addresses of a provider would be one here. */
export const isPlainEmail = (email: string): boolean => /^[\x21-\x3f\x41-\x7e]+@[\x21-\x3f\x41-\x7e]+$/.test(email);

/** The path, query and hash of an address of our own pages; null for any other, because a login must not lead to another site. */
export function ownAddress(given: string | null | undefined, origin: string): string | null {
  if (!given?.startsWith('/')) return null;
  const url = URL.parse(given, origin);
  if (url?.origin !== new URL(origin).origin) return null;
  const address = url.pathname + url.search + url.hash;
  return address.startsWith('//') ? null : address;
}
