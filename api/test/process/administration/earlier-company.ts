import type { Database } from '@bitacora/core/server';
import { generate } from '../../../../core/seeds/generate.ts';

/** What the company's generator leaves empty, in the columns of version 1.1.2. */
const THE_REST = `
  insert into activity_history (activity_id, act, actor_id, channel, at, to_status)
    select id, 'register', owner_id, 'web', created_at, 'not_started' from activities;
  insert into outbox (key, kind, channel, recipient_id, activity_id, facts, created_at, next_try_at, expires_at)
    select 'assigned:' || id, 'assigned', 'email', assignee_id, id, '{"n": 1}', created_at, created_at, created_at + interval '7 days' from activities;
  update outbox set sent_at = created_at, next_try_at = null, letter = gen_random_uuid() where id % 3 = 0;
  update outbox set failed_at = created_at, next_try_at = null, letter = gen_random_uuid(), failure = 'refused', last_error = '550' where id % 7 = 1 and sent_at is null;
  insert into images (id, activity_id, uploaded_by_id, name, media_type, sha256, size_bytes, width, height, position, uploaded_at)
    select gen_random_uuid(), id, owner_id, 'foto.png', 'image/png', repeat('a', 64), 1, 1, 1, 0, created_at from activities where id % 10 = 0;
  insert into profile_photos (user_id, image_id, media_type, sha256, size_bytes, width, height, uploaded_at)
    select id, gen_random_uuid(), 'image/png', repeat('b', 64), 1, 1, 1, created_at from users;
  insert into topic_assignments (topic_id, user_id, created_at) select 1, id, created_at from users;
  insert into password_resets (id, user_id, token_hash, created_at, expires_at) select gen_random_uuid(), id, '\\x01', created_at, created_at from users;
  insert into calendar_feeds (user_id, token_hash, created_at) select id, decode(md5(id::text), 'hex'), created_at from users;
  insert into announcement_preferences (user_id, kind, by_email, by_chat) select id, 'assigned', id % 2 = 0, true from users;
  insert into answered_requests (user_id, key, fingerprint, reply, created_at) select id, 'k', 'f', '{"success": true}', created_at from users;
  insert into saved_views (user_id, screen, name, name_key, query, created_at) select id, 'pending', 'Mía', 'mia', '?a=1', created_at from users;
  insert into chat_links (user_id, service, workspace, chat_user_id, display_name, linked_at)
    select id, 'slack', 'T1', 'U' || id, first_name, created_at from users;
  insert into chat_link_requests (code_hash, service, workspace, chat_user_id, display_name, created_at, expires_at)
    select decode(md5(id::text), 'hex'), 'teams', 'T2', 'V' || id, first_name, created_at, created_at from users;
  insert into access_tokens (user_id, secret_hash, prefix, name, scope, channel, chat_link_id, created_at, expires_at)
    select user_id, decode(md5(id::text), 'hex'), 'tk_', 'Bot', 'write', 'slack', id, linked_at, linked_at from chat_links;
  insert into sweeps (due_at, swept_at, announced_count) values (now(), now(), 1);
  insert into installation (key, value) values ('isDemo', 'true')`;

/** Rows in every table that version 1.1.2 keeps. */
export async function fillEarlier(db: Database, activities: number): Promise<void> {
  await generate(db, { activities, comments: activities * 5 }, new Date());
  await db.raw(THE_REST);
}
