import { ApiError, type Transport } from '@bitacora/core/client/api-error';
import { frame } from '@bitacora/core/messages/layout';
import { requestTexts } from '../messages/request-texts.ts';

/** The code of what was kept on this device instead of being sent. */
const QUEUED = 'device.queued';

const isQueued = (error: unknown): boolean => error instanceof ApiError && error.code === QUEUED;
export const queuedError = (sentence: string): ApiError => new ApiError(0, sentence, QUEUED);

/** True when no answer came, unless the person stopped waiting. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 0 && error.code === null && error.message !== requestTexts.stopped;

/** Ignores a call that was queued, and throws any other failure. */
export const unlessQueued = (error: unknown): void => {
  if (!isQueued(error)) throw error;
};

const OF_A_PROXY: readonly number[] = [502, 503, 504];
/** Counts a proxy's own page, in the place of a server that is away, as a missing answer. */
export const whileReachable =
  (online: Transport): Transport =>
  async (request) => {
    const response = await online(request);
    if (OF_A_PROXY.includes(response.status) && response.body === undefined) throw new ApiError(0, frame.noConnection, null);
    return response;
  };
