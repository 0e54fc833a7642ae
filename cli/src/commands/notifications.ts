import type { Endpoints, Reply } from '@bitacora/core/contract';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { command } from '../command.ts';
import { yes } from '../flags.ts';
import { terminalNotifications as texts } from '../messages/activities.ts';
import { terminalAdmin } from '../messages/admin.ts';
import type { ListingColumn } from '../outcome.ts';

type ListedNotification = Reply<Endpoints['listOwnNotifications']>['notifications'][number];

const columnsIn = (zone: string): readonly ListingColumn<ListedNotification>[] => [
  { title: texts.at, of: ({ createdAt }) => writtenInstant(createdAt, zone) },
  { title: texts.folio, of: ({ activityId }) => activityId },
  { title: texts.kind, of: ({ kind }) => terminalAdmin.outbox.kindNames[kind] },
  { title: texts.by, of: ({ actorName }) => actorName, isLong: true, rank: 1 },
  { title: texts.activity, of: ({ description }) => description, isLong: true },
  { title: texts.note, of: ({ note }) => note, isLong: true, rank: 2 },
  { title: texts.state, of: ({ readAt }) => (readAt ? texts.isRead : texts.isUnread), rank: 3 },
];

export const notifications = command({
  name: 'notifications',
  summary: texts.summary,
  lists: true,
  watches: true,
  flags: { unread: yes(texts.unread), read: yes(texts.read) },
  async run({ connect, flags, common }) {
    if (flags.read && common.watch) throw new Stopped(exits.usage, texts.readOrWatch);
    const { client } = await connect();
    const [{ notifications: all, unread }, { zone }] = await Promise.all([client.listOwnNotifications(), client.readSession()]);
    const rows = flags.unread ? all.filter(({ readAt }) => readAt === null) : all;
    const ids = rows.filter(({ readAt }) => readAt === null).map(({ id }) => id);
    const marked = flags.read && ids.length > 0 ? (await client.markNotificationsRead({ ids })).count : null;
    const foot = marked === null ? texts.count(rows.length, unread) : texts.marked(marked);
    const empty = flags.unread ? texts.noneUnread : texts.none;
    return { kind: 'rows', columns: columnsIn(zone), rows, total: rows.length, empty, foot };
  },
});
