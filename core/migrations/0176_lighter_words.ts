import type { Knex } from 'knex';

/** Words of an activity at most, as in migration 0113. */
const WORDS_MAX = 8_000;

/**
 * The same words for less work, because they were a third of what a registration costs PostgreSQL (docs/performance.md). New work has no
 * comments to read. A text without signs is split at its blanks alone. The vocabulary grows row by row: a function in SQL was planned anew
 * at each call, and a row needs no transition table. Full names spare each call the change of the search path.
 */
export async function up(knex: Knex): Promise<void> {
  const { rows } = await knex.raw(`
    select quote_ident(current_schema()) as schema, prosrc as "bySigns", substring(prosrc from $$token ~ ('\\[.*?\\]')$$) as signs
    from pg_proc where oid = 'search_words'::regproc
  `);
  const { schema, bySigns, signs } = rows[0];
  const splitBySigns = bySigns.replace('search_text($1)', 'folded').replace(/^\s*begin\s|\send\s*$/g, '');
  await knex.raw(
    `
    create or replace function search_words(text) returns text[] language plpgsql immutable strict parallel safe as $$
      declare folded text := ${schema}.search_text($1);
      begin
        if folded !~ ${signs} then
          return array(select left(word, 32) from unnest(string_to_array(folded, ' ')) as word where word <> '');
        end if;
        ${splitBySigns}
      end $$;

    create function activity_adds_words() returns trigger language plpgsql as $$
      begin
        insert into ${schema}.activity_words values (new.id, array_to_tsvector((
            ${schema}.activity_marks(new.id, new.topic_id, new.owner_id, new.assignee_id, new.status)
            || ${schema}.search_words(new.description) || ${schema}.search_words(coalesce(new.resolution, ''))
          )[:${WORDS_MAX}]))
          on conflict (activity_id) do update set words = excluded.words;
        return null;
      end $$;
    drop trigger activities_words on activities;
    create trigger activities_words after insert on activities for each row execute function activity_adds_words();

    drop trigger activity_words_added on activity_words;
    drop trigger activity_words_updated on activity_words;
    create or replace function words_change_vocabulary() returns trigger language plpgsql as $$
      declare
        fresh text[];
      begin
        if tg_op = 'INSERT' then
          fresh := tsvector_to_array(new.words);
        else
          fresh := tsvector_to_array(ts_delete(new.words, tsvector_to_array(old.words)));
        end if;
        insert into ${schema}.search_vocabulary
          select word from unnest(fresh) as added (word)
          where word collate "C" >= ':' and not exists (select from ${schema}.search_vocabulary known where known.word = added.word);
        return null;
      end $$;
    create trigger activity_words_vocabulary after insert or update on activity_words
      for each row execute function words_change_vocabulary();
    drop function add_to_vocabulary(text[]);
  `.replaceAll('?', '\\?'),
  );
}
