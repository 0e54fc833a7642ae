import { frame } from '@bitacora/core/messages/frame';
import type { SessionUser } from '../session-memory.ts';
import { Popover } from '../ui/popover.tsx';
import { Avatar } from './avatar.tsx';

/** Who is logged in. It tells what the session knows of them until they have a profile page. */
export function ProfileButton({ user }: { user: SessionUser }) {
  const facts = [
    [frame.email, user.email],
    [frame.employeeNumber, user.employeeNumber],
    [frame.department, user.department],
  ] as const;
  return (
    <Popover
      label={frame.profile}
      place="above-start"
      button={(trigger) => (
        <button type="button" className="menu-item menu-profile" data-tip={user.name} {...trigger}>
          <Avatar name={user.name} />
          <span className="only-read">{frame.profile}:</span>
          <span className="menu-words">
            <span className="menu-name">{user.name}</span>
            <span className="menu-role">{user.position}</span>
          </span>
        </button>
      )}
    >
      {() => (
        <div className="profile-card">
          <p className="profile-name">{user.name}</p>
          <p className="muted">{user.position}</p>
          <dl>
            {facts.map(([term, value]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </Popover>
  );
}
