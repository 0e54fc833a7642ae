import type { ActivityView } from '@bitacora/core/contract/activity';
import { consultPathOf } from '@bitacora/core/domain/activity/consult-path';
import type { Reader } from './reader.ts';

/** The consult page of the web on which the reader does their part. */
export const consultUrl = (activity: ActivityView, { me, publicUrl }: Reader): string =>
  new URL(consultPathOf(activity, me.id), publicUrl).href;
