/** Imported late, because only a second factor needs it. */
const library = () => import('otplib');

const STEP_SECONDS = 30;
/** One step before and one after, for clocks that differ. */
const TOLERANCE_SECONDS = STEP_SECONDS;
const ISSUER = 'Bitácora';

/** A new secret of 160 bits, in base 32. */
export const newAuthenticatorSecret = async (): Promise<string> => (await library()).generateSecret();

/** What an authenticator app reads from the QR code. */
export const authenticatorUrl = async (secret: string, email: string): Promise<string> =>
  (await library()).generateURI({ issuer: ISSUER, label: email, secret });

/** The time step that a code of the app belongs to; null for a wrong code. RFC 6238 demands that each step be accepted once. */
export async function timeStepOf(secret: string, code: string, now: Date): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(now.getTime() / 1_000);
  const { verifySync } = await library();
  const result = verifySync({ secret, token: code, epoch, epochTolerance: TOLERANCE_SECONDS });
  return result.valid ? Math.floor(epoch / STEP_SECONDS) + result.delta : null;
}
