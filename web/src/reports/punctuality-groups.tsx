import { addDays, addMonths, type CalendarDate } from '@bitacora/core/domain/calendar';
import { type DueRows, dueRowsPath, type RowsQuery } from '@bitacora/core/domain/reports/list-address';
import { type PunctualityReport, type PunctualityRow, punctualities } from '@bitacora/core/domain/reports/punctuality';
import { normalise } from '@bitacora/core/domain/text';
import { writtenDay } from '@bitacora/core/messages/dates';
import { type PunctualityGroup, punctualityGroups, punctualityTexts } from '@bitacora/core/messages/reports/punctuality';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { within } from '../activities/home/punctuality-ranges.ts';
import { PersonLink } from '../layout/person-link.tsx';
import { punctualityPage as texts } from '../messages/punctuality-texts.ts';
import { Button } from '../ui/button.tsx';
import { SearchBox } from '../ui/table-parts.tsx';

export interface GroupState {
  by: PunctualityGroup;
  search: string;
}

export const readGroup = (word: string | null): PunctualityGroup => punctualityGroups.find((group) => group === word) ?? 'department';

/** One line: a group, its figures, and the conditions of its rows. */
interface GroupLine {
  key: string;
  name: string;
  /** What stands in the cell; unset, the name. */
  cell?: ReactNode;
  figures: PunctualityRow;
  query: RowsQuery;
}

const monthFormat = new Intl.DateTimeFormat('es-MX', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const writtenMonth = (day: CalendarDate) => monthFormat.format(new Date(`${day}T00:00:00Z`));

const groupLines: Record<PunctualityGroup, (report: PunctualityReport) => GroupLine[]> = {
  department: ({ departments, from, to }) =>
    departments.map((row) => ({
      key: row.department,
      name: row.department,
      figures: row,
      query: { from, to, departments: [row.department] },
    })),
  topic: ({ topics, from, to }) =>
    topics.map((row) => ({ key: row.topic, name: row.topic, figures: row, query: { from, to, topics: [row.topic] } })),
  person: ({ people, from, to }) =>
    people.map((row) => ({
      key: String(row.id),
      name: row.name,
      cell: <PersonLink id={row.id} name={row.name} />,
      figures: row,
      query: { from, to, assignees: [row.id] },
    })),
  month: ({ months, ...range }) =>
    months.map((row) => ({
      key: row.monthStart,
      name: writtenMonth(row.monthStart),
      figures: row,
      query: within(range, row.monthStart, addDays(addMonths(row.monthStart, 1), -1)),
    })),
  week: ({ weeks, ...range }) =>
    weeks.map((row) => ({
      key: row.weekStart,
      name: writtenDay(row.weekStart),
      figures: row,
      query: within(range, row.weekStart, addDays(row.weekStart, 6)),
    })),
};

/** A list with more lines has a search. */
const SEARCHED = 12;
/** At most this many lines are drawn before somebody asks for all. */
const VISIBLE = 50;

interface PunctualityGroupsProps {
  report: PunctualityReport;
  state: GroupState;
  typed: string;
  onType: (text: string) => void;
  linkTo: (by: PunctualityGroup) => URLSearchParams;
}

/** The same figures by department, topic, person, month and week; each in the order of its names or days. */
export function PunctualityGroups({ report, state, typed, onType, linkTo }: PunctualityGroupsProps) {
  const [hasAll, setAll] = useState(false);
  const lines = groupLines[state.by](report);
  const matches = lines.filter(({ name }) => normalise(name).includes(normalise(state.search)));
  const visible = hasAll ? matches : matches.slice(0, VISIBLE);
  return (
    <section className="card punctuality-groups" aria-label={texts.groupsBy}>
      <header className="punctuality-groups-head">
        <h2>{texts.by(texts.groups[state.by])}</h2>
        <nav aria-label={texts.groupsBy}>
          {punctualityGroups.map((group) => (
            <Link
              key={group}
              to={{ search: linkTo(group).toString() }}
              aria-current={group === state.by ? 'true' : undefined}
              preventScrollReset
            >
              {texts.groups[group]}
            </Link>
          ))}
        </nav>
        {lines.length > SEARCHED && <SearchBox label={texts.search} value={typed} onChange={onType} />}
      </header>
      {matches.length === 0 ? <p className="muted">{texts.noMatch}</p> : <GroupTable by={state.by} lines={visible} />}
      {visible.length < matches.length && <Button onClick={() => setAll(true)}>{texts.showAll(matches.length)}</Button>}
    </section>
  );
}

const columnNames: Record<DueRows, string> = { due: punctualityTexts.due, ...punctualityTexts.outcomes };

const GroupTable = ({ by, lines }: { by: PunctualityGroup; lines: readonly GroupLine[] }) => (
  <table className="punctuality-table">
    <caption className="only-read">{texts.groups[by]}</caption>
    <thead>
      <tr>
        <th scope="col">{texts.groups[by]}</th>
        <th scope="col">{punctualityTexts.share}</th>
        {(['due', ...punctualities] as const).map((rows) => (
          <th key={rows} scope="col" data-outcome={rows}>
            {rows === 'onTimeExtended' ? texts.extended : texts.short[rows]}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {lines.map(({ key, name, cell, figures, query }) => (
        <tr key={key}>
          <th scope="row">{cell ?? name}</th>
          <td className="punctuality-share">
            <span>{punctualityTexts.percent(figures.share)}</span>
            <span className="punctuality-bar" aria-hidden="true">
              {punctualities
                .filter((outcome) => figures[outcome] > 0)
                .map((outcome) => (
                  <span key={outcome} data-outcome={outcome} style={{ flexGrow: figures[outcome] }} />
                ))}
            </span>
          </td>
          {(['due', ...punctualities] as const).map((rows) => (
            <td key={rows} data-label={texts.short[rows]}>
              {figures[rows] === 0 ? (
                <span className="muted">0</span>
              ) : (
                <Link to={dueRowsPath(rows, query)} aria-label={texts.rowsOf(columnNames[rows], name, figures[rows])}>
                  {figures[rows].toLocaleString('es-MX')}
                </Link>
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
