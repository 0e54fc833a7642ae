import { generateSync } from 'otplib';

/** A secret of the tests, in base 32. */
export const APP_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** What an authenticator app shows at an instant. */
export const codeAt = (instant: Date, secret = APP_SECRET): string =>
  generateSync({ secret, epoch: Math.floor(instant.getTime() / 1_000) });
