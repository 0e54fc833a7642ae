import './agenda-row.css';
import type { ReportField } from '@bitacora/core/domain/activities/activity';
import { judgeTimeliness } from '@bitacora/core/domain/activities/deadline';
import { type CalendarDate, localDay } from '@bitacora/core/domain/calendar';
import { readerConsultPath } from '@bitacora/core/domain/page-paths';
import { assigneeName, ownerName } from '@bitacora/core/domain/people/person';
import { activityFields, type OwnList } from '@bitacora/core/messages/activities/activity-fields';
import { checklistTexts } from '@bitacora/core/messages/activities/consult';
import { lists, reports, table } from '@bitacora/core/messages/activities/lists';
import { writtenDay, writtenDaysLeft, writtenShortDay } from '@bitacora/core/messages/dates';
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
import { type ActivityView, DaysFrom, DaysLeft, InstantDay, PriorityMark, sortValueReader } from '../activity.tsx';
import { usePreview } from '../preview/use-preview.tsx';

type OwnField = OwnList['fields'][number];
type Cells<Field extends string> = Partial<Record<Field, (activity: ActivityView) => ReactNode>>;

const helper = createColumnHelper<Features, ActivityView>();
const nothing = <span className="muted">{table.notApplicable}</span>;
export const closedAt = (activity: ActivityView) => activity.closedAt ?? activity.canceledAt;

/** A day in a dense table: '18 nov 26', with the full date on hover. */
const ShortDay = ({ day }: { day: CalendarDate }) => (
  <time className="short-day" dateTime={day} title={writtenDay(day)}>
    {writtenShortDay(day)}
  </time>
);

/** The business day of an instant, in the same short form. */
export function ShortInstantDay({ at }: { at: Date }) {
  const { zone } = useSession();
  return <ShortDay day={localDay(zone, at)} />;
}

const PersonCell = ({ id, name }: { id: number; name: string }) => (
  <span className="clip" data-name title={name}>
    <PersonLink id={id} name={name} />
  </span>
);

/** Cells of fields that are more than a text. */
const reportCells: Cells<ReportField> = {
  id: ({ id }) => <span>{id}</span>,
  description: ({ description, found, ...activity }) => (
    <>
      <Clipped text={description} />
      {activity.checklistTotal > 0 && <span className="found-line">{checklistTexts.done(activity)}</span>}
      {found && <FoundLine {...found} />}
    </>
  ),
  owner: (activity) => <PersonCell id={activity.ownerId} name={ownerName(activity)} />,
  assignee: (activity) => <PersonCell id={activity.assigneeId} name={assigneeName(activity)} />,
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
  endedAt: ({ verifiedAt }) => (verifiedAt ? <ShortInstantDay at={verifiedAt} /> : nothing),
};
const ownCells: Cells<OwnField> = {
  ...reportCells,
  createdAt: ({ createdAt }) => <InstantDay at={createdAt} />,
  dueOn: ({ dueOn, extendedTo }) => (
    <span>
      {writtenDay(dueOn)}
      {extendedTo && <span className="due-extended">{lists.extendedTo(writtenDay(extendedTo))}</span>}
    </span>
  ),
  extendedTo: ({ extendedTo }) => (extendedTo ? writtenDay(extendedTo) : nothing),
  closed(activity) {
    const at = closedAt(activity);
    return at ? <InstantDay at={at} /> : nothing;
  },
};

function columnLook(field: ReportField): ColumnLook {
  const { kind, width } = activityFields[field];
  const isText = kind === 'folio' || kind === 'text' || kind === 'longText';
  const place = ({ id: 'head', description: 'lead', status: 'badge' } as const)[field as string];
  return {
    width: width.web,
    dense: width.dense,
    onCard: place,
    isTabular: kind === 'folio' || kind === 'day' || field === 'daysTaken',
    isSearched: isText,
    isDeadline: field === 'daysLeft',
  };
}

/** In pixels; the other fields of an own list are as wide as in a report, or share the rest. */
const ownLooks: Partial<Record<OwnField, ColumnLook>> = {
  id: { width: 56 },
  createdAt: { width: 96, isMinor: 'medium' },
  assignee: { width: 136 },
  dueOn: { width: 112 },
  extendedTo: { width: 96, isMinor: 'medium' },
  daysLeft: { width: 108 },
  closed: { width: 112, isTabular: true },
  status: { width: 118 },
};

/** A field's plain text, unless `cells` draw it. */
function drawCell(field: OwnField, cells: Cells<OwnField>) {
  const draw =
    cells[field] ?? ((activity: ActivityView) => <Clipped text={String(sortValueReader(field as ReportField)(activity) ?? '')} />);
  return ({ row }: { row: { original: ActivityView } }) => draw(row.original);
}

/** The link to the consult page; reports have less room. */
export const consultColumn = (meta: ColumnLook = { width: 48 }) =>
  helper.display({
    id: 'consult',
    header: lists.consultColumn,
    meta: { ...meta, onCard: 'action' },
    cell: ({ row }) => <ConsultLink activity={row.original} />,
  });

/** The arrow at the end of a row, which shows the activity beside the list. */
const previewColumn = helper.display({
  id: 'preview',
  header: preview.column,
  meta: { width: 44, dense: 34, onCard: 'preview' },
  cell: ({ row }) => <PreviewButton folio={row.original.id} />,
});

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

/** The columns of a report, which all stay; the server sorts by their ids. */
export const reportColumns = (fields: readonly ReportField[], special: Cells<ReportField> = {}) => [
  consultColumn({ width: 42, dense: 30 }),
  ...fields.map((field) =>
    helper.accessor(sortValueReader(field), {
      id: field,
      header: activityFields[field].label,
      meta: columnLook(field),
      cell: drawCell(field, { ...reportCells, ...special }),
    }),
  ),
  previewColumn,
];

/** A column of a list that the browser sorts and searches. */
export const ownColumn = (field: OwnField, headings: OwnList['headings'] = {}) =>
  helper.accessor(ownSortReader(field), {
    id: field,
    header: headings[field] ?? (field === 'closed' ? lists.closedOn : activityFields[field].label),
    meta: { ...(field === 'closed' ? {} : { ...columnLook(field), dense: undefined }), ...ownLooks[field] },
    cell: drawCell(field, ownCells),
  });

export const ownColumns = ({ fields, headings }: OwnList) => [
  consultColumn(),
  ...fields.map((field) => ownColumn(field, headings)),
  previewColumn,
];

function ownSortReader(field: OwnField): (activity: ActivityView) => string | number | null {
  return field === 'status' ? ({ status }) => status : sortValueReader(field);
}

/** A link to the reader's consult page of an activity, whose 'back' leads here. */
function ConsultLink({ activity }: { activity: ActivityView }) {
  const { user } = useSession();
  return (
    <Link
      {...rowLink}
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
                  <PersonLink id={ownerId} name={ownerName(activity)} />
                ) : (
                  <PersonLink id={assigneeId} name={assigneeName(activity)} />
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
      <span className="muted">
        {end && (
          <>
            {agenda.ended[status === 'canceled' ? status : 'verified']} <InstantDay at={end} />
          </>
        )}
      </span>
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
