import type { ActivityView, CommentView, HistoryEntry } from '@bitacora/core/contract/activity';
import { dayIn, daysBetween } from '@bitacora/core/domain/calendar';
import { assigneeName, ownerName } from '@bitacora/core/domain/people/person';
import { activityFields } from '@bitacora/core/messages/activity-fields';
import { channelLabels, consult, historyPhrases } from '@bitacora/core/messages/consult';
import { writtenDay, writtenInstant, writtenInstantDay, writtenTimeLeft } from '@bitacora/core/messages/dates';
import { lapseLabels, priorityLabels, statusLabels } from '@bitacora/core/messages/labels';
import { table } from '@bitacora/core/messages/lists';
import { useAdmin } from '../../app/admin-context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { terminalBrowser } from '../../messages/browser.ts';
import { terminalScreens } from '../../messages/screens.ts';
import { Page, useRoom } from '../ui/page.tsx';
import { type Paragraph, ScrolledText } from '../ui/scrolled-text.tsx';
import { Failure, Waiting } from '../ui/states.tsx';

const fact = (label: string, value: string | null): Paragraph[] => (value === null ? [] : [{ label, text: value }]);
const heading = (text: string): Paragraph[] => [{ text: '' }, { text, isHeading: true }];

function facts(one: ActivityView, zone: string): Paragraph[] {
  const at = (instant: Date | null) => instant && writtenInstant(instant, zone);
  return [
    ...fact(activityFields.status.label, statusLabels[one.status]),
    ...fact(consult.activity, one.description),
    ...fact(consult.topic, one.topic),
    ...fact(consult.department, one.department),
    ...fact(consult.registeredBy, ownerName(one)),
    ...fact(consult.responsible, assigneeName(one)),
    ...fact(consult.priority, priorityLabels[one.priority]),
    ...fact(consult.repeatable, one.repeats ? lapseLabels[one.repeats] : terminalScreens.no),
    ...fact(consult.daysLeft, writtenTimeLeft(one.status, one.daysLeft)),
    ...fact(consult.totalDays, one.verifiedAt && consult.days(daysBetween(dayIn(zone, one.createdAt), dayIn(zone, one.verifiedAt)))),
    ...heading(consult.dates),
    ...fact(consult.registeredAt, writtenInstantDay(one.createdAt, zone)),
    ...fact(consult.deadline, writtenDay(one.dueOn)),
    ...fact(consult.extension, one.extendedTo ? writtenDay(one.extendedTo) : table.notApplicable),
    ...fact(consult.extensionReason, one.extensionReason),
    ...fact(consult.startedAt, at(one.startedAt)),
    ...fact(consult.closedAt, at(one.closedAt)),
    ...fact(consult.finishedAt, at(one.verifiedAt)),
    ...fact(consult.canceledAt, at(one.canceledAt)),
    ...fact(consult.resolution, one.resolution),
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

/** The facts, dates, comments and history of one activity. */
export function Activity({ id }: { id: number }) {
  const { client, zone, back } = useAdmin();
  const { rows, columns } = useRoom();
  const loaded = useLoaded(
    () =>
      Promise.all([
        client.readActivity({ activityId: id }),
        client.listComments({ activityId: id }),
        client.listEvidence({ activityId: id }),
        client.listHistory({ activityId: id }),
      ]),
    [id],
  );
  const [activity, comments, images, history] = loaded.value ?? [];
  const lines = activity && [
    ...facts(activity, zone),
    ...heading(consult.comments),
    ...commentLines(comments ?? [], zone),
    ...heading(consult.evidence),
    { text: terminalBrowser.images(images?.length ?? 0) },
    ...heading(consult.history),
    ...historyLines(history ?? [], zone),
  ];
  return (
    <Page
      title={terminalBrowser.activity(id)}
      lead={activity && statusLabels[activity.status]}
      onBack={back}
      keys={[{ names: ['r'], label: loaded.failure ? terminalScreens.keys.retry : terminalScreens.keys.reload, run: loaded.reload }]}
    >
      {loaded.failure && <Failure failure={loaded.failure} />}
      {!lines && loaded.isBusy && <Waiting />}
      {lines && <ScrolledText lines={lines} height={rows} width={columns} />}
    </Page>
  );
}
