import { ApiError, type Client } from '@bitacora/core/client';
import type { ActivityView, CommentView, DocumentView, HistoryEntry, ImageView } from '@bitacora/core/contract/activities/activity-shapes';
import { activityParts, type ReportField } from '@bitacora/core/domain/activities/activity';
import { effectiveDeadline, judgeTimeliness } from '@bitacora/core/domain/activities/deadline';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { punctualities } from '@bitacora/core/domain/reports/punctuality';
import {
  type ActivityReport,
  activityFields,
  activityReports,
  consultFacts,
  type Fact,
  ownLists,
} from '@bitacora/core/messages/activities/activity-fields';
import { channelLabels, checklistTexts, consult, historyPhrases } from '@bitacora/core/messages/activities/consult';
import { factTexts } from '@bitacora/core/messages/activities/fact-texts';
import { briefStatusWords, urgencyLabels } from '@bitacora/core/messages/activities/labels';
import { lists, table } from '@bitacora/core/messages/activities/lists';
import { writtenInstant, writtenShortDay } from '@bitacora/core/messages/dates';
import { type PunctualityGroup, type PunctualityLine, punctualityTexts as texts } from '@bitacora/core/messages/reports/punctuality';
import type { ListingColumn } from './command.ts';
import { isLoginGone } from './failure.ts';
import { terminalBrowser } from './messages/reports.ts';
import type { TableColumn } from './output/fit-columns.ts';

type NarrowForms = Partial<Record<ReportField, { title?: string; width?: number; of(activity: ActivityView): string } | null>>;
/** What columns become where lines are too short for all: one deadline, the effective one, with a mark where it is an extension. */
const narrowForms = (writeDay: (day: CalendarDate) => string): NarrowForms => ({
  extendedTo: null,
  dueOn: {
    title: terminalBrowser.markedDeadline,
    width: 12,
    of: (activity) => writeDay(effectiveDeadline(activity)) + (activity.extendedTo ? terminalBrowser.extendedMark : ''),
  },
  status: { width: 13, of: briefStatusWords },
});

/** Days are written as YYYY-MM-DD, because every spreadsheet reads that form as a date. */
export const listingColumns = (fields: readonly ReportField[], zone: string): ListingColumn<ActivityView>[] =>
  fields.map((field) => {
    const { label, short, kind, rank, of } = activityFields[field];
    const isLong = kind === 'text' || kind === 'longText';
    return { title: label, short, of: (activity) => of(activity, zone), isLong, rank, narrow: narrowForms((day) => day)[field] };
  });

export const punctualityColumns = (by: PunctualityGroup): ListingColumn<PunctualityLine>[] => [
  { title: texts.groups[by], of: ({ name }) => name, isLong: true },
  { title: texts.due, of: ({ due }) => due },
  ...punctualities.map((outcome) => ({ title: texts.outcomes[outcome], of: (line: PunctualityLine) => line[outcome] })),
  { title: `${texts.share} (%)`, of: ({ share }) => share },
];

export type ListReport = ActivityReport & { isOwn?: true };
/** The reports, and one's own open work. */
export const screenReports = {
  ...activityReports,
  own: { ...activityReports.pending, ...ownLists.pending, isOwn: true, title: lists.pendingTitle, empty: lists.emptyPending },
} as const satisfies Record<string, ListReport>;
export type ScreenReport = keyof typeof screenReports;

/** A column of the full screen; the server sorts by it. */
export interface ReportTableColumn extends TableColumn<ActivityView> {
  sort: ReportField;
}

/** These cells say more than the value of the field. */
const cells: Partial<Record<ReportField, (activity: ActivityView) => string>> = {
  daysLeft: ({ status, daysLeft }) => terminalBrowser.left(judgeTimeliness(status, daysLeft), daysLeft),
};

export const screenColumns = (fields: readonly ReportField[], zone: string): ReportTableColumn[] =>
  fields.map((field) => {
    const { label, short, kind, width, grows, rank, of } = activityFields[field];
    const writeValue = (value: string | number) => (kind === 'day' ? writtenShortDay(value as CalendarDate) : String(value));
    const plain = (activity: ActivityView) => {
      const value = of(activity, zone);
      return value === null ? table.notApplicable : writeValue(value);
    };
    const cell = cells[field];
    const isNumber = !cell && (kind === 'number' || kind === 'folio');
    const narrow = narrowForms(writtenShortDay)[field];
    return { title: label, short, sort: field, rank, width: width.terminal, grows, isNumber, of: cell ?? plain, narrow };
  });

/** A paragraph beside a label, or a heading. */
export interface Paragraph {
  label?: string;
  text: string;
  isHeading?: boolean;
}

