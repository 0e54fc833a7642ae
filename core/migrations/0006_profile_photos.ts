import type { Knex } from 'knex';

/** One photo a person; its bytes are the image store's. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table profile_photos (
      user_id integer primary key references users,
      image_id uuid not null unique,
      media_type text not null check (media_type in ('image/jpeg', 'image/png')),
      sha256 text not null,
      size_bytes integer not null,
      width integer not null,
      height integer not null,
      uploaded_at timestamptz not null
    );
  `);
}
