import { StartProblem } from '@bitacora/core/embedded-postgres/start-problem';
import { startTexts } from '../messages/start.ts';
import { StoreUnavailable } from '../storage/image-store.ts';

/** Writes why the product does not start, for the person who starts it. */
export function explain(error: unknown): void {
  if (error instanceof StoreUnavailable) console.error(startTexts.storeAway(error.message));
  else console.error(error instanceof StartProblem ? error.message : error);
}
