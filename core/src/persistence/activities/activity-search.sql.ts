import { IS_IMPORTED } from './encoded-rows.sql.ts';

/* The conditions of a search. The builder has no operators for them. */

/** Finds for each searched word, by its position, the people and topics whose names have it and the words of the vocabulary that begin with it. */
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

/** Finds words of texts and names that begin or go on like a mistyped word, because a wrong letter spares its first or its last part. */
export const WORDS_LIKE = `
  (select word from search_vocabulary
   where word >= :beginning collate "C" and word < :beginning || U&'\\+10FFFF' collate "C" limit :limit)
  union (select word from search_vocabulary where word like '%' || :ending || '%' limit :limit)
  union (
    select word from (select name_words from users union all select name_words from topics) as names
    cross join lateral unnest(tsvector_to_array(name_words)) as word
    where word like :beginning || '%' or word like '%' || :ending || '%' limit :limit
  )`;

/** A word that the index would find slowly, because very many words or the names of many people begin with it. */
export interface ComparedWord {
  text: string;
  userIds: number[];
  topicIds: number[];
}
/** The conditions of a search. The index finds the rows for `marks` and `indexed`. `compared` is then compared with each of these rows. */
export interface SearchQuery {
  /** Marks of a part of all work, such as open work or that of a person. */
  marks: readonly string[];
  indexed: readonly string[];
  compared: readonly ComparedWord[];
}

/**
 * Writes the conditions on `activity_words`, one for each word, because PostgreSQL then skips through the index to the common rows. For one
 * condition with all words it would read each entry (0.5 against 132 ms for a common and a rare word).
 */
const indexConditions = ({ marks, indexed }: SearchQuery): string[] => [
  ...marks.map((_, place) => `words @@ :mark${place}::tsquery`),
  ...indexed.map((_, place) => `words @@ :indexed${place}::tsquery`),
];
const nameConditions = ({ compared }: SearchQuery): string[] =>
  compared.map(
    (_, place) =>
      `(activities.owner_id = any(:users${place}::integer[]) or activities.assignee_id = any(:users${place}::integer[])
      or activities.topic_id = any(:topics${place}::integer[]))`,
  );
/** Writes the compared conditions on `activities` and its words. The function behind the operator `@@` prevents the use of the index. */
export const comparedConditions = (query: SearchQuery): string[] =>
  nameConditions(query).map((names, place) => `(${names} or ts_match_vq(words, :compared${place}::tsquery))`);

const SLICE = 20_000;
const SLICES_MAX = '(select max(activity_id) / 20000 from activity_words)';
/** At most this many rows that the index finds are read. */
const LOOKED_UP_MAX = 3_000;
const PATIENCE = "interval '1 second'";
/**
 * Reads the rows that the index finds, with `words` where they are compared. It reads one slice of folios after the other, the newest
 * first, because the index would otherwise collect all hits before it returns one. No slice begins after the patience.
 */
export const lookedUpBy = (query: SearchQuery): string => `(
    select activity_id${query.compared.length > 0 ? ', words' : ''}
    from (
      select slice from generate_series(${SLICES_MAX}, 0, -1) as slice
      where clock_timestamp() < statement_timestamp() + ${PATIENCE} offset 0
    ) as slices cross join lateral (
      select activity_id, words from activity_words
      where ${indexConditions(query).join(' and ')} and array[activity_id / ${SLICE}] && array[slice] offset 0
    ) as found
    limit ${LOOKED_UP_MAX}
  )`;
/** Writes the condition that these rows are all hits. It reads them to their end. */
export const areAllRead = (rows: string): string =>
  `((select count(*) from ${rows}) < ${LOOKED_UP_MAX} and clock_timestamp() < statement_timestamp() + ${PATIENCE})`;

export const hasWords = (query: SearchQuery): string =>
  `exists (select from activity_words where ${['activity_id = activities.id', ...indexConditions(query), ...comparedConditions(query)].join(' and ')})`;

/* Statements on words, for which the builder has no operators. */

const OWN = '(owner_id = any(:userIds::integer[]) or assignee_id = any(:userIds::integer[]))';
const HIT_ORDER = `order by is_open desc, created_at desc, id desc limit :limit`;

/** Reads the newest activities, which are then compared one by one. This is quick for common words. */
const newest = (activities: string) =>
  `select id, owner_id, assignee_id, topic_id, created_at from ${activities} order by created_at desc, id desc limit :newest`;
const hitsOfNewest = (activities: string) => (query: SearchQuery) =>
  `
  select id from (${newest(activities)}) as activities
  where ${hasWords(query)}
  order by created_at desc, id desc limit :limit`;
export const hitsOfNewestOpen = hitsOfNewest('activities where is_open');
export const hitsOfAllNewest = hitsOfNewest(
  `((${newest('activities where is_open')}) union all (${newest('activities where not is_open')})) as activities`,
);
export const hitsOfOwnNewest = hitsOfNewest(`activities where is_open and ${OWN}`);

/** Joins the rows that the index finds, the newest first, with their activities. */
const lookedUp = (query: SearchQuery): string =>
  `${lookedUpBy(query)} as looked_up cross join lateral (select * from activities where id = activity_id offset 0) as activities`;
/** Reads the newest hits of the index together with the earlier `:newestHits`. */
export const hitsByIndex = (query: SearchQuery): string => `
  select id from activities
  where id = any(array(
    select unnest(:newestHits::integer[])
    union (select id from ${lookedUp(query)} where ${['true', ...comparedConditions(query)].join(' and ')} limit :proposed)
  ))
  ${HIT_ORDER}`;

export const BY_FOLIO = `
  select id from activities where id = any(:folios::integer[]) and (:seesAll or ${OWN})`;

/** Reads hits among about the newest open or closed activities of some people. */
export const hitsOfPeople = (query: SearchQuery, part: 'open' | 'closed'): string => `
  select id from ${lookedUp(query)}
  where ${[part === 'open' ? 'is_open' : 'not is_open', ...comparedConditions(query)].join(' and ')}
  limit :limit`;

export const SEARCHED_TEXTS = `
  select activities.id, activities.description, activities.resolution, activities.status, activities.owner_id as "ownerId",
    activities.assignee_id as "assigneeId", activities.rejected_at as "rejectedAt", activities.requested_to as "requestedTo",
    ${IS_IMPORTED} as "isImported", topics.name as topic,
    owners.first_name || ' ' || owners.last_name as owner, assignees.first_name || ' ' || assignees.last_name as responsible
  from activities join topics on topics.id = topic_id
  join users as owners on owners.id = owner_id join users as assignees on assignees.id = assignee_id
  where activities.id = any(?::integer[])`;

/** Reads the newest comments of each activity, at most `:comments`. */
export const NEWEST_COMMENTS = `
  select activities.id as "activityId", body
  from unnest(:ids::integer[]) as activities (id) cross join lateral (
    select id, body from comments where activity_id = activities.id and canceled_at is null order by id desc limit :comments
  ) as newest order by activities.id, newest.id desc`;

/** This statement and the next find people and topics whose names have all words. */
export const PEOPLE_WITH_WORDS = `
  select id, first_name || ' ' || last_name as name, position, department, is_active as "isActive" from users
  where name_words @@ :query::tsquery order by is_active desc, first_name, last_name, id limit :limit`;
export const TOPICS_WITH_WORDS = `
  select id, name, department from topics
  where name_words @@ :query::tsquery and (:topicIds::integer[] is null or id = any(:topicIds::integer[])) order by name, id limit :limit`;
