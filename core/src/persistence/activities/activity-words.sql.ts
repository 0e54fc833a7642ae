/* Statements that write the words of the search. Core makes them of the texts (`collectWords`); what else the index finds is in the row. */

/**
 * The marks of a row, which no word of a text resembles: its folio, topic, owner and responsible, and p for open work. A row of version
 * 1.2.0 may hold the marks u and d, which nothing reads any more.
 */
export const rowMarks = (row: string): string => `
    array[chr(1) || 'f' || ${row}.id, chr(1) || 't' || ${row}.topic_id, chr(1) || 'o' || ${row}.owner_id, chr(1) || 'a' || ${row}.assignee_id]
      || case when ${row}.is_open then array[chr(1) || 'p'] else '{}' end`;

/** The columns that a statement of an act returns of the activity, because they make the marks of its words. */
export const ACTED = 'returning id, deadline_on, topic_id, owner_id, assignee_id, is_open, resolution';

/** This part of a statement adds the words of the new activity in `acted`. */
export const ADD_WORDS = `
  worded as (
    insert into activity_words select id, array_to_tsvector(${rowMarks('acted')}) || :words::tsvector from acted
  )`;

/** This part of a statement replaces the marks of the activity in `acted` and adds words. `activities` still shows its former state. */
export const CHANGE_WORDS = `
  worded as (
    update activity_words set words = ts_delete(words, ${rowMarks('former')}) || array_to_tsvector(${rowMarks('acted')}) || :words::tsvector
    from acted join activities as former on former.id = acted.id
    where activity_id = acted.id and (former.is_open, former.owner_id, former.assignee_id, former.resolution)
      is distinct from (acted.is_open, acted.owner_id, acted.assignee_id, acted.resolution)
  )`;

/** Answers whether the words of the comment are too many for the row. An activity without words gets all of them later (`FILL_TURN`). */
export const ADD_COMMENT = `
  with said as (
    insert into comments (activity_id, author_id, body, written_at, captured_at)
    values (:activityId, :authorId, :body, :writtenAt::timestamptz, :capturedAt::timestamptz)
    returning id
  ), known as (
    select length(words) + length(:words::tsvector) > :max as "isFull" from activity_words where activity_id = :activityId
  ), worded as (
    update activity_words set words = words || :words::tsvector
    where activity_id = :activityId and length(words) + length(:words::tsvector) <= :max
  )
  select id, coalesce((select "isFull" from known), false) as "isFull" from said`;

export const READ_TEXTS = `
  select id, description, resolution, array(
    select body from comments where activity_id = activities.id and canceled_at is null order by comments.id desc
  ) as comments
  from activities where id = any(:ids::integer[])`;

export const WRITE_WORDS = `
  insert into activity_words
  select activities.id, array_to_tsvector(${rowMarks('activities')}) || given.words::tsvector
  from unnest(:ids::integer[], :words::text[]) as given (id, words) join activities on activities.id = given.id
  on conflict (activity_id) do update set words = excluded.words`;

/**
 * Locks activities without words, the newest first, until the batch has that many or as many comments. It locks none while another
 * process has its turn. An activity that another transaction locks is left for the next round.
 */
export const FILL_TURN = `
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
  )
  select (select "isOurs" from turn), coalesce(min(id), 0) as "before", count(*) as missing, array(select id from unlocked) as ids
  from part`;

export const COUNT_WITHOUT_WORDS = `
  select count(*) from activities where not exists (select from activity_words where activity_id = activities.id)`;

/** Lists the names that have no words, because backups leave those out. */
export const NAMES_WITHOUT_WORDS = `
  select 'users' as kind, id, first_name || ' ' || last_name as name from users where name_words is null
  union all select 'topics', id, name from topics where name_words is null`;
const writeNameWords = (table: 'users' | 'topics') => `
  update ${table} set name_words = given.words::tsvector
  from unnest(:ids::integer[], :words::text[]) as given (id, words) where ${table}.id = given.id and name_words is null`;
export const WRITE_NAME_WORDS = { users: writeNameWords('users'), topics: writeNameWords('topics') };
