import type { Knex } from 'knex';

/** Words of an activity at most, as in migration 0113. */
const WORDS_MAX = 8_000;

/**
 * The same words for less work, because they were a third of what a registration costs PostgreSQL (docs/performance.md). New work has no
 * comments to read. The vocabulary grows row by row, because a function in SQL was planned anew at each call and a row needs no transition
 * table. Full names spare each call the change of the search path.
 */
export async function up(knex: Knex): Promise<void> {
  const { rows } = await knex.raw('select quote_ident(current_schema()) as schema');
  const { schema } = rows[0];
  await knex.raw(
    `
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
