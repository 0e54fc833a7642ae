import type { Activity, Lapse } from '../../domain/activities/activity.ts';
import { daysBetween, localDay } from '../../domain/calendar.ts';
import { writtenDay, writtenInstant, writtenInstantDay, writtenTimeLeft } from '../dates.ts';
import { frame } from '../layout.ts';
import { activityFields, type Fact, factLabel, type ListedActivity, type OtherFact } from './activity-fields.ts';
import { consult } from './consult.ts';
import { repetitionText } from './labels.ts';
import { table } from './lists.ts';

type FactSource = ListedActivity &
  Pick<Activity, 'extensionReason' | 'startedAt' | 'closedAt' | 'resolution'> & {
    repeats: Lapse | 'other' | null;
    repeatUntil: Activity['repeatUntil'];
    requesterName?: string | undefined;
  };
type FactText = (activity: FactSource, zone: string) => string | null;

const instant = (at: Date | null, zone: string) => at && writtenInstant(at, zone);
/** These facts are written otherwise than in a report. */
const values: Partial<Record<Fact, FactText>> & Record<OtherFact, FactText> = {
  requester: ({ requesterName = null }) => requesterName,
  repeatable: (activity) => repetitionText(activity) ?? frame.no,
  frequency: () => null,
  daysLeft: ({ status, daysLeft }) => writtenTimeLeft(status, daysLeft),
  totalDays: ({ createdAt, verifiedAt }, zone) =>
    verifiedAt && consult.days(daysBetween(localDay(zone, createdAt), localDay(zone, verifiedAt))),
  createdAt: ({ createdAt }, zone) => writtenInstantDay(createdAt, zone),
  dueOn: ({ dueOn }) => writtenDay(dueOn),
  extendedTo: ({ extendedTo }) => (extendedTo ? writtenDay(extendedTo) : table.notApplicable),
  extensionReason: ({ extensionReason }) => extensionReason,
  startedAt: ({ startedAt }, zone) => instant(startedAt, zone),
  closedAt: ({ closedAt }, zone) => instant(closedAt, zone),
  verifiedAt: ({ verifiedAt }, zone) => instant(verifiedAt, zone),
  canceledAt: ({ canceledAt }, zone) => instant(canceledAt, zone),
  resolution: ({ resolution }) => resolution,
};

/** Writes the facts of an activity as labels and texts, for the terminal and for its record. Missing ones are left out. */
export const factTexts = (facts: readonly Fact[], activity: FactSource, zone: string): { label: string; text: string }[] =>
  facts.flatMap((fact) => {
    const read = fact in values ? values[fact as OtherFact] : activityFields[fact as Exclude<Fact, OtherFact>].of;
    const value = read(activity, zone);
    return value === null ? [] : [{ label: factLabel(fact), text: String(value) }];
  });
