/** Login asks for 6 at least, so that the form refuses no stored password (docs/product.md, 10). */
export const LOGIN_MIN = 6;

/** Letters include accented ones and ñ; composed or not, they count as typed (docs/product.md, 5). */
const rules = {
  reset: /^[\p{L}\p{M}\p{Nd} ]{8,16}$/u,
  profile: /^[\p{L}\p{M}\p{Nd} _-]{8,12}$/u,
} as const;

export type PasswordUse = keyof typeof rules;

/** Whether a new password is acceptable; nothing is trimmed or cut. */
export const isAcceptablePassword = (use: PasswordUse, password: string): boolean => rules[use].test(password);
