import { summaryKinds } from '../domain/notifications/notification.ts';
import { literals } from './statement.ts';

/**
 * Joins the open channels to `notice`, which has the columns `recipient_id` and `kind` (docs/product.md, 7). The six statements that
 * write notifications share this text, because the rule would otherwise stand in each of them.
 * One row for each `way.channel` by which the person wants this kind. Without a choice that is email, and none for a summary. A person who chose chat and has
 * no chat link gets email. A person who switched both off gets no row.
 */
export const OPEN_CHANNELS = `
  left join announcement_preferences chosen on chosen.user_id = notice.recipient_id and chosen.kind = notice.kind
  cross join lateral (
    select coalesce(chosen.by_chat, false) as wants_chat,
      coalesce(chosen.by_chat, false) and exists (select from chat_links where chat_links.user_id = notice.recipient_id) as has_chat
  ) chat
  join lateral (values ('email', coalesce(chosen.by_email, notice.kind not in ${literals(summaryKinds)}) or (wants_chat and not has_chat)), ('chat', has_chat))
    as way (channel, is_open) on way.is_open`;
