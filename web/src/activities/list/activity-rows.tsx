import './agenda-row.css';
import { judgeTimeliness } from '@bitacora/core/domain/activities/deadline';
import { type CalendarDate, localDay } from '@bitacora/core/domain/calendar';
import { readerConsultPath } from '@bitacora/core/domain/page-paths';
import { assigneeName, ownerName, shortName } from '@bitacora/core/domain/people/person';
import { activityFields, type OwnList } from '@bitacora/core/messages/activities/activity-fields';
import { checklistTexts } from '@bitacora/core/messages/activities/consult';
import { lists, reports, table } from '@bitacora/core/messages/activities/lists';
import { writtenDay, writtenDaysLeft, writtenNearDay } from '@bitacora/core/messages/dates';
import { createColumnHelper } from '@tanstack/react-table';
import { ChevronRight, Eye, PanelRightOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../app/app.ts';
import { useLinkState } from '../../layout/menu-entries.ts';
import { PersonLink } from '../../layout/person-link.tsx';
import { agenda, preview } from '../../messages/layout-texts.ts';
import { IconButton } from '../../ui/button.tsx';
import { FoundLine } from '../../ui/found-line.tsx';
import { StatusMarks } from '../../ui/status-chip.tsx';
import { Clipped, type ColumnLook, type Features } from '../../ui/table-model.tsx';
import { rowLink } from '../../ui/table-parts.tsx';
import { type ActivityView, DaysFrom, DaysLeft, DeliveryVerdict, PriorityMark, sortValueReader } from '../activity.tsx';
import { usePreview } from '../preview/use-preview.tsx';

type OwnField = OwnList['fields'][number];
type Cells<Field extends string> = Partial<Record<Field, (activity: ActivityView) => ReactNode>>;

const helper = createColumnHelper<Features, ActivityView>();
const nothing = <span className="muted">{table.notApplicable}</span>;
export const closedAt = (activity: ActivityView) => activity.closedAt ?? activity.canceledAt;

/** A day in a table: '18 nov', with the full date on hover. */
const ShortDay = ({ day }: { day: CalendarDate }) => (
  <time className="short-day" dateTime={day} title={writtenDay(day)}>
    {writtenNearDay(day, useSession().today)}
  </time>
);

/** The business day of an instant, in the same short form. */
function ShortInstantDay({ at }: { at: Date }) {
  const { zone } = useSession();
  return <ShortDay day={localDay(zone, at)} />;
}

/** The day that work ended, and whether it was delivered on time. */
const End = ({ activity, at }: { activity: ActivityView; at: Date | null }) =>
  at ? (
    <span className="end">
      <ShortInstantDay at={at} />
      <DeliveryVerdict activity={activity} />
    </span>
  ) : (
    nothing
  );

/** Cells of fields that are more than a text. */
const cells: Cells<OwnField> = {
  id: ({ id }) => <span>{id}</span>,
  description: ({ description, found, ...activity }) => (
    <div className="work">
      <Clipped text={description} />
      {activity.checklistTotal > 0 && <span className="found-line">{checklistTexts.done(activity)}</span>}
      {found && <FoundLine {...found} />}
      <PreviewButton folio={activity.id} />
    </div>
  ),
  owner: ({ ownerId, ...activity }) => <PersonLink id={ownerId} name={ownerName(activity)} short={ownerName(activity, shortName)} />,
  assignee: ({ assigneeId, ...activity }) => (
    <PersonLink id={assigneeId} name={assigneeName(activity)} short={assigneeName(activity, shortName)} />
  ),
  createdAt: ({ createdAt }) => <ShortInstantDay at={createdAt} />,
  dueOn: ({ dueOn }) => <ShortDay day={dueOn} />,
  extendedTo: ({ extendedTo }) => (extendedTo ? <ShortDay day={extendedTo} /> : nothing),
  daysLeft: (activity) => <DaysLeft activity={activity} />,
  priority: ({ priority }) => <PriorityMark priority={priority} />,
  status: (activity) => <StatusMarks activity={activity} />,
  daysTaken: ({ createdAt, verifiedAt }) =>
    verifiedAt ? (
      <DaysFrom from={createdAt} to={verifiedAt}>
        {reports.days}
      </DaysFrom>
    ) : (
      nothing
    ),
  endedAt: (activity) => <End activity={activity} at={activity.verifiedAt} />,
  closed: (activity) => <End activity={activity} at={closedAt(activity)} />,
};

/** Where a table has too little room for all columns, the cell of one field also shows that of another; some only beside a third one. */
const cellPartners: Partial<Record<OwnField, { field: OwnField; beside?: OwnField; draw: (activity: ActivityView) => ReactNode }>> = {
  id: { field: 'createdAt', beside: 'owner', draw: ({ createdAt }) => <ShortInstantDay at={createdAt} /> },
  topic: { field: 'department', draw: ({ department }) => <Clipped text={department} /> },
  description: { field: 'priority', draw: ({ priority }) => priority !== 'normal' && <PriorityMark priority={priority} /> },
  dueOn: {
    field: 'extendedTo',
    draw: ({ extendedTo }) =>
      extendedTo && (
        <>
          {'↦\u00a0'}
          <ShortDay day={extendedTo} />
        </>
      ),
  },
};
function findPartner(host: OwnField, fields: readonly OwnField[]) {
  const partner = cellPartners[host];
  return partner && [partner.field, partner.beside ?? host].every((field) => fields.includes(field)) ? partner : undefined;
}

/** A folio above its day needs the room of the day. */
const FOLIO_WITH_DAY = 42;

function columnLook(field: OwnField, fields: readonly OwnField[]): ColumnLook {
  const { kind, width, short } = activityFields[field === 'closed' ? 'endedAt' : field];
  const isText = kind === 'folio' || kind === 'text' || kind === 'longText';
  const place = ({ id: 'head', description: 'lead', status: 'badge' } as const)[field as string];
  return {
    width: width.web,
    dense: field === 'id' && findPartner(field, fields) ? FOLIO_WITH_DAY : (width.dense ?? width.web),
    isElastic: kind === 'text',
    short: field === 'daysLeft' ? lists.daysColumn : short,
    onCard: place,
    isMinor: fields.some((host) => findPartner(host, fields)?.field === field) ? 'fold' : undefined,
    isTabular: kind === 'folio' || kind === 'day' || field === 'daysTaken',
    isSearched: isText,
    isDeadline: field === 'daysLeft',
  };
}

/** The link to the consult page, which a press on its row follows too, unless that opens something else. */
export const consultColumn = (meta: ColumnLook, isOfRow = true) =>
  helper.display({
    id: 'consult',
    header: lists.consultColumn,
    meta: { ...meta, onCard: 'action' },
    cell: ({ row }) => <ConsultLink activity={row.original} isOfRow={isOfRow} />,
  });

/** The button over the end of the work, which shows it beside the list. */
function PreviewButton({ folio }: { folio: number }) {
  const { folio: previewFolio, show } = usePreview();
  return (
    <IconButton
      icon={PanelRightOpen}
      className="preview-button"
      label={preview.open(folio)}
      aria-expanded={previewFolio === folio}
      onClick={() => show(folio)}
    />
  );
}

interface ActivityColumnsProps {
  fields: readonly OwnField[];
  headings?: OwnList['headings'];
  /** Cells that this list draws otherwise. */
  special?: Cells<OwnField>;
}

/** The columns of a list of activities, which all stay; the server sorts by their ids. */
export const activityColumns = ({ fields, ...rest }: ActivityColumnsProps) => [
  consultColumn({ width: 31, dense: 29 }),
  ...fields.map((field) => activityColumn(field, fields, rest)),
];

/** One column of a list with these fields. */
export function activityColumn(
  field: OwnField,
  fields: readonly OwnField[] = [],
  { headings = {}, special = {} }: Omit<ActivityColumnsProps, 'fields'> = {},
) {
  const partner = findPartner(field, fields);
  const draw =
    special[field] ?? cells[field] ?? ((activity: ActivityView) => <Clipped text={String(sortValueReader(field)(activity) ?? '')} />);
  return helper.accessor(sortValueReader(field), {
    id: field,
    header: headings[field] ?? (field === 'closed' ? lists.closedOn : activityFields[field].label),
    meta: columnLook(field, fields),
    cell: ({ row: { original } }) => {
      const partnerCell = partner?.draw(original);
      return partnerCell ? (
        <div className="host" data-host={field}>
          {draw(original)}
          <span className="folded">{partnerCell}</span>
        </div>
      ) : (
        draw(original)
      );
    },
  });
}

/** A link to the reader's consult page of an activity, whose 'back' leads here. */
function ConsultLink({ activity, isOfRow }: { activity: ActivityView; isOfRow: boolean }) {
  const { user } = useSession();
  return (
    <Link
      {...(isOfRow && rowLink)}
      data-folio={activity.id}
      className="icon-button consult-link"
      to={readerConsultPath(activity, user.id)}
      state={useLinkState()}
      aria-label={lists.consult(activity.id)}
    >
      <Eye size={17} aria-hidden="true" />
    </Link>
  );
}

interface AgendaRowProps {
  activity: ActivityView;
  pick?: ReactNode;
  /** When closed work ended, as the table of this list says it. */
  readEnd?: ((activity: ActivityView) => Date | null) | undefined;
  /** What this list says of delivered work in place of 'Entregada'. */
  delivered?: ReactNode;
  /** All rows of the list have the same status, so that none says it. */
  isAlike?: boolean;
  /** Below the words. */
  children?: ReactNode;
}

/** An activity where a table has too little room: what, whose, until when, and how it stands. The whole row is its link. */
export function AgendaRow({ activity, pick, isAlike = false, children, ...when }: AgendaRowProps) {
  const { user } = useSession();
  const linkState = useLinkState();
  const { assigneeId, ownerId } = activity;
  const isOwn = assigneeId === user.id && ownerId === user.id;
  return (
    <>
      {pick}
      <span className="agenda-row-words">
        <Link className="agenda-row-title" to={readerConsultPath(activity, user.id)} state={linkState} {...rowLink}>
          {activity.description}
        </Link>
        <span className="agenda-row-of">
          <span>
            {activity.id} · {activity.topic}
            {activity.checklistTotal > 0 && ` · ${checklistTexts.done(activity)}`}
          </span>
          {!isOwn && (
            <span>
              <span className="agenda-row-other">
                {assigneeId === user.id ? (
                  <PersonLink id={ownerId} name={ownerName(activity)} short={ownerName(activity, shortName)} />
                ) : (
                  <PersonLink id={assigneeId} name={assigneeName(activity)} short={assigneeName(activity, shortName)} />
                )}
              </span>
            </span>
          )}
        </span>
        {activity.found && <FoundLine {...activity.found} />}
        {children}
      </span>
      <span className="agenda-row-when">
        <Deadline activity={activity} {...when} />
        {activity.priority !== 'normal' && <PriorityMark priority={activity.priority} />}
        {!isAlike && <StatusMarks activity={activity} isBrief />}
      </span>
      <ChevronRight size={16} aria-hidden="true" />
    </>
  );
}

/** 'Vence en 3 días', '2 días de retraso', 'Entregada'; of closed work the day it ended. */
function Deadline({
  activity,
  readEnd = ({ verifiedAt, canceledAt }) => verifiedAt ?? canceledAt,
  delivered,
}: Pick<AgendaRowProps, 'activity' | 'readEnd' | 'delivered'>) {
  const { status, daysLeft } = activity;
  const timeliness = judgeTimeliness(status, daysLeft);
  if (timeliness === 'closed') {
    const end = readEnd(activity);
    return (
      end && (
        <span className="muted">
          {agenda.ended[status === 'canceled' ? status : 'verified']} <ShortInstantDay at={end} /> <DeliveryVerdict activity={activity} />
        </span>
      )
    );
  }
  if (timeliness === 'delivered' && delivered) return delivered;
  if (timeliness === 'soon' || timeliness === 'later')
    return (
      <span className="days" data-signal={timeliness === 'soon' ? 'near' : undefined}>
        {agenda.dueIn(writtenDaysLeft(daysLeft))}
      </span>
    );
  return <DaysLeft activity={activity} />;
}
