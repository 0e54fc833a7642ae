import { ApiError } from '@bitacora/core/client';
import { terminal } from '@bitacora/core/messages/terminal';
import { type Exit, exits, Stopped } from '@bitacora/core/terminal/terminal';

export interface FailureReport {
  exit: Exit;
  message: string;
  hint: string | null;
}

/** An answer of 401 to a login means a wrong password, not a missing login. */
export const isLoginGone = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 401 && error.code !== 'credentials.wrong';

/** The server is busy or broken, so that the same request may succeed later. */
export const isRetryable = (error: unknown): boolean => error instanceof ApiError && (error.status === 429 || error.status >= 500);

/** The contract does not know the answer, because the server has another version. The text of zod would not help. */
const isNotUnderstood = (error: unknown) => error instanceof Error && error.name.endsWith('ZodError');

/** Maps each field of a call to the flag or word that a person types for it. */
export type TypedFields = Readonly<Record<string, string>>;

/** Writes the text for people, without stack or secret. A refused field carries the name by which it was typed. */
export function describeFailure(error: unknown, signal?: AbortSignal, typed: TypedFields = {}): FailureReport {
  const { interrupted } = exits;
  if (signal?.aborted && !(error instanceof Stopped && error.exit === interrupted))
    return { exit: interrupted, message: terminal.interrupted, hint: null };
  if (error instanceof Stopped) return { exit: error.exit, message: error.message, hint: error.hint };
  if (isNotUnderstood(error)) return { exit: exits.unreachable, message: terminal.notUnderstood, hint: terminal.sameVersion };
  if (error instanceof ApiError) return describeRefusal(error, typed);
  return { exit: exits.refused, message: terminal.bug(error instanceof Error ? error.message : String(error)), hint: null };
}

/** The sentences of these refusals are for the web, so the terminal adds what to do. */
const hints: Readonly<Record<string, string>> = {
  'secondFactor.required': terminal.secondFactorRequired,
  'secondFactor.due': terminal.secondFactorDue,
};

function describeRefusal(error: ApiError, typed: TypedFields): FailureReport {
  if (error.status === 0) return { exit: exits.unreachable, message: error.message, hint: terminal.checkAddress };
  const isGone: boolean = isLoginGone(error);
  if (isGone) return { exit: exits.notLoggedIn, message: error.message || terminal.sessionEnded, hint: terminal.logInAgain };
  const fields = Object.entries(error.fields).map(([field, sentence]) => {
    // The name of a field of a list includes its index: `activityIds.0`.
    const name = typed[field.split('.')[0] as string];
    return { sentence, text: name === undefined ? sentence : `${name}: ${sentence}` };
  });
  const others = fields.filter(({ sentence }) => sentence !== error.message);
  return {
    exit: error.message || error.status < 500 ? exits.refused : exits.unreachable,
    message: fields.find(({ sentence }) => sentence === error.message)?.text ?? (error.message || terminal.unexpected(error.status)),
    hint: others.length > 0 ? others.map(({ text }) => text).join('\n') : (hints[error.code ?? ''] ?? null),
  };
}
