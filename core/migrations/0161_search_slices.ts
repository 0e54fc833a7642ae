import type { Knex } from 'knex';

/**
 * Lets the index of words find the hits of one slice of folios. A search asks the newest slices first and stops when it has enough
 * (decision 25). The earlier release asks the same index for words alone. Acts on activities wait until the index is built.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index activity_words_words;
    create index activity_words_words on activity_words using gin (words, (array[activity_id / 20000])) with (gin_pending_list_limit = 256);
  `);
}
