import './person-link.css';
import type { Account } from '@bitacora/core/contract/people/user-endpoints';
import { fullName, isPrivileged } from '@bitacora/core/domain/people/person';
import { UserRoundCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useSession } from '../app/app.ts';
import { paths } from '../app/paths.ts';
import { substitutedList } from '../messages/layout-texts.ts';
import { ButtonLink } from '../ui/button.tsx';
import { useLinkState } from './menu-entries.ts';

/** A person's name; for privileged readers a link to the page about that person's work. Screen readers and the hover say all of it. */
export function PersonLink({ id, name, short = name }: { id: number; name: string; short?: string }) {
  const { user } = useSession();
  const linkState = useLinkState();
  const words =
    short === name ? (
      name
    ) : (
      <span title={name}>
        <span aria-hidden="true">{short}</span>
        <span className="only-read">{name}</span>
      </span>
    );
  if (!isPrivileged(user)) return words;
  return (
    <Link className="person-link" to={paths.personLoad(id)} state={linkState}>
      {words}
    </Link>
  );
}

/** A person as an option of a list, found by name and employee number. */
export const personOption = (person: Pick<Account, 'id' | 'firstName' | 'lastName' | 'employeeNumber'>, detail?: string) => ({
  value: person.id,
  label: fullName(person),
  detail,
  searched: `${fullName(person)} ${person.employeeNumber}`,
});

/** Leads a substitute to the work of the absent people. */
export function SubstitutedLink() {
  const { substitutesFor = [] } = useSession().user;
  if (substitutesFor.length === 0) return null;
  return (
    <ButtonLink icon={UserRoundCheck} to={paths.substituted}>
      {substitutedList.open}
    </ButtonLink>
  );
}
