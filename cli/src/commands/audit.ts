import type { AdminEntry } from '@bitacora/core/contract/admin-endpoints';
import { type AdminAct, adminActs } from '@bitacora/core/domain/people/admin-act';
import { PAGE_SIZE_MAX } from '@bitacora/core/domain/reports/report';
import {
  adminActLabel,
  adminChannelLabel,
  adminHistoryTexts,
  terminalAudit as texts,
  writtenChanges,
} from '@bitacora/core/messages/admin-history';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { workbookTexts } from '@bitacora/core/messages/workbook';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { type CommandOutcome, command, type ListingColumn } from '../command.ts';
import { USUAL_PAGE_SIZE } from '../configuration.ts';
import { day, someOf, text, whole } from '../flags.ts';
import { findPerson } from '../matching.ts';
import { terminalReports } from '../messages/reports.ts';
import { whileBusy } from '../output/write-outcome.ts';

const columnsIn = (zone: string): readonly ListingColumn<AdminEntry>[] => [
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
const isWorkbook = (output: string | null): output is string => output?.toLowerCase().endsWith('.xlsx') ?? false;

export const audit = command({
  name: 'audit',
  summary: texts.summary,
  details: texts.details,
  lists: true,
  watches: true,
  flags: {
    from: day(terminalReports.from),
    to: day(terminalReports.to),
    actor: text('persona', texts.actor),
    person: text('persona', texts.person),
    act: someOf<AdminAct>('acto', texts.act, acts),
    search: text('texto', texts.search),
    page: whole('número', terminalReports.page, 1_000_000_000),
    pageSize: whole('número', terminalReports.pageSize(PAGE_SIZE_MAX), PAGE_SIZE_MAX),
  },
  async run(call): Promise<CommandOutcome> {
    const { flags, common, settings } = call;
    if (isWorkbook(common.output) && (common.json || common.csv)) throw new Stopped(exits.usage, terminalReports.oneForm);
    const { client, into } = await call.connect();
    const people = flags.actor || flags.person ? await client.listUsers() : [];
    const selection = {
      from: flags.from,
      to: flags.to,
      ...(flags.actor ? { actorId: findPerson(people, flags.actor).id } : {}),
      ...(flags.person ? { personId: findPerson(people, flags.person).id } : {}),
      acts: flags.act,
      text: flags.search,
    };
    if (isWorkbook(common.output))
      return {
        kind: 'file',
        async write(sink) {
          await whileBusy(call, workbookTexts.generating, into(sink).exportAdminHistory(selection));
        },
      };
    const { page = 1, pageSize = settings.pageSize ?? USUAL_PAGE_SIZE } = flags;
    const [{ rows, total }, { zone }] = await Promise.all([
      client.listAdminHistory({ ...selection, page, pageSize }),
      client.readSession(),
    ]);
    const foot = texts.shown(page, Math.max(1, Math.ceil(total / pageSize)), total);
    return { kind: 'rows', columns: columnsIn(zone), rows, total, empty: adminHistoryTexts.noMatch, foot };
  },
});
