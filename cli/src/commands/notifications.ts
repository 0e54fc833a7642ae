import type { Endpoints, Reply } from '@bitacora/core/contract';
import type { FailedDigest } from '@bitacora/core/domain/notifications/delivery';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { andOthers } from '@bitacora/core/messages/notifications/digest';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { command, type ListingColumn, wholeList } from '../command.ts';
import { yes } from '../flags.ts';
import { requireConfirmation } from '../input.ts';
import { terminalNotifications } from '../messages/activities.ts';
import { terminalAdmin } from '../messages/admin.ts';

type ListedNotification = Reply<Endpoints['listOwnNotifications']>['notifications'][number];

const notificationColumns = (zone: string): readonly ListingColumn<ListedNotification>[] => [
  { title: terminalNotifications.at, of: ({ createdAt }) => writtenInstant(createdAt, zone) },
  { title: terminalNotifications.folio, of: ({ activityId }) => activityId },
  { title: terminalNotifications.kind, of: ({ kind }) => terminalAdmin.outbox.kindNames[kind] },
  { title: terminalNotifications.by, of: ({ actorName }) => actorName, isLong: true, rank: 1 },
  {
    title: terminalNotifications.activity,
    of: ({ description, others = [] }) => description && description + andOthers(others.length),
    isLong: true,
  },
  { title: terminalNotifications.note, of: ({ note }) => note, isLong: true, rank: 2 },
  {
    title: terminalNotifications.state,
    of: ({ readAt }) => (readAt ? terminalNotifications.isRead : terminalNotifications.isUnread),
    rank: 3,
  },
];

export const notifications = command({
  name: 'notifications',
  summary: terminalNotifications.summary,
  watches: true,
  flags: { unread: yes(terminalNotifications.unread), read: yes(terminalNotifications.read) },
  async run({ connect, flags, common }) {
    if (flags.read && common.watch) throw new Stopped(exits.usage, terminalNotifications.readOrWatch);
    const { client } = await connect();
    const [{ notifications: all, unread }, { zone }] = await Promise.all([client.listOwnNotifications(), client.readSession()]);
    const rows = flags.unread ? all.filter(({ readAt }) => readAt === null) : all;
    const ids = rows.filter(({ readAt }) => readAt === null).map(({ id }) => id);
    const isMarking = flags.read && ids.length > 0;
    if (isMarking) await client.markNotificationsRead({ ids });
    const foot = isMarking ? terminalNotifications.marked(ids.length) : terminalNotifications.count(rows.length, unread);
    const empty = flags.unread ? terminalNotifications.noneUnread : terminalNotifications.none;
    return wholeList(notificationColumns(zone), rows, { empty, foot });
  },
});

const { outbox: outboxTexts } = terminalAdmin;

const outboxColumns = (zone: string): readonly ListingColumn<FailedDigest & { reason: string }>[] => [
  { title: 'ID', of: ({ id }) => id },
  { title: outboxTexts.recipient, of: ({ recipientName }) => recipientName, isLong: true },
  { title: outboxTexts.email, of: ({ recipientEmail }) => recipientEmail, rank: 2 },
  { title: outboxTexts.kinds, of: ({ kinds }) => kinds.map((kind) => outboxTexts.kindNames[kind]).join(', '), isLong: true, rank: 3 },
  { title: outboxTexts.failedAt, of: ({ failedAt }) => writtenInstant(failedAt, zone), rank: 1 },
  { title: outboxTexts.tries, of: ({ tries }) => tries, rank: 4 },
  { title: outboxTexts.reason, of: ({ reason, detail }) => (detail ? `${reason} ${detail}` : reason), isLong: true },
];

export const outboxList = command({
  name: 'outbox list',
  summary: outboxTexts.list,
  watches: true,
  async run({ connect }) {
    const { client } = await connect();
    const [{ total, failed }, { zone }] = await Promise.all([client.listFailedNotifications(), client.readSession()]);
    return {
      kind: 'rows',
      columns: outboxColumns(zone),
      rows: failed,
      total,
      empty: outboxTexts.none,
      foot: outboxTexts.visibleOf(failed.length, total),
    };
  },
});

export const outboxResend = command({
  name: 'outbox resend',
  summary: outboxTexts.resend,
  words: [{ name: '[ids...]', summary: outboxTexts.ids }],
  confirms: true,
  flags: { all: yes(outboxTexts.all) },
  async run(call) {
    const { flags, words } = call;
    if (flags.all === words.length > 0) throw new Stopped(exits.usage, outboxTexts.idsOrAll, outboxTexts.seeList);
    const { client } = await call.connect();
    const ids = flags.all ? (await client.listFailedNotifications()).failed.map(({ id }) => id) : [...words];
    if (ids.length === 0) return { kind: 'done', lines: [outboxTexts.none], value: { success: true, count: 0 } };
    if (flags.all) await requireConfirmation(call, outboxTexts.question(ids.length));
    const { count } = await client.resendNotifications({ ids });
    return { kind: 'done', lines: [outboxTexts.resent(count)], value: { success: true, count } };
  },
});
