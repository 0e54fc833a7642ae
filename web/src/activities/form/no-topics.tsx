import { adminPolicy } from '@bitacora/core/domain/people/person';
import { frame } from '@bitacora/core/messages/layout';
import { Link } from 'react-router-dom';
import { useSession } from '../../app.ts';
import { paths } from '../../layout/paths.ts';
import { activityForm } from '../../messages/activity-form.ts';

/** What to do without a topic: who may register topics does it, others ask for one. */
export function NoTopics() {
  const { user } = useSession();
  if (!adminPolicy.manageTopics(user)) return activityForm.noTopics;
  return (
    <>
      {activityForm.noTopicsYet} <Link to={paths.topics}>{frame.topics}</Link>
    </>
  );
}
