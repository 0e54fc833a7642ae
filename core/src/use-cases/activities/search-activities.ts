import { searchTermsIn } from '../../domain/activity/search.ts';
import { isPrivileged } from '../../domain/people/person.ts';
import { invalid } from '../../domain/refusal.ts';
import type { ActivityHit } from '../../persistence/activity-search.ts';
import type { UseCase } from '../use-case.ts';

type Hit = ActivityHit & { isOwner: boolean; isAssignee: boolean };

/** Up to twenty activities the actor may see, by folio or by words of their description: open ones first, then the newest. */
export const searchActivities: UseCase<{ text: string }, { hits: Hit[] }> = async ({ repos, actor, input }) => {
  const sought = searchTermsIn(input.text);
  if (!sought) throw invalid('text', 'searchTooShort');
  const found = await repos.activitySearch.find(sought, { id: actor.id, seesAll: isPrivileged(actor) });
  const hits = found.map((one) => ({ ...one, isOwner: one.ownerId === actor.id, isAssignee: one.assigneeId === actor.id }));
  return { hits };
};
