/** Thousands of tokens and invitations in one statement. */
export const INVITE = `
  with invited as (
    insert into password_resets (id, user_id, token_hash, wrong_tries, created_at, expires_at)
    select id, user_id, token_hash, 0, :now, :expiresAt
    from unnest(:ids::uuid[], :userIds::integer[], :tokenHashes::bytea[]) as given (id, user_id, token_hash)
    returning id, user_id
  )
  insert into outbox (key, kind, recipient_id, facts, created_at, next_try_at, expires_at)
  select 'invitation:' || id, 'invitation', user_id, jsonb_build_object('resetId', id), :now, :now, :newsUntil from invited`;
