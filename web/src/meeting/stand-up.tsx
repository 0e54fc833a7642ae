import './stand-up.css';
import { writtenNearDay, writtenWeekday } from '@bitacora/core/messages/dates';
import { frame } from '@bitacora/core/messages/layout';
import { Presentation } from 'lucide-react';
import { type LoaderFunctionArgs, useLocation, useNavigate } from 'react-router-dom';
import { useSession } from '../app/app.ts';
import { getClients, useClients } from '../app/clients.ts';
import { paths } from '../app/paths.ts';
import { deferred, Loaded, useLoaded } from '../layout/loaded.tsx';
import { standUp as texts } from '../messages/stand-up-texts.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { later } from '../ui/later.tsx';
import { Select } from '../ui/select.tsx';
import { Alert, Empty, ListSkeleton } from '../ui/states.tsx';
import { rereadFor } from '../ui/use-address-state.ts';
import { errorSentence, useAttempt } from '../ui/use-attempt.ts';
import { PersonPages } from './person-pages.tsx';
import type { Meeting, Team } from './team.ts';

const MinutePage = later(async () => (await import('./minute-page.tsx')).MinutePage);

/** Where the meeting is, which a reload keeps. */
interface MeetingPlace extends Pick<Meeting, 'department'> {
  /** Null before the meeting begins. */
  since: Meeting['since'] | null;
  /** The id of the person on the screen. */
  person: number | null;
  isOver: boolean;
}

function readPlace(search: string): MeetingPlace {
  const address = new URLSearchParams(search);
  return {
    department: address.get('department') ?? undefined,
    since: Number(address.get('since')) || null,
    person: Number(address.get('person')) || null,
    isOver: address.has('over'),
  };
}

export function loader(args: LoaderFunctionArgs) {
  const { client } = getClients(args);
  const { department, since } = readPlace(new URL(args.request.url).search);
  return {
    team: deferred(client.readStandUp({ department, since: since ?? undefined })),
    departments: deferred(client.listDepartments()),
  };
}

/** The team is read again for another department and for the minute, not for the next person. */
export const shouldRevalidate = rereadFor('department', 'over');

/** The morning meeting: who is in it, person by person, and the minute of its acts. */
export function Component() {
  const { team } = useLoaded<typeof loader>();
  const { search } = useLocation();
  const navigate = useNavigate();
  const place = readPlace(search);
  const go = ({ isOver, ...rest }: MeetingPlace) => {
    const entries = Object.entries({ ...rest, over: isOver ? 1 : null }).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
    void navigate({ search: new URLSearchParams(entries).toString() }, { replace: true });
  };
  return (
    <div className="stand-up" data-paper="">
      <title>{`${texts.title} · ${frame.product}`}</title>
      <Loaded
        of={team}
        skeleton={
          <>
            <h1>{texts.title}</h1>
            <ListSkeleton />
          </>
        }
      >
        {(reply) => {
          const { since, department } = place;
          // Also where the meeting left nobody with open work.
          if (since !== null && place.isOver && reply.minute)
            return (
              <MinutePage
                people={reply.people}
                minute={reply.minute}
                meeting={{ since, department }}
                onBack={() => go({ ...place, isOver: false })}
              />
            );
          if (since === null || place.isOver || reply.people.length === 0)
            return (
              <Start
                team={reply}
                department={department}
                onChoose={(next) => go({ department: next, since: null, person: null, isOver: false })}
                onBegin={(from) => go({ department, since: from, person: null, isOver: false })}
              />
            );
          return (
            <PersonPages
              people={reply.people}
              meeting={{ since, department }}
              personId={place.person}
              onPerson={(person) => go({ ...place, person })}
              onEnd={() => go({ ...place, isOver: true })}
            />
          );
        }}
      </Loaded>
    </div>
  );
}

interface StartProps {
  team: Team;
  department: string | undefined;
  onChoose: (department: string | undefined) => void;
  onBegin: (since: Meeting['since']) => void;
}

const ASSIGNED = '';

/** Who is in the team, and what to expect of the week. */
function Start({ team: { people, forecast }, department, onChoose, onBegin }: StartProps) {
  const { departments } = useLoaded<typeof loader>();
  const { today } = useSession();
  const { client } = useClients();
  const attempt = useAttempt();
  // Read again, because what was done since this page opened was before the meeting.
  const begin = () => attempt.run(async () => onBegin((await client.readStandUp({ department })).since));
  return (
    <div className="stand-up-start">
      <header className="stand-up-head">
        <div>
          <h1>{texts.title}</h1>
          <p className="muted">
            {writtenWeekday(today)}. {texts.lead}
          </p>
        </div>
        <ButtonLink to={paths.home}>{texts.leave}</ButtonLink>
      </header>
      <Loaded of={departments} skeleton={<span />} isSilent>
        {(all) => (
          <Field label={texts.team}>
            {(tie) => (
              <Select
                tie={tie}
                value={department ?? ASSIGNED}
                options={[
                  { value: ASSIGNED, label: texts.assigned },
                  ...all.map(({ department: name }) => ({ value: name, label: name, searched: name })),
                ]}
                placeholder={texts.team}
                search={{ placeholder: texts.search, noMatch: texts.noDepartment }}
                onChange={(value) => onChoose(String(value) || undefined)}
              />
            )}
          </Field>
        )}
      </Loaded>
      {people.length === 0 ? (
        <Empty icon={Presentation} text={texts.nobody} help="la-junta" />
      ) : (
        <>
          {forecast && <p className="stand-up-forecast">{forecast}</p>}
          {attempt.error !== null && <Alert title={errorSentence(attempt.error, frame.loadFailed)} />}
          <Button tone="accent" autoFocus isBusy={attempt.isBusy} onClick={begin}>
            {texts.begin} · {texts.people(people.length)}
          </Button>
          <ul className="stand-up-team">
            {people.map(({ id, name, late, week, away }) => (
              <li key={id}>
                <span>{name}</span>
                <span className={late > 0 ? 'late' : 'muted'}>{texts.counts(late, week)}</span>
                {away && <span className="muted">{texts.away(writtenNearDay(away.until, today), away.substitute)}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
