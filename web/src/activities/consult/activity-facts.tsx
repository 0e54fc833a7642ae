import { assigneeName, ownerName } from '@bitacora/core/domain/people/person';
import { consult } from '@bitacora/core/messages/consult';
import { writtenDay } from '@bitacora/core/messages/dates';
import { lapseLabels } from '@bitacora/core/messages/labels';
import { frame } from '@bitacora/core/messages/layout';
import { table } from '@bitacora/core/messages/lists';
import { DaysFrom, Instant } from '../../layout/business-day.tsx';
import type { FactRow } from '../../ui/facts.tsx';
import type { Activity } from '../activity.ts';
import { DaysLeft } from '../list/days-left.tsx';
import { PriorityMark } from '../list/status-chip.tsx';

const instant = (at: Date | null) => at && <Instant at={at} />;

/** Every fact of a consult page; each page selects its own. */
export const fact = {
  topic: ({ topic }: Activity): FactRow => ({ term: consult.topic, value: topic }),
  department: ({ department }: Activity): FactRow => ({ term: consult.department, value: department }),
  description: ({ description }: Activity): FactRow => ({ term: consult.activity, value: description, isLong: true }),
  priority: ({ priority }: Activity): FactRow => ({ term: consult.priority, value: <PriorityMark priority={priority} /> }),
  daysLeft: (activity: Activity): FactRow => ({ term: consult.daysLeft, value: <DaysLeft activity={activity} /> }),
  repeatable: ({ repeats }: Activity): FactRow => ({ term: consult.repeatable, value: repeats ? frame.yes : frame.no }),
  frequency: ({ repeats }: Activity): FactRow => ({ term: consult.frequency, value: repeats ? lapseLabels[repeats] : table.notApplicable }),
  owner: (activity: Activity): FactRow => ({ term: consult.registeredBy, value: ownerName(activity) }),
  assignee: (activity: Activity): FactRow => ({ term: consult.responsible, value: assigneeName(activity) }),
  /** From registration to closing (docs/product.md, 9). */
  totalDays: ({ createdAt, closedAt }: Activity): FactRow => ({
    term: consult.totalDays,
    value: closedAt && (
      <DaysFrom from={createdAt} to={closedAt}>
        {consult.days}
      </DaysFrom>
    ),
  }),
  resolution: ({ resolution }: Activity): FactRow => ({ term: consult.resolution, value: resolution, isLong: true }),

  registeredAt: ({ createdAt }: Activity): FactRow => ({ term: consult.registeredAt, value: instant(createdAt) }),
  deadline: ({ dueOn }: Activity): FactRow => ({ term: consult.deadline, value: writtenDay(dueOn) }),
  extension: ({ extendedTo }: Activity): FactRow => ({ term: consult.extension, value: extendedTo && writtenDay(extendedTo) }),
  extensionReason: ({ extensionReason }: Activity): FactRow => ({ term: consult.extensionReason, value: extensionReason, isLong: true }),
  startedAt: ({ startedAt }: Activity): FactRow => ({ term: consult.startedAt, value: instant(startedAt) }),
  closedAt: ({ closedAt }: Activity): FactRow => ({ term: consult.closedAt, value: instant(closedAt) }),
  finishedAt: ({ verifiedAt }: Activity): FactRow => ({ term: consult.finishedAt, value: instant(verifiedAt) }),
  canceledAt: ({ canceledAt }: Activity): FactRow => ({ term: consult.canceledAt, value: instant(canceledAt) }),
} as const;
