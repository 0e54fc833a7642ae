import type { Knex } from 'knex';

/**
 * Marks of undelivered (u) and of delivered (d) open work among the words of the search. A page by urgency reads these parts one after
 * the other, because the words of a resolution stand in delivered work alone, which comes last.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function activity_marks(id integer, topic_id integer, owner_id integer, assignee_id integer, status text) returns text[]
      language sql immutable parallel safe as $$
        select array[chr(1) || 'f' || id, chr(1) || 't' || topic_id, chr(1) || 'o' || owner_id, chr(1) || 'a' || assignee_id]
          || case when status in ('verified', 'canceled') then '{}'
            else array[chr(1) || 'p', chr(1) || case when status = 'completed' then 'd' else 'u' end] end
      $$;

    drop trigger activities_words_changed on activities;
    create trigger activities_words_changed after update of description, resolution, topic_id, owner_id, assignee_id, status on activities
      for each row when (
        (old.description, old.resolution, old.topic_id, old.owner_id, old.assignee_id, old.status in ('verified', 'canceled'),
          old.status = 'completed')
          is distinct from
        (new.description, new.resolution, new.topic_id, new.owner_id, new.assignee_id, new.status in ('verified', 'canceled'),
          new.status = 'completed')
      ) execute function activity_changes_words();

    update activity_words set words = words || array_to_tsvector(array[chr(1) || case when status = 'completed' then 'd' else 'u' end])
      from activities
      where id = activity_id and status not in ('verified', 'canceled')
        and not words @@ ('''' || chr(1) || case when status = 'completed' then 'd' else 'u' end || '''')::tsquery;
  `);
}
