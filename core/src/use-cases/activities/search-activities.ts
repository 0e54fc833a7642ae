import { searchTermsIn } from '../../domain/activity/search.ts';
import { isPrivileged } from '../../domain/people/person.ts';
import { invalid } from '../../domain/refusal.ts';
import type { ActivityHit, PersonHit, TopicHit } from '../../persistence/activity-search.ts';
import type { UseCase } from '../use-case.ts';

interface ActorSearch {
  hits: (ActivityHit & { isOwner: boolean; isAssignee: boolean })[];
  people: PersonHit[];
  topics: TopicHit[];
}

/**
 * Up to twenty activities the actor may see, by folio or by words of any of their texts: open ones first, then the newest. Topics under
 * which the actor may register, and people for those who administer them.
 */
export const searchActivities: UseCase<{ text: string }, ActorSearch> = async ({ repos, actor, input }) => {
  const words = searchTermsIn(input.text);
  if (!words) throw invalid('text', 'searchTooShort');
  const seesAll = isPrivileged(actor);
  const userIds = [actor.id, ...(actor.substitutesFor ?? []).map(({ id }) => id)];
  const hits = await repos.activitySearch.find(words, { userIds, seesAll });
  const topicIds = seesAll ? null : (await repos.topics.registrableBy(actor)).map(({ id }) => id);
  const hasLetters = words.some(({ letters }) => letters);
  return {
    hits: hits.map((one) => ({ ...one, isOwner: one.ownerId === actor.id, isAssignee: one.assigneeId === actor.id })),
    people: hasLetters && seesAll ? await repos.activitySearch.people(words) : [],
    topics: hasLetters ? await repos.activitySearch.topics(words, topicIds) : [],
  };
};
