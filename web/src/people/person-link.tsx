import { isPrivileged } from '@bitacora/core/domain/people/person';
import { Link } from 'react-router-dom';
import { useSession } from '../app.ts';
import { useLinkState } from '../layout/menu-entries.ts';
import { paths } from '../layout/paths.ts';
import './person-link.css';

/** A person's name; for privileged readers a link to the page about that person's work. */
export function PersonLink({ id, name }: { id: number; name: string }) {
  const { user } = useSession();
  const linkState = useLinkState();
  if (!isPrivileged(user)) return name;
  return (
    <Link className="person-link" to={paths.personLoad(id)} state={linkState}>
      {name}
    </Link>
  );
}
