import { NotPosted } from '../../../request.ts';

/** Nobody was there to hear it. */
const UNHEARD = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
/** Worth another try although the service said no: our login, a timeout, a conflict of two writers, too much at once. */
const PASSING = new Set([401, 408, 409, 412, 429]);

/** What became of it, from what the library threw. An answer of 5xx or silence leaves open whether it was posted. */
export function notPosted(error: unknown): NotPosted {
  if (error instanceof NotPosted) return error;
  const { response, code, isAxiosError, message } = error as {
    response?: { status: number };
    code?: string;
    isAxiosError?: boolean;
    message?: string;
  };
  const said = `Teams: ${response ? `answer ${response.status}` : (code ?? message ?? 'unknown failure')}`;
  if (response) {
    const isCertain = response.status < 500;
    return new NotPosted(said, { isCertain, isFinal: isCertain && !PASSING.has(response.status) });
  }
  // What is no failure of the exchange happened before it, such as a refused login.
  return new NotPosted(said, { isCertain: !isAxiosError || UNHEARD.has(code ?? ''), isFinal: false });
}
