import { frame } from '@bitacora/core/messages/layout';
import { NavLink } from 'react-router-dom';
import type { CurrentUser } from '../session-memory.ts';
import { Avatar } from './avatar.tsx';
import { paths } from './paths.ts';

/** Who is logged in; it leads to their profile. */
export const ProfileButton = ({ user }: { user: CurrentUser }) => (
  <NavLink to={paths.profile} className="menu-item menu-profile" data-tip={user.name}>
    <Avatar name={user.name} photoUrl={user.photoUrl} />
    <span className="only-read">{frame.profile}:</span>
    <span className="menu-words">
      <span className="menu-name">{user.name}</span>
      <span className="menu-role">{user.position}</span>
    </span>
  </NavLink>
);
