import { isOwnActivity } from '@bitacora/core/domain/activity';
import type { Act } from '@bitacora/core/domain/lifecycle';
import { actsOpenTo } from '@bitacora/core/domain/policy';
import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router-dom';
import { useApp } from '../../app.ts';
import { paths } from '../../frame/paths.ts';
import { useSession } from '../../use-session.ts';
import type { Activity } from '../views.ts';
import { ActBar } from './act-bar.tsx';
import { ActDialog } from './act-dialog.tsx';

/** What one may do to this activity now, and the dialog of what one has chosen. */
export function Acts({ activity }: { activity: Activity }) {
  const { user } = useSession();
  const { notices } = useApp();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const [act, setAct] = useState<Act | null>(null);
  return (
    <>
      <ActBar open={actsOpenTo(user, activity)} onAct={setAct} />
      {act && (
        <ActDialog
          act={act}
          activity={activity}
          onClose={() => setAct(null)}
          onDone={async (notice) => {
            notices.show(notice);
            const next = nextAfter(act, activity);
            await (next ? navigate(next) : revalidate());
          }}
        />
      )}
    </>
  );
}

/** Where each act leads (specification, section 4); null stays on the page. */
function nextAfter(act: Act, activity: Activity): string | null {
  if (act === 'cancel') return paths.pending;
  if (act === 'complete') return isOwnActivity(activity) ? paths.history : paths.pending;
  return null;
}