/** The error says why the server did not answer the part. */
type PartAnswer<Item> = readonly Item[] | ApiError;
interface WholeActivity {
  activity: ActivityView;
  comments: PartAnswer<CommentView>;
  images: PartAnswer<ImageView>;
  documents: PartAnswer<DocumentView>;
  history: PartAnswer<HistoryEntry>;
}

const returnRefusal = (error: unknown): ApiError => {
  if (error instanceof ApiError && !isLoginGone(error)) return error;
  throw error;
};

/** Reads the activity in one call. A server that fails is asked for each part alone, because one part may be the reason. */
export async function readWholeActivity(client: Client, activityId: number): Promise<WholeActivity> {
  const activity = await client.readActivity({ activityId, include: activityParts }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status >= 500) return client.readActivity({ activityId });
    throw error;
  });
  const [comments, images, documents, history] = await Promise.all([
    activity.comments ?? client.listComments({ activityId }).catch(returnRefusal),
    activity.evidence ?? client.listEvidence({ activityId }).catch(returnRefusal),
    activity.documents ?? client.listDocuments({ activityId }).catch(returnRefusal),
    activity.history ?? client.listHistory({ activityId }).catch(returnRefusal),
  ]);
  return { activity, comments, images, documents, history };
}

const heading = (text: string): Paragraph[] => [{ text: '' }, { text, isHeading: true }];

const factLines = (facts: readonly Fact[], activity: ActivityView, zone: string): Paragraph[] => factTexts(facts, activity, zone);

function checklistLines({ checklist = [], minimumImages, ...counts }: ActivityView, zone: string): Paragraph[] {
  if (checklist.length === 0 && minimumImages === 0) return [];
  const progress = checklist.length > 0 ? ` (${checklistTexts.progress(counts.checklistTicked, checklist.length)})` : '';
  return [
    ...heading(`${checklistTexts.title}${progress}`),
    ...checklist.map(({ place, text, tickedByName, tickedAt }) => ({
      label: `${tickedAt ? '[x]' : '[ ]'} ${place}`,
      text: tickedAt ? `${text} (${tickedByName ?? consult.system}, ${writtenInstant(tickedAt, zone)})` : text,
    })),
    ...(minimumImages > 0 ? [{ text: `${checklistTexts.minimumImages(minimumImages)}.` }] : []),
  ];
}

function factParagraphs(activity: ActivityView, zone: string): Paragraph[] {
  const { main, dates } = consultFacts.terminal(activity);
  const { rejectedAt, batchTotal = 1 } = activity;
  const marks: Paragraph[] = [
    ...(rejectedAt ? [{ label: urgencyLabels.rejected, text: writtenInstant(rejectedAt, zone) }] : []),
    ...(batchTotal > 1 ? [{ text: terminalBrowser.batch(batchTotal - 1) }] : []),
  ];
  return [
    ...marks,
    ...factLines(main, activity, zone),
    ...checklistLines(activity, zone),
    ...heading(consult.dates),
    ...factLines(dates, activity, zone),
  ];
}

const commentLines = (comments: readonly CommentView[], zone: string): Paragraph[] =>
  comments.length === 0
    ? [{ text: consult.noComments }]
    : comments.map(({ authorName, body, writtenAt }) => ({ label: writtenInstant(writtenAt, zone), text: `${authorName}: ${body}` }));

const historyLines = (entries: readonly HistoryEntry[], zone: string): Paragraph[] =>
  entries.length === 0
    ? [{ text: consult.noHistory }]
    : entries.map(({ act, actorName, at, channel, note }) => ({
        label: writtenInstant(at, zone),
        text: [actorName ?? consult.system, historyPhrases[act] ?? act, channelLabels[channel], note && `«${note}»`]
          .filter(Boolean)
          .join(' '),
      }));

/** Draws the lines of a part, or says that it could not be read. */
const partLines = <Item>(title: string, part: PartAnswer<Item>, lines: (items: readonly Item[]) => Paragraph[]): Paragraph[] => [
  ...heading(title),
  ...(part instanceof ApiError ? [{ text: terminalBrowser.partFailed(part.message) }] : lines(part)),
];

/** Draws facts, dates, comments, evidence, documents and history, for the full screen and for `activities show`. */
export const activityParagraphs = ({ activity, comments, images, documents, history }: WholeActivity, zone: string): Paragraph[] => [
  ...factParagraphs(activity, zone),
  ...partLines(consult.comments, comments, (items) => commentLines(items, zone)),
  ...partLines(consult.evidence, images, (items) => [{ text: terminalBrowser.images(items.length) }]),
  ...partLines(consult.documents, documents, (items) => [{ text: terminalBrowser.documents(items.length) }]),
  ...partLines(consult.history, history, (items) => historyLines(items, zone)),
];
