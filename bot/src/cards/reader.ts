import type { ActivityView } from '@bitacora/core/contract/activity';
import { consultPathOf } from '@bitacora/core/domain/activity/consult-path';
import type { Me } from '../people.ts';

/** The person for whom a card is drawn: it shows what they may see and offers what they may do. */
export interface CardReader {
  me: Pick<Me, 'id' | 'kind' | 'position'>;
  publicUrl: string;
}

/** The reader's consult page of the activity in the web. */
export const consultUrl = (activity: ActivityView, { me, publicUrl }: CardReader): string =>
  new URL(consultPathOf(activity, me.id), publicUrl).href;
