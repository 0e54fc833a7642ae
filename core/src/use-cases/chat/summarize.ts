import type { CalendarDate } from '../../domain/calendar.ts';
import type { Actor } from '../../domain/people/person.ts';
import { compliance, type Figures } from '../../domain/reports/report.ts';
import { recordAdminAct } from '../record-admin-act.ts';
import { cardSelection, readAssignedFigures, readCompanyFigures } from '../reports/read-reports.ts';
import type { Context, UseCase } from '../use-case.ts';
import { findCallingLink } from './chat-links.ts';

type SummaryFigures = Figures & { compliance: number };
export interface Summary {
  from: CalendarDate;
  to: CalendarDate;
  /** Counts what was registered in that week. */
  week: SummaryFigures;
  /** What the cards of the home say. */
  company: SummaryFigures;
  /** Undelivered past its deadline, in the company. */
  late: number;
  /** What the person gave to others. */
  assigned: SummaryFigures;
}

const withCompliance = ({ total, pending, finished }: Figures): SummaryFigures => ({
  total,
  pending,
  finished,
  compliance: compliance(finished, total),
});

/** A week in figures: the cards' own, for what the actor may see. */
export async function readSummary(context: Context<{ from: CalendarDate; to: CalendarDate }, Actor>): Promise<Summary> {
  const { input, repos } = context;
  const usual = { ...context, input: {} };
  const { late } = await repos.activityReports.count(await cardSelection('company', usual));
  return {
    ...input,
    week: withCompliance(await readCompanyFigures(context)),
    company: withCompliance(await readCompanyFigures(usual)),
    late,
    assigned: withCompliance(await readAssignedFigures(usual)),
  };
}

/** The conversation, of the chat that asks, which gets the actor's summary from the next Monday on. */
export const chooseSummary: UseCase<{ conversation: string; displayName: string }, void> = async (context) => {
  const { repos, actor, input, now } = context;
  const { conversation, displayName } = input;
  const { id: chatLinkId } = await findCallingLink(context);
  await repos.chatSummaries.choose(actor.id, { chatLinkId, conversation, displayName }, now);
  await recordAdminAct(context, { act: 'chatLink.chooseSummary', subject: { kind: 'chatLink', id: chatLinkId, name: displayName } });
};

/** The conversation of the actor's summary; null without one. */
export const readSummaryChoice: UseCase<unknown, { displayName: string | null }> = async ({ repos, actor }) => ({
  displayName: (await repos.chatSummaries.find(actor.id))?.displayName ?? null,
});

/** Said in any chat of the actor's. */
export const stopSummary: UseCase<unknown, void> = async (context) => {
  const { repos, actor } = context;
  const { id, displayName } = await findCallingLink(context);
  await repos.chatSummaries.stop(actor.id);
  await recordAdminAct(context, { act: 'chatLink.stopSummary', subject: { kind: 'chatLink', id, name: displayName } });
};
