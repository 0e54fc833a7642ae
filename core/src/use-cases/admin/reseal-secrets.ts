import { resealSecondFactors } from '../account/second-factor.ts';
import type { OpenUseCase } from '../use-case.ts';
import { resealWebhooks } from './webhooks.ts';

/** Seals anew what the previous SESSION_SECRET sealed, so that it can be dropped. Returns how many rows it sealed. */
export const resealSecrets: OpenUseCase<unknown, number> = async (context) =>
  (await resealSecondFactors(context)) + (await resealWebhooks(context));
