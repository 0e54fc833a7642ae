import type { Knex } from 'knex';

const CODE_POINTS = 0x110000;
const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff;
const every = (matches: (letter: string) => boolean): number[] =>
  Array.from({ length: CODE_POINTS }, (_, code) => code).filter((code) => !isSurrogate(code) && matches(String.fromCodePoint(code)));

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

/** What `normalise` removes, and what is left of the letters that it makes small, after their marks are gone. ς is σ, as in `wordsIn`. */
function letterTables() {
  const marks = bracket(every((letter) => /\p{M}/u.test(letter)));
  const isCapital = (letter: string) => letter.length === 1 && letter > '\u007f' && letter.normalize('NFKD') === letter;
  const capitals = every((letter) => isCapital(letter) && letter.toLowerCase() !== letter && letter.toLowerCase().length === 1);
  const astral = every((letter) => letter.length === 2 && letter.toLowerCase() !== letter && letter.normalize('NFKD') === letter);
  const from = String.fromCodePoint(...capitals, ...astral);
  return { marks, from: `${from}ς`, to: `${from.toLowerCase().replaceAll('ς', 'σ')}σ` };
}

/** Those of Spanish and its neighbours, which cost little to remove. */
const COMMON_MARKS = '\u0300\u0301\u0302\u0303\u0308\u0327';

/** As `wordStarts` of the domain has them. */
const BLANKS = '\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
const SIGNS = '!-/:-@\\[-`{-\\u00bf\\u200b-\\u2bff\\u3001-\\u303f\\U0001f000-\\U0001faff';

/**
 * The words that the search compares, one row for each activity, made by functions of our own: no extension and no rules of a language
 * (decision 25). Triggers keep them, so the earlier release keeps them too. Rows of before are filled in the background
 * (`fill-search-words.ts`). The index of trigrams has no reader any more.
 */
export async function up(knex: Knex): Promise<void> {
  const { marks, from, to } = letterTables();
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

    -- As the domain's normalise has it, except that each blank is a space. Most texts end at the first or the second return.
    create function search_text(text) returns text language plpgsql immutable strict parallel safe as $$
      declare folded text := translate(lower($1 collate "C"), '${controls}', repeat(' ', ${controls.length}));
      begin
        if octet_length(folded) = char_length(folded) then return folded; end if;
        folded := lower(translate(normalize(folded, nfkd), '${COMMON_MARKS}', '') collate "C");
        if octet_length(folded) = char_length(folded) then return folded; end if;
        folded := lower(regexp_replace(folded, '[${marks}]+', '', 'g') collate "C");
        folded := normalize(translate(folded, '${from}', '${to}'), nfkd);
        return regexp_replace(regexp_replace(folded, '[${marks}]+', '', 'g'), '[${BLANKS}]', ' ', 'g');
      end $$;

    -- Each word of a text, and what follows each sign within it.
    create function search_words(text) returns text[] language plpgsql immutable strict parallel safe as $$
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

    -- The activity's own texts first, then the oldest comments, as far as a row can hold them. What begins with chr(1) is no word of a
    -- text: folio, topic, owner, assignee, and p for open work.
    create function activity_document(integer) returns tsvector language sql stable strict parallel safe as $$
      select array_to_tsvector(array(
        select word from (
          select unnest(array[chr(1) || 'f' || id, chr(1) || 't' || topic_id, chr(1) || 'o' || owner_id, chr(1) || 'a' || assignee_id]
            || case when status in ('verified', 'canceled') then '{}' else array[chr(1) || 'p'] end
            || search_words(description) || search_words(coalesce(resolution, ''))) as word, 0 as source
          from activities where id = $1
          union all
          select unnest(search_words(body)), id from comments where activity_id = $1 and canceled_at is null
        ) as sources
        group by word order by min(source) limit 8000
      ))
    $$;

    create function write_activity_words(changed_id integer) returns void language plpgsql as $$
      begin
        -- A row that another transaction changes is awaited before its comments are read.
        insert into activity_words values (changed_id, '') on conflict (activity_id) do update set words = activity_words.words;
        update activity_words set words = activity_document(changed_id) where activity_id = changed_id;
      end $$;

    create function activity_changes_words() returns trigger language plpgsql as $$
      declare open_word constant text := chr(1) || 'p';
      begin
        if tg_op = 'UPDATE' and (old.description, old.resolution, old.topic_id, old.owner_id, old.assignee_id)
            is not distinct from (new.description, new.resolution, new.topic_id, new.owner_id, new.assignee_id) then
          update activity_words set words = case when new.status in ('verified', 'canceled') then ts_delete(words, open_word)
            else words || array_to_tsvector(array[open_word]) end where activity_id = new.id;
          if found then return null; end if;
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

    create function comment_changes_words() returns trigger language plpgsql as $$
      declare added tsvector;
      begin
        if tg_op = 'INSERT' and new.canceled_at is null then
          added := array_to_tsvector(search_words(new.body));
          update activity_words set words = words || case when length(words) + length(added) <= 8000 then added else '' end
            where activity_id = new.activity_id;
          if found then return null; end if;
        end if;
        perform write_activity_words(new.activity_id);
        return null;
      end $$;
    create trigger comments_words after insert or update of body, canceled_at on comments
      for each row execute function comment_changes_words();

    create function add_to_vocabulary() returns trigger language plpgsql as $$
      begin
        insert into search_vocabulary
          select word from (
            select distinct word from added cross join unnest(tsvector_to_array(words)) as word where word collate "C" >= ':' offset 0
          ) as fresh
          where not exists (select from search_vocabulary known where known.word = fresh.word);
        return null;
      end $$;
    create trigger activity_words_added after insert on activity_words referencing new table as added
      for each statement execute function add_to_vocabulary();
    create trigger activity_words_updated after update on activity_words referencing new table as added
      for each statement execute function add_to_vocabulary();
  `.replaceAll('?', '\\?'),
  );
}
