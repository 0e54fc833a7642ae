import type { Client } from '@bitacora/core/client';
import { asksForTime, isRejected, rowSignal, undeliveredStatuses } from '@bitacora/core/domain/activities/deadline';
import type { Act } from '@bitacora/core/domain/activities/lifecycle';
import { actsOpenTo } from '@bitacora/core/domain/activities/policy';
import { type CalendarDate, daysBetween, localDay } from '@bitacora/core/domain/calendar';
import { longestWaitingFirst } from '@bitacora/core/domain/reports/list-address';
import { actButton } from '@bitacora/core/messages/activities/acts';
import { writtenNearDay } from '@bitacora/core/messages/dates';
import { Check, ChevronLeft, ChevronRight, NotebookPen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type ActivityView, DaysLeft } from '../activities/activity.tsx';
import { useSession } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { deferred, Loaded } from '../layout/loaded.tsx';
import { home } from '../messages/home-texts.ts';
import { standUp as texts } from '../messages/stand-up-texts.ts';
import { PlainButton } from '../ui/button.tsx';
import { later } from '../ui/later.tsx';
import { ListSkeleton } from '../ui/states.tsx';
import { KeyButton, useKeys } from './keys.tsx';
import { NotesDialog, useNotes } from './notes-dialog.tsx';
import type { Meeting, TeamMember } from './team.ts';

const loadActDialog = async () => (await import('../activities/acts/act-dialog.tsx')).ActDialog;
const ActDialog = later(loadActDialog);

interface PersonRows {
  rows: readonly ActivityView[];
  /** How many there are beside the rows. */
  more: number;
}

/** So many rows can be talked about in a minute. */
const ROWS = 7;
/** Of these, deliveries have at least so many. */
const DELIVERED = 2;

/** Reads what is pressing of a person's work, the most urgent first, and then what waits for its verdict. */
async function readPersonRows(client: Client, department: string | undefined, id: number): Promise<PersonRows> {
  const one = { assignees: [id], page: 1, pageSize: ROWS, ...(department && { departments: [department] }) };
  const list = department ? client.listAllActivities : client.listAssignedByMe;
  const [pressing, delivered] = await Promise.all([
    list({ ...one, reportStatuses: [...undeliveredStatuses], urgencies: ['late', 'week', 'rejected', 'extensionRequested'] }),
    list({ ...one, reportStatuses: ['completed'], sort: longestWaitingFirst }),
  ]);
  const waiting = delivered.rows.slice(0, Math.max(DELIVERED, ROWS - pressing.rows.length));
  const rows = [...pressing.rows.slice(0, ROWS - waiting.length), ...waiting];
  return { rows, more: pressing.total + delivered.total - rows.length };
}

/** Returns a function that reads a person's rows once. */
function useRowsByPerson(department: string | undefined): (id: number) => Promise<PersonRows> {
  const { client } = useClients();
  const rowsById = useRef(new Map<number, Promise<PersonRows>>()).current;
  return (id) => {
    const rows = rowsById.get(id) ?? deferred(readPersonRows(client, department, id));
    rowsById.set(id, rows);
    // 'Reintentar' reads them again.
    rows.catch(() => rowsById.delete(id));
    return rows;
  };
}

/** What was done to an activity in this meeting, and how it is now. */
interface Outcome {
  title?: string;
  activity?: ActivityView;
}

interface PersonPagesProps {
  people: readonly TeamMember[];
  meeting: Meeting;
  /** Null for the first person. */
  personId: number | null;
  onPerson: (id: number) => void;
  onEnd: () => void;
}

/** One person after the other, on the whole screen. */
export function PersonPages({ people: team, meeting, personId, onPerson, onEnd }: PersonPagesProps) {
  const { today } = useSession();
  // Kept, because a refusal reads the team again, and may find nothing open of the person on the screen.
  const [people] = useState(team);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [isNoting, setNoting] = useState(false);
  const [notes, writeNotes] = useNotes(meeting.since);
  const readRows = useRowsByPerson(meeting.department);
  // Fetched with the page, because a first key must not wait.
  useEffect(() => void loadActDialog().catch(() => {}), []);
  const index = Math.max(
    0,
    people.findIndex(({ id }) => id === personId),
  );
  const person = people[index] as TeamMember;
  const rows = readRows(person.id);
  const next = people[index + 1];
  const earlier = people[index - 1];
  if (next) void readRows(next.id);
  const turn = (to: TeamMember | undefined) => to && (() => onPerson(to.id));
  useKeys({
    ArrowRight: turn(next),
    ArrowLeft: turn(earlier),
    PageDown: turn(next),
    PageUp: turn(earlier),
    n: () => setNoting(true),
    Escape: onEnd,
  });
  const note = (id: number, outcome: Outcome) => setOutcomes((all) => new Map(all).set(id, { ...all.get(id), ...outcome }));
  return (
    <>
      <header className="stand-up-head">
        <div aria-live="polite">
          <h1 tabIndex={-1}>{person.name}</h1>
          <p className="muted">
            {[texts.place(index + 1, people.length), texts.counts(person.late, person.week)].filter(Boolean).join(' · ')}
          </p>
          {person.away && <p className="stand-up-away">{texts.away(writtenNearDay(person.away.until, today), person.away.substitute)}</p>}
        </div>
        <nav className="stand-up-tools" aria-label={texts.title}>
          <KeyButton keyName="←" icon={ChevronLeft} label={texts.earlier} onPress={turn(earlier)} />
          <KeyButton keyName="→" icon={ChevronRight} label={texts.next} onPress={turn(next)} />
          <KeyButton keyName="N" icon={NotebookPen} label={texts.notes} onPress={() => setNoting(true)} />
          <KeyButton keyName="Esc" label={texts.end} onPress={onEnd} />
        </nav>
      </header>
      <Loaded key={person.id} of={rows} skeleton={<ListSkeleton />}>
        {(loaded) => <Rows {...loaded} open={person.total} outcomes={outcomes} onOutcome={note} />}
      </Loaded>
      {isNoting && <NotesDialog notes={notes} onChange={writeNotes} onClose={() => setNoting(false)} />}
    </>
  );
}

