import { consultPathOf } from '@bitacora/core/domain/activity/consult-path';
import { lists } from '@bitacora/core/messages/lists';
import { Eye } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useLinkState } from '../../layout/back-link.ts';
import { useSession } from '../../use-session.ts';
import type { Activity } from '../activity.ts';

/** A link to the reader's consult page of an activity, whose 'back' leads here. */
export function ConsultLink({ activity }: { activity: Activity }) {
  const { user } = useSession();
  return (
    <Link
      className="icon-button consult-link"
      to={consultPathOf(activity, user.id)}
      state={useLinkState()}
      aria-label={lists.consult(activity.id)}
    >
      <Eye size={17} aria-hidden="true" />
    </Link>
  );
}
