import { openStatuses } from '../domain/activity/activity.ts';
import { literals } from './statement.ts';

/* Statements on words, for which the builder has no operators. */

/** By the place of each word: the people and topics whose names have it, and the words of the vocabulary that begin so. */
export const NAMES_OF_WORDS = `
  select place::integer - 1 as place, kind, id, named.word
  from unnest(:beginnings::text[], :letters::text[]) with ordinality as sought (beginning, letters, place) cross join lateral (
    select 'user' as kind, id, null as word from users where name_words @@ beginning::tsquery
    union all
    select 'topic', id, null from topics where name_words @@ beginning::tsquery
    union all
    (select distinct 'word', null::integer, word from search_vocabulary
     where word >= letters collate "C" and word < letters || U&'\\+10FFFF' collate "C" limit :limit)
  ) as named`;

/** A condition without a value is not in the plan. The function of the operator `@@` keeps the index out of what is only compared. */
const HAS_WORDS = `(:indexed::tsquery is null or words @@ :indexed::tsquery)
  and (:compared::tsquery is null or ts_match_vq(words, :compared::tsquery))`;
export const WITH_WORDS = `select activity_id from activity_words where ${HAS_WORDS}`;

const OPEN = `status in ${literals(openStatuses)}`;
const OWN = '(owner_id = any(:userIds::integer[]) or assignee_id = any(:userIds::integer[]))';
const HIT_ORDER = `order by ${OPEN} desc, created_at desc, id desc limit :limit`;

/** The newest open ones are looked through one by one, which is quick for common words. */
const hitsOfNewest = (condition: string) => `
  select id from (
    select id, created_at from activities where ${condition} order by created_at desc, id desc limit :newest
  ) as part
  where exists (select from activity_words where activity_id = part.id and ${HAS_WORDS})
  order by created_at desc, id desc limit :limit`;
export const HITS_OF_NEWEST = hitsOfNewest(OPEN);
export const HITS_OF_ALL_NEWEST = hitsOfNewest('true');
export const OWN_HITS_OF_NEWEST = hitsOfNewest(`${OPEN} and ${OWN}`);

/**
 * The newest that the index finds, with those of before. \`+ 0\` hides the folio from its index, which PostgreSQL would walk in the hope of
 * soon meeting enough that match.
 */
export const HITS_BY_INDEX = `
  select id from activities
  where id = any(array(
    select unnest(:newestHits::integer[]) union (${WITH_WORDS} order by activity_id + 0 desc limit :proposed)
  ))
  ${HIT_ORDER}`;

export const BY_FOLIO = `
  select id from activities where id = any(:folios::integer[]) and (:seesAll or ${OWN})`;

/** Activities with their texts, but the comments. */
export const SEARCHED_TEXTS = `
  select activities.id, activities.description, activities.resolution, activities.status, activities.owner_id as "ownerId",
    activities.assignee_id as "assigneeId", topics.name as topic,
    owners.first_name || ' ' || owners.last_name as owner, assignees.first_name || ' ' || assignees.last_name as responsible
  from activities join topics on topics.id = topic_id
  join users as owners on owners.id = owner_id join users as assignees on assignees.id = assignee_id
  where activities.id = any(?::integer[])`;

/**
 * Of each activity the newest comment with most of the words that its other texts lack. It looks at as many comments as a person
 * might read. `position` is quick and finds the middle of words too, so the words of few comments are made.
 */
export const COMMENTS_WITH_WORDS = `
  select lacking.id as "activityId", best.body
  from (
    select id, array_agg(letters) as letters, array_agg(beginning::tsquery) as beginnings
    from unnest(:ids::integer[], :letters::text[], :beginnings::text[]) as pair (id, letters, beginning) group by id
  ) as lacking cross join lateral (
    select body from (
      select id, body, search_text(body) as folded from comments
      where activity_id = lacking.id and canceled_at is null order by id desc limit :comments
    ) as newest cross join lateral (
      select array_to_tsvector(search_words(body)) as words
      where exists (select from unnest(letters) as sought where position(sought in folded) > 0) offset 0
    ) as own cross join lateral (
      select count(*) as matches from unnest(beginnings) as beginning where words @@ beginning
    ) as counted
    where matches > 0 order by matches desc, newest.id desc limit 1
  ) as best`;

/** People and topics whose names have all words. */
export const PEOPLE_WITH_WORDS = `
  select id, first_name || ' ' || last_name as name, position, department, is_active as "isActive" from users
  where name_words @@ :query::tsquery order by is_active desc, first_name, last_name, id limit :limit`;
export const TOPICS_WITH_WORDS = `
  select id, name, department from topics
  where name_words @@ :query::tsquery and (:topicIds::integer[] is null or id = any(:topicIds::integer[])) order by name, id limit :limit`;

/**
 * Writes the words of activities without any, the newest first, until the batch has that many or as many comments. It writes none while
 * another process does. An activity that another transaction locks is left for the next round.
 */
export const FILL_WORDS = `
  with turn as materialized (
    select pg_try_advisory_xact_lock(:lock) as "isOurs"
  ), part as materialized (
    select id from (
      select id, sum(comments) over (order by id desc rows between unbounded preceding and 1 preceding) as "commentsBefore"
      from (
        select id, (select count(*) from comments where activity_id = activities.id) as comments from activities
        where (select "isOurs" from turn) and id < :before and not exists (select from activity_words where activity_id = activities.id)
        order by id desc limit :limit
      ) as missing
    ) as counted
    where coalesce("commentsBefore", 0) < :comments
  ), unlocked as materialized (
    select id from activities where id = any(array(select id from part)) for key share skip locked
  ), filled as (
    insert into activity_words select id, activity_document(id) from unlocked on conflict do nothing
  )
  select (select "isOurs" from turn), coalesce(min(id), 0) as "before", count(*) as missing, (select count(*) from unlocked) as filled
  from part`;

export const COUNT_WITHOUT_WORDS = `
  select count(*) from activities where not exists (select from activity_words where activity_id = activities.id)`;