/** The acts of a row by their keys. */
const actKeys: Readonly<Record<string, Act>> = {
  r: 'remind',
  v: 'approve',
  x: 'reject',
  e: 'extend',
  a: 'reassign',
  c: 'comment',
};

interface RowsProps extends PersonRows {
  /** The person's open work. */
  open: number;
  outcomes: ReadonlyMap<number, Outcome>;
  onOutcome: (id: number, outcome: Outcome) => void;
}

/** The rows of a person and the acts of the chosen one. */
function Rows({ rows, more, open, outcomes, onOutcome }: RowsProps) {
  const { client } = useClients();
  const { user } = useSession();
  const list = useRef<HTMLUListElement>(null);
  const [place, setPlace] = useState(0);
  const [act, setAct] = useState<Act | null>(null);
  const focusRow = (to: number) => list.current?.querySelectorAll('button')[to]?.focus();
  useEffect(() => focusRow(0), []);
  const current = rows[place];
  const activity = current && (outcomes.get(current.id)?.activity ?? current);
  const possible = activity ? actsOpenTo(user, activity) : new Set<Act>();
  const press = (key: string) => {
    const wanted = actKeys[key] as Act;
    return possible.has(wanted) ? () => setAct(wanted) : undefined;
  };
  useKeys({
    ...Object.fromEntries(Object.keys(actKeys).map((key) => [key, press(key)])),
    ArrowDown: () => focusRow(Math.min(place + 1, rows.length - 1)),
    ArrowUp: () => focusRow(Math.max(place - 1, 0)),
  });
  if (!activity) return <p className="stand-up-nothing">{texts.nothing(open)}</p>;
  const close = () => {
    setAct(null);
    // Also after a refusal, which comes where somebody else acted first.
    void client.readActivity({ activityId: activity.id }).then(
      (fresh) => onOutcome(activity.id, { activity: fresh }),
      () => {},
    );
  };
  return (
    <>
      <ul className="stand-up-rows" ref={list}>
        {rows.map((row, index) => (
          <Row
            key={row.id}
            activity={outcomes.get(row.id)?.activity ?? row}
            outcome={outcomes.get(row.id)?.title}
            isCurrent={index === place}
            onFocus={() => setPlace(index)}
          />
        ))}
      </ul>
      {more > 0 && <p className="stand-up-more muted">{texts.more(more)}</p>}
      <div className="stand-up-acts" role="toolbar" aria-label={`${texts.acts} ${activity.id}`}>
        {Object.entries(actKeys).map(([key, each]) => (
          <KeyButton key={key} keyName={key.toUpperCase()} label={actButton(each, possible)} onPress={press(key)} />
        ))}
        <span className="stand-up-hint muted" aria-hidden="true">
          <span className="key">↑</span> <span className="key">↓</span> {texts.row}
        </span>
      </div>
      {act && <ActDialog act={act} activity={activity} onClose={close} onDone={async ({ title }) => onOutcome(activity.id, { title })} />}
    </>
  );
}

interface RowProps {
  activity: ActivityView;
  /** What was done to it in this meeting. */
  outcome: string | undefined;
  isCurrent: boolean;
  onFocus: () => void;
}

function Row({ activity, outcome, isCurrent, onFocus }: RowProps) {
  const { today, zone } = useSession();
  const { id, description, topic, status, daysLeft, closedAt, requestedTo } = activity;
  const marks = [
    topic,
    isRejected(activity) && texts.rejected,
    asksForTime(activity) && texts.requested(writtenNearDay(requestedTo as CalendarDate, today)),
    status === 'completed' && closedAt && home.waitingSince(daysBetween(localDay(zone, closedAt), today)),
  ];
  return (
    <li>
      <PlainButton
        className="stand-up-row"
        aria-current={isCurrent || undefined}
        data-signal={rowSignal(status, daysLeft)}
        onFocus={onFocus}
        // Safari focuses no button that is pressed.
        onClick={({ currentTarget }) => currentTarget.focus()}
      >
        <span className="tabular muted">{id}</span>
        <span className="stand-up-words">
          <span>{description}</span>
          <span className="muted">{marks.filter(Boolean).join(' · ')}</span>
        </span>
        {outcome ? (
          <span className="stand-up-done">
            <Check size={20} aria-hidden="true" />
            {outcome}
          </span>
        ) : (
          <DaysLeft activity={activity} />
        )}
      </PlainButton>
    </li>
  );
}
