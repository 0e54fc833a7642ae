import type { AdminEntry } from '@bitacora/core/contract/admin/admin-endpoints';
import { type AdminAct, adminActs } from '@bitacora/core/domain/admin/admin-act';
import {
  adminActLabel,
  adminChannelLabel,
  adminHistoryTexts,
  terminalAudit as texts,
  writtenChanges,
} from '@bitacora/core/messages/admin/admin-history';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { type CommandOutcome, command, type ListingColumn } from '../command.ts';
import { choicesFlag, day, pageFlags, text } from '../flags.ts';
import { findPerson } from '../matching.ts';
import { terminalReports } from '../messages/reports.ts';
import { isWorkbook } from '../output/write-outcome.ts';

const auditColumns = (zone: string): readonly ListingColumn<AdminEntry>[] => [
  { title: 'ID', of: ({ id }) => id, rank: 4 },
  { title: adminHistoryTexts.at, of: ({ at }) => writtenInstant(at, zone) },
  { title: adminHistoryTexts.actor, of: ({ actorName }) => actorName ?? adminHistoryTexts.unknownActor, isLong: true },
  { title: adminHistoryTexts.act, of: ({ act }) => adminActLabel(act), isLong: true },
  { title: adminHistoryTexts.subject, of: ({ subject }) => subject, isLong: true, rank: 1 },
  { title: adminHistoryTexts.changes, of: (entry) => writtenChanges(entry).join('; '), isLong: true, rank: 2 },
  { title: adminHistoryTexts.address, of: ({ address }) => address, rank: 3 },
  { title: adminHistoryTexts.channel, of: ({ channel }) => adminChannelLabel(channel), rank: 5 },
];

const acts = Object.fromEntries(adminActs.map((act) => [act, act])) as Record<AdminAct, AdminAct>;

export const audit = command({
  name: 'audit',
  summary: texts.summary,
  details: texts.details,
  watches: true,
  flags: {
    from: day(terminalReports.from),
    to: day(terminalReports.to),
    actor: text('persona', texts.actor),
    person: text('persona', texts.person),
    act: choicesFlag<AdminAct>('acto', texts.act, acts),
    search: text('texto', texts.search),
    ...pageFlags,
  },
  async run(call): Promise<CommandOutcome> {
    const { flags, common, settings } = call;
    if (isWorkbook(common)) throw new Stopped(exits.usage, texts.workbookInWeb);
    const { client } = await call.connect();
    const people = flags.actor || flags.person ? await client.listUsers() : [];
    const selection = {
      from: flags.from,
      to: flags.to,
      ...(flags.actor ? { actorId: findPerson(people, flags.actor).id } : {}),
      ...(flags.person ? { personId: findPerson(people, flags.person).id } : {}),
      acts: flags.act,
      text: flags.search,
    };
    const { page = 1, pageSize = settings.pageSize } = flags;
    const [{ rows, total }, { zone }] = await Promise.all([
      client.listAdminHistory({ ...selection, page, pageSize }),
      client.readSession(),
    ]);
    const foot = texts.visibleOf(page, Math.max(1, Math.ceil(total / pageSize)), total);
    return { kind: 'rows', columns: auditColumns(zone), rows, total, empty: adminHistoryTexts.noMatch, foot };
  },
});
