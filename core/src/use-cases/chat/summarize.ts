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
  /** The figures of the cards of Home. */
  company: SummaryFigures;
  /** The company's undelivered work past its deadline. */
  late: number;
  /** The figures of what the person gave to others. */
  assigned: SummaryFigures;
}

const withCompliance = ({ total, pending, finished }: Figures): SummaryFigures => ({
  total,
  pending,
  finished,
  compliance: compliance(finished, total),
});

/** Reads the figures of a week, the cards' own, for what the actor may see. */
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

/** Chooses the conversation, of the calling chat, which gets the actor's summary from the next Monday on. */
export const chooseSummary: UseCase<{ conversation: string; displayName: string }, void> = async (context) => {
  const { repos, actor, input, now } = context;
  const { conversation, displayName } = input;
  const { id: chatLinkId } = await findCallingLink(context);
  await repos.chatSummaries.choose(actor.id, { chatLinkId, conversation, displayName }, now);
  await recordAdminAct(context, { act: 'chatLink.chooseSummary', subject: { kind: 'chatLink', id: chatLinkId, name: displayName } });
};

/** Reads the conversation of the actor's summary; null without one. */
export const readSummaryChoice: UseCase<unknown, { displayName: string | null }> = async ({ repos, actor }) => ({
  displayName: (await repos.chatSummaries.find(actor.id))?.displayName ?? null,
});

/** Stops the actor's summary. They may say it in any of their chats. */
export const stopSummary: UseCase<unknown, void> = async (context) => {
  const { repos, actor } = context;
  const { id, displayName } = await findCallingLink(context);
  await repos.chatSummaries.stop(actor.id);
  await recordAdminAct(context, { act: 'chatLink.stopSummary', subject: { kind: 'chatLink', id, name: displayName } });
};
