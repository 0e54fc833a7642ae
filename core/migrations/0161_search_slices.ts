import type { Knex } from 'knex';

/**
 * Lets the index of words find the hits of one slice of folios. A search asks the newest slices first and stops when it has enough
 * (decision 25). The earlier release asks the same index for words alone. Writes wait until the index is built, about three minutes
 * among a million activities with words. Reads wait for the replacement alone.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index activity_words_slices on activity_words using gin (words, (array[activity_id / 20000])) with (gin_pending_list_limit = 256);
    -- Longer than a read may take, because a failure here loses the index that was built.
    set local lock_timeout = '12s';
    drop index activity_words_words;
    alter index activity_words_slices rename to activity_words_words;
  `);
}
