import { UserRoundCheck } from 'lucide-react';
import { useSession } from '../../app.ts';
import { paths } from '../../layout/paths.ts';
import { substitutedList } from '../../messages/list-rows.ts';
import { ButtonLink } from '../../ui/button.tsx';

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
