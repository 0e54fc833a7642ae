import type { FailedDigest } from '@bitacora/core/domain/notifications/delivery';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { command } from '../command.ts';
import { yes } from '../flags.ts';
import { terminalAdmin } from '../messages/admin.ts';
import type { ListingColumn } from '../outcome.ts';
import { requireConfirmation } from '../prompts.ts';

const { outbox: texts } = terminalAdmin;

const columnsIn = (zone: string): readonly ListingColumn<FailedDigest & { reason: string }>[] => [
  { title: 'ID', of: ({ id }) => id },
  { title: texts.recipient, of: ({ recipientName }) => recipientName, isLong: true },
  { title: texts.email, of: ({ recipientEmail }) => recipientEmail, rank: 2 },
  { title: texts.kinds, of: ({ kinds }) => kinds.map((kind) => texts.kindNames[kind]).join(', '), isLong: true, rank: 3 },
  { title: texts.failedAt, of: ({ failedAt }) => writtenInstant(failedAt, zone), rank: 1 },
  { title: texts.tries, of: ({ tries }) => tries, rank: 4 },
  { title: texts.reason, of: ({ reason, detail }) => (detail ? `${reason} ${detail}` : reason), isLong: true },
];

export const outboxList = command({
  name: 'outbox list',
  summary: texts.list,
  lists: true,
  watches: true,
  flags: {},
  async run({ connect }) {
    const { client } = await connect();
    const [{ total, failed }, { zone }] = await Promise.all([client.listFailedNotifications(), client.readSession()]);
    return { kind: 'rows', columns: columnsIn(zone), rows: failed, total, empty: texts.none, foot: texts.shown(failed.length, total) };
  },
});

export const outboxResend = command({
  name: 'outbox resend',
  summary: texts.resend,
  words: [{ name: '[ids...]', summary: texts.ids }],
  confirms: true,
  flags: { all: yes(texts.all) },
  async run(call) {
    const { flags, words, common } = call;
    if (flags.all === words.length > 0) throw new Stopped(exits.usage, texts.idsOrAll, texts.seeList);
    const { client } = await call.connect();
    const ids = flags.all ? (await client.listFailedNotifications()).failed.map(({ id }) => id) : [...words];
    if (ids.length === 0) return { kind: 'done', lines: [texts.none], value: { success: true, count: 0 } };
    await requireConfirmation(call, common.yes || !flags.all, texts.question(ids.length));
    const { count } = await client.resendNotifications({ ids });
    return { kind: 'done', lines: [texts.resent(count)], value: { success: true, count } };
  },
});
