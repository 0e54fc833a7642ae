import { parseSearchTerms, type SearchWord } from '../../domain/activities/search.ts';
import { isPrivileged } from '../../domain/people/person.ts';
import { invalid } from '../../domain/refusal.ts';
import type { ActivityHit, PersonHit, TopicHit } from '../../persistence/activities/activity-search.ts';
import type { UseCase } from '../use-case.ts';
import { suggestSearches } from './suggest-searches.ts';

interface ActorSearch {
  hits: (ActivityHit & { isOwner: boolean; isAssignee: boolean })[];
  people: PersonHit[];
  topics: TopicHit[];
  /** What they probably meant, where nothing was found. */
  suggestions?: string[];
}

interface SearchRequest {
  text: string;
  /**
   * Finds only the open or closed work of the actor and of those they substitute in which a comment has words that its other texts lack.
   */
  inComments?: 'open' | 'closed' | undefined;
}

/**
 * Finds up to twenty activities the actor may see, by folio or by words of any of their texts: open ones first, then the newest. Also finds
 * topics under which the actor may register, and people for those who administer them.
 */
export const searchActivities: UseCase<SearchRequest, ActorSearch> = async ({ repos, actor, input }) => {
  const words = parseSearchTerms(input.text);
  if (!words) throw invalid('text', 'searchTooShort');
  const seesAll = isPrivileged(actor);
  const userIds = [actor.id, ...(actor.substitutesFor ?? []).map(({ id }) => id)];
  const withPart = (hit: ActivityHit) => ({ ...hit, isOwner: hit.ownerId === actor.id, isAssignee: hit.assigneeId === actor.id });
  if (input.inComments) {
    const inComments = await repos.activitySearch.inComments(words, userIds, input.inComments);
    return { hits: inComments.map(withPart), people: [], topics: [] };
  }
  const hits = await repos.activitySearch.find(words, { userIds, seesAll });
  const topicIds = seesAll ? null : (await repos.topics.listRegistrable(actor)).map(({ id }) => id);
  const hasLetters = words.some(({ letters }) => letters);
  const people = hasLetters && seesAll ? await repos.activitySearch.people(words) : [];
  const topics = hasLetters ? await repos.activitySearch.topics(words, topicIds) : [];
  const readHit = async (others: SearchWord[]) => {
    const [hit] = await repos.activitySearch.find(others, { userIds, seesAll });
    return hit ? [hit.description, hit.topic, hit.found?.snippet ?? ''] : null;
  };
  const isNothingFound = hits.length + people.length + topics.length === 0;
  return { hits: hits.map(withPart), people, topics, ...(isNothingFound && (await suggestSearches(words, repos, readHit))) };
};
