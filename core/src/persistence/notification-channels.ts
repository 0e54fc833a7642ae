/**
 * SQL to join after `told`, which has the columns `recipient_id` and `kind`: one row for each `channel` by which the person chose to
 * be told of that kind (docs/product.md, 7). Email where nothing was chosen; who chose chat and has no chat link gets email; who
 * switched both off, no row. Tokens are not asked about: they go by email.
 */
export const notificationChannels = (told: string): string => `
  left join announcement_preferences chosen on chosen.user_id = ${told}.recipient_id and chosen.kind = ${told}.kind
  cross join lateral (
    select coalesce(chosen.by_chat, false) as wants_chat,
      coalesce(chosen.by_chat, false) and exists (select from chat_links where chat_links.user_id = ${told}.recipient_id) as has_chat
  ) chat
  join lateral (values ('email', coalesce(chosen.by_email, true) or (wants_chat and not has_chat)), ('chat', has_chat))
    as way (channel, is_open) on way.is_open`;

/** SQL of an announcement's key by a channel: by chat it has `:chat` added. */
export const keyBy = (channel: string, key: string): string => `concat_ws(':', ${key}, nullif(${channel}, 'email'))`;

/** SQL of the key that an announcement of the outbox has by email. */
export const keyByEmail = (told: string): string =>
  `case when ${told}.channel = 'chat' then left(${told}.key, -length(':chat')) else ${told}.key end`;
