import { CLOCK_TOLERANCE_S, type HistoryFacts } from '../../domain/history/proof.ts';
import { Refused } from '../../domain/refusal.ts';
import type { ActContext } from '../use-case.ts';

/** For so long a device may keep what it could not send; the answer to its key is kept one day longer. */
export const CAPTURE_MAX_DAYS = 30;
const DAY_MS = 86_400_000;

/** An input that a device may have captured before it could send it. */
export interface MaybeCaptured {
  capturedAt?: Date | undefined;
}

/** What the proof keeps of an hour of capture. Refuses one that the device's clock cannot have shown. */
export function captureFacts({ now }: ActContext, { capturedAt }: MaybeCaptured): HistoryFacts {
  if (!capturedAt) return {};
  const ageMs = now.getTime() - capturedAt.getTime();
  if (ageMs < -CLOCK_TOLERANCE_S * 1_000) throw new Refused({ code: 'capture.ahead', field: 'capturedAt' });
  if (ageMs > CAPTURE_MAX_DAYS * DAY_MS) throw new Refused({ code: 'capture.tooOld', field: 'capturedAt' });
  return { capturedAt: capturedAt.toISOString() };
}
