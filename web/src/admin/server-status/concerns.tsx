import type { ServerConcern } from '@bitacora/core/domain/server/server-concerns';
import { concernTexts } from '@bitacora/core/messages/server-status';
import { Alert } from '../../ui/alert.tsx';
import './server-status.css';

/** What somebody should look at, each with what to do about it; nothing where all is well. */
export function Concerns({ concerns }: { concerns: readonly ServerConcern[] }) {
  if (concerns.length === 0) return null;
  return (
    <div className="server-concerns">
      {concerns.map((concern) => (
        <Alert key={concern} title={concernTexts[concern].title}>
          {concernTexts[concern].advice}
        </Alert>
      ))}
    </div>
  );
}
