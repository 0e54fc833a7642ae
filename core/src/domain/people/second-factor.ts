import { isPrivileged, type Privileges } from './person.ts';

/** Who must have a second factor to log in with a password (`REQUIRE_SECOND_FACTOR`). */
export const secondFactorRules = ['off', 'privileged', 'all'] as const;
export type SecondFactorRule = (typeof secondFactorRules)[number];

export const needsSecondFactor = (rule: SecondFactorRule, person: Pick<Privileges, 'kind' | 'position'>): boolean =>
  rule === 'all' || (rule === 'privileged' && isPrivileged(person));

/** How many recovery codes a person gets; each opens one login. */
export const RECOVERY_CODES = 10;

/** How long a device is not asked again. */
export const TRUSTED_DAYS = 30;

/** What happens to a second factor, which its person gets a mail about. */
export type SecondFactorChange = 'add' | 'replace' | 'renewCodes' | 'remove' | 'reset';

/** What a person knows of their own second factor. */
export interface SecondFactorState {
  isActive: boolean;
  since: Date | null;
  recoveryCodesLeft: number;
  isRequired: boolean;
}
