import { activityFields, type Fact, factLabel, type OtherFact } from '@bitacora/core/messages/activity-fields';
import { consult } from '@bitacora/core/messages/consult';
import { writtenDay } from '@bitacora/core/messages/dates';
import { lapseLabels } from '@bitacora/core/messages/labels';
import { frame } from '@bitacora/core/messages/layout';
import { table } from '@bitacora/core/messages/lists';
import { type ReactNode, useState } from 'react';
import { DaysFrom, Instant } from '../../layout/business-day.tsx';
import { consultPage } from '../../messages/consult.ts';
import { Button } from '../../ui/button.tsx';
import { type FactRow, Facts } from '../../ui/section.tsx';
import type { ActivityView } from '../activity.ts';
import { DaysLeft, PriorityMark } from '../list/status-chip.tsx';

type Value = (activity: ActivityView) => ReactNode;

const instant = (at: Date | null) => at && <Instant at={at} />;
/** Facts that are more than the text of a field. */
const values: Partial<Record<Fact, Value>> & Record<OtherFact, Value> = {
  priority: ({ priority }) => <PriorityMark priority={priority} />,
  daysLeft: (activity) => <DaysLeft activity={activity} />,
  repeatable: ({ repeats }) => (repeats ? frame.yes : frame.no),
  frequency: ({ repeats }) => (repeats ? lapseLabels[repeats] : table.notApplicable),
  /** From registration to closing (docs/product.md, 9). */
  totalDays: ({ createdAt, closedAt }) =>
    closedAt && (
      <DaysFrom from={createdAt} to={closedAt}>
        {consult.days}
      </DaysFrom>
    ),
  resolution: ({ resolution }) => resolution,
  createdAt: ({ createdAt }) => instant(createdAt),
  dueOn: ({ dueOn }) => writtenDay(dueOn),
  extendedTo: ({ extendedTo }) => extendedTo && writtenDay(extendedTo),
  extensionReason: ({ extensionReason }) => extensionReason,
  startedAt: ({ startedAt }) => instant(startedAt),
  closedAt: ({ closedAt }) => instant(closedAt),
  verifiedAt: ({ verifiedAt }) => instant(verifiedAt),
  canceledAt: ({ canceledAt }) => instant(canceledAt),
};
const longFacts: readonly Fact[] = ['description', 'resolution', 'extensionReason'];

/** The row of a fact; the text of its field unless it is drawn otherwise. */
const factRow = (fact: Fact, activity: ActivityView): FactRow => ({
  term: factLabel(fact),
  value: fact in values ? values[fact as OtherFact](activity) : activityFields[fact as Exclude<Fact, OtherFact>].of(activity, ''),
  isLong: longFacts.includes(fact),
});

interface ActivityFactsProps {
  activity: ActivityView;
  facts: readonly Fact[];
  /** Those that another part of the page shows already. */
  isShown?: (fact: Fact) => boolean;
}

/** The facts of a section. Those without a value, and those shown elsewhere on the page, are folded. */
export function ActivityFacts({ activity, facts, isShown = () => false }: ActivityFactsProps) {
  const [isWhole, setWhole] = useState(false);
  const rows = facts.map((fact) => ({ fact, ...factRow(fact, activity) }));
  const visible = rows.filter(({ fact, value }) => ![null, '', table.notApplicable].includes(value as string | null) && !isShown(fact));
  return (
    <>
      <Facts facts={isWhole ? rows : visible} />
      {visible.length < rows.length && (
        <Button tone="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? consultPage.showLess : consultPage.showAll}
        </Button>
      )}
    </>
  );
}
