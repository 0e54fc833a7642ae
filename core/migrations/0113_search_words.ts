import type { Knex } from 'knex';

const CODE_POINTS = 0x110000;
const BLOCK = 0x800;
const SURROGATES = 0xd800;

/** All characters in one text, because a regular expression reads one text three times as fast as a million. */
const allCharacters = () =>
  Array.from({ length: CODE_POINTS / BLOCK }, (_, block) => block * BLOCK)
    .filter((first) => first !== SURROGATES)
    .map((first) => String.fromCodePoint(...Array.from({ length: BLOCK }, (_, place) => first + place)))
    .join('');
const codesOf = (letters: readonly string[]): number[] => letters.map((letter) => letter.codePointAt(0) as number);

const escaped = (code: number) => `\\U${code.toString(16).padStart(8, '0')}`;

/** A bracket expression of a PostgreSQL regular expression. It names the letters because no class there means the same on every server. */
function bracket(codes: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const code of codes) {
    const last = ranges.at(-1);
    if (last && last[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges.map(([from, to]) => (from === to ? escaped(from) : `${escaped(from)}-${escaped(to)}`)).join('');
}

/**
 * What `normalise` removes, and what is left of the letters that it makes small, after their marks are gone. ς is σ, as in the domain's
 * search.
 */
function characterTables() {
  const letters = allCharacters();
  const marks = bracket(codesOf(letters.match(/\p{M}/gu) ?? []));
  const large = (letters.match(/\p{Changes_When_Lowercased}/gu) ?? []).filter(
    (letter) => letter > '\u007f' && letter.normalize('NFKD') === letter && letter.toLowerCase().length === letter.length,
  );
  // Those of two code units follow, as their code points do.
  const capitals = codesOf(large);
  const from = String.fromCodePoint(...capitals);
  return { marks, from: `${from}ς`, to: `${from.toLowerCase().replaceAll('ς', 'σ')}σ` };
}

/** Those of Spanish and its neighbours, which cost little to remove. */
const COMMON_MARKS = '\u0300\u0301\u0302\u0303\u0308\u0327';

/** Limits of letters in a text and of words in an activity, because a row holds at most 1 MB of words. */
const LETTERS_MAX = 4_000;
const WORDS_MAX = 8_000;
/** A row that is full is written again with so many, because each new comment would otherwise read all earlier ones again. */
const WORDS_KEPT = 6_000;

/** The same as in `WORD_STARTS` of the domain. */
const BLANKS = '\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
const SIGNS = '!-/:-@\\[-`{-\\u00bf\\u200b-\\u2bff\\u3001-\\u303f\\U0001f000-\\U0001faff';

/**
 * The words that the search compares, one row for each activity. Functions of our own make them, without an extension and without rules of
 * a language (decision 25). Triggers keep them, so the earlier release keeps them too. `derived-rows.ts` writes those of earlier
 * activities. Nothing reads the index of trigrams any more.
 */
export async function up(knex: Knex): Promise<void> {
  const { marks, from, to } = characterTables();
  // A restore of pg_dump works with an empty search path.
  const { rows } = await knex.raw('select quote_ident(current_schema()) as schema');
  const { schema } = rows[0];
  const controls = String.fromCharCode(...Array.from({ length: 31 }, (_, code) => code + 1));
  await knex.raw(
    `
    drop index if exists activities_search;

    create table activity_words (
      activity_id integer primary key references activities on delete cascade,
      words tsvector not null
    );
    alter table activity_words set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
    alter table activity_words alter column words set statistics 300;
    -- A search reads the whole pending list, so it is short.
    create index activity_words_words on activity_words using gin (words) with (gin_pending_list_limit = 256);

    -- Every word there is, but numbers: the index finds whole words ten times as fast as beginnings. Two transactions may add the same
    -- word; a unique index would make one wait for the other.
    create table search_vocabulary (word text collate "C" not null);
    create index search_vocabulary_word on search_vocabulary (word);

    -- The same as normalise in the domain, except that each blank is a space and that a ligature cannot make a text much longer. Most
    -- texts end at the first or the second return.
    create function search_text(text) returns text language plpgsql immutable strict parallel safe as $$
      declare folded text := translate(lower(left($1, ${LETTERS_MAX}) collate "C"), '${controls}', repeat(' ', ${controls.length}));
      begin
        if octet_length(folded) = char_length(folded) then return folded; end if;
        folded := left(lower(translate(normalize(folded, nfkd), '${COMMON_MARKS}', '') collate "C"), ${LETTERS_MAX});
        if octet_length(folded) = char_length(folded) then return folded; end if;
        folded := lower(regexp_replace(folded, '[${marks}]+', '', 'g') collate "C");
        folded := normalize(translate(folded, '${from}', '${to}'), nfkd);
        return left(regexp_replace(regexp_replace(folded, '[${marks}]+', '', 'g'), '[${BLANKS}]', ' ', 'g'), ${LETTERS_MAX});
      end $$;

    -- Each word of a text, and what follows each sign within it.
    create function search_words(text) returns text[] language plpgsql immutable strict parallel safe
      set search_path = ${schema}, pg_temp as $$
      begin
        return array(
          select left(word, 32) from unnest(string_to_array(search_text($1), ' ')) as token cross join lateral (
            select token as word
            union all
            select array_to_string(parts[place : place + 32], '')
            from (
              select string_to_array(regexp_replace(token, '(?<=[${SIGNS}])(?=[^${SIGNS}])|(?=[%_])', chr(1), 'g'), chr(1)) as parts
              where token ~ '[${SIGNS}]' offset 0
            ) as split cross join generate_series(2, cardinality(parts)) as place
          ) as words
          where word <> ''
        );
      end $$;

    -- Few people and topics: their names are compared without an index.
    alter table users add column name_words tsvector
      generated always as (array_to_tsvector(search_words(first_name || ' ' || last_name))) stored;
    alter table topics add column name_words tsvector generated always as (array_to_tsvector(search_words(name))) stored;

    -- What begins with chr(1) is no word of a text: folio, topic, owner, assignee, and p for open work.
    create function activity_marks(id integer, topic_id integer, owner_id integer, assignee_id integer, status text) returns text[]
      language sql immutable parallel safe as $$
        select array[chr(1) || 'f' || id, chr(1) || 't' || topic_id, chr(1) || 'o' || owner_id, chr(1) || 'a' || assignee_id]
          || case when status in ('verified', 'canceled') then '{}' else array[chr(1) || 'p'] end
      $$;

    -- The activity's own texts first, then the newest comments, as far as a row can hold them.
    create function activity_document(document_id integer) returns tsvector language plpgsql stable strict parallel safe
      set search_path = ${schema}, pg_temp as $$
      declare
        words tsvector;
        added tsvector;
        comment text;
      begin
        select array_to_tsvector((activity_marks(id, topic_id, owner_id, assignee_id, status)
          || search_words(description) || search_words(coalesce(resolution, '')))[:${WORDS_MAX}])
          into words from activities where id = document_id;
        for comment in select body from comments where activity_id = document_id and canceled_at is null order by id desc loop
          added := ts_delete(array_to_tsvector(search_words(comment)), tsvector_to_array(words));
          exit when length(words) + length(added) > ${WORDS_KEPT};
          words := words || added;
        end loop;
        return words;
      end $$;

    create function write_activity_words(changed_id integer) returns void language plpgsql
      set search_path = ${schema}, pg_temp as $$
      begin
        -- A row that another transaction changes is awaited before its comments are read.
        insert into activity_words values (changed_id, '') on conflict do nothing;
        perform from activity_words where activity_id = changed_id for update;
        update activity_words set words = fresh.words from (select activity_document(changed_id) as words) as fresh
          where activity_id = changed_id and activity_words.words <> fresh.words;
      end $$;

    -- Comments are read again only where a text lost words, or where the row is full.
    create function activity_changes_words() returns trigger language plpgsql
      set search_path = ${schema}, pg_temp as $$
      declare changed tsvector;
      begin
        if tg_op = 'INSERT' then
          insert into activity_words values (new.id, activity_document(new.id))
            on conflict (activity_id) do update set words = excluded.words;
          return null;
        end if;
        if old.description = new.description and (old.resolution is null or old.resolution = new.resolution) then
          select words into changed from activity_words where activity_id = new.id for update;
          changed := ts_delete(changed, activity_marks(old.id, old.topic_id, old.owner_id, old.assignee_id, old.status))
            || array_to_tsvector(activity_marks(new.id, new.topic_id, new.owner_id, new.assignee_id, new.status)
              || case when old.resolution is null then search_words(coalesce(new.resolution, '')) else '{}' end);
          if length(changed) <= ${WORDS_MAX} then
            update activity_words set words = changed where activity_id = new.id;
            return null;
          end if;
        end if;
        perform write_activity_words(new.id);
        return null;
      end $$;
    create trigger activities_words after insert on activities for each row execute function activity_changes_words();
    create trigger activities_words_changed after update of description, resolution, topic_id, owner_id, assignee_id, status on activities
      for each row when (
        (old.description, old.resolution, old.topic_id, old.owner_id, old.assignee_id, old.status in ('verified', 'canceled'))
          is distinct from
        (new.description, new.resolution, new.topic_id, new.owner_id, new.assignee_id, new.status in ('verified', 'canceled'))
      ) execute function activity_changes_words();

    create function comment_changes_words() returns trigger language plpgsql
      set search_path = ${schema}, pg_temp as $$
      declare
        known tsvector;
        added tsvector;
      begin
        if tg_op = 'INSERT' and new.canceled_at is null then
          select words into known from activity_words where activity_id = new.activity_id for update;
          added := ts_delete(array_to_tsvector(search_words(new.body)), tsvector_to_array(known));
          if length(added) = 0 then return null; end if;
          if length(known) + length(added) <= ${WORDS_MAX} then
            update activity_words set words = known || added where activity_id = new.activity_id;
            return null;
          end if;
        end if;
        perform write_activity_words(new.activity_id);
        return null;
      end $$;
    create trigger comments_words after insert or update of body, canceled_at on comments
      for each row execute function comment_changes_words();

    create function add_to_vocabulary(words text[]) returns void language sql
      set search_path = ${schema}, pg_temp as $$
        insert into search_vocabulary
          select word from (select distinct word from unnest(words) as word where word collate "C" >= ':' offset 0) as fresh
          where not exists (select from search_vocabulary known where known.word = fresh.word)
      $$;
    create function words_change_vocabulary() returns trigger language plpgsql
      set search_path = ${schema}, pg_temp as $$
      begin
        if tg_op = 'INSERT' then
          perform add_to_vocabulary(array(select unnest(tsvector_to_array(words)) from added));
        else
          perform add_to_vocabulary(array(
            select unnest(tsvector_to_array(ts_delete(added.words, tsvector_to_array(removed.words))))
            from added join removed using (activity_id)
          ));
        end if;
        return null;
      end $$;
    create trigger activity_words_added after insert on activity_words referencing new table as added
      for each statement execute function words_change_vocabulary();
    create trigger activity_words_updated after update on activity_words referencing old table as removed new table as added
      for each statement execute function words_change_vocabulary();
  `.replaceAll('?', '\\?'),
  );
}
