import type { PersonLoad } from '@bitacora/core/contract/reports/report-shapes';
import { openStatuses } from '@bitacora/core/domain/activities/activity';
import { rowsPath } from '@bitacora/core/domain/reports/list-address';
import type { Filters } from '@bitacora/core/domain/reports/report';
import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { PersonLink } from '../../layout/person-link.tsx';
import { home } from '../../messages/home-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/states.tsx';
import { AgendaFrame } from './agenda-frame.tsx';

const assigned = (filters: Partial<Filters>) => rowsPath(paths.assignedReport, filters);

const isPressing = (load: PersonLoad) => load.late > 0 || load.week > 0;

/** A table of everybody would push the rest of Home away. */
const VISIBLE = 5;

/** Lists the load of each person, the latest first; at first of the few who are late or have a near deadline. */
export function PeopleLoad({ people }: { people: readonly PersonLoad[] }) {
  const [isAll, setAll] = useState(false);
  const busy = people.filter(({ open }) => open > 0).sort((a, b) => b.late - a.late || b.week - a.week);
  const rows = isAll ? busy : busy.filter(isPressing).slice(0, VISIBLE);
  return (
    <AgendaFrame
      title={home.people}
      beside={
        (isAll || busy.length > rows.length) && (
          <Button tone="quiet" aria-pressed={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? home.pressing : home.everybody(busy.length)}
          </Button>
        )
      }
    >
      {rows.length === 0 ? (
        <Empty icon={CheckCheck} text={busy.length === 0 ? home.noPeople : home.peopleEmpty} help="asigna-a-varios" />
      ) : (
        <table className="people-load">
          <thead>
            <tr>
              <th scope="col">{home.person}</th>
              <th scope="col">{home.open}</th>
              <th scope="col">{home.late}</th>
              <th scope="col">{home.week}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((load) => (
              <tr key={load.id}>
                <th scope="row">
                  <PersonLink id={load.id} name={load.name} />
                </th>
                <Count
                  of={load.open}
                  to={assigned({ assignees: [load.id], statuses: openStatuses })}
                  label={`${home.open}, ${load.name}`}
                />
                <Count
                  of={load.late}
                  to={assigned({ assignees: [load.id], urgencies: ['late'] })}
                  label={`${home.late}, ${load.name}`}
                  isLate
                />
                <Count of={load.week} to={assigned({ assignees: [load.id], urgencies: ['week'] })} label={`${home.week}, ${load.name}`} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </AgendaFrame>
  );
}

interface CountProps {
  of: number;
  to: string;
  label: string;
  isLate?: boolean;
}

/** A number that leads to its rows; zero leads nowhere. */
const Count = ({ of, to, label, isLate = false }: CountProps) => (
  <td>
    {of === 0 ? (
      <span className="muted">0</span>
    ) : (
      <Link to={to} aria-label={`${of} ${label}`} data-tone={isLate ? 'late' : undefined}>
        {of.toLocaleString('es-MX')}
      </Link>
    )}
  </td>
);
