import { live } from '@bitacora/core/messages/live';
import { Button } from '../ui/button.tsx';
import './live-bar.css';
import { useLiveRefresh } from './use-live-refresh.ts';
import { useOthersChanges } from './use-others-changes.ts';

/** Quiet until something on screen has changed that cannot be refreshed under the person's fingers. */
export function LiveBar() {
  const { isStale, refresh } = useLiveRefresh();
  useOthersChanges();
  const ask = () => {
    // The button goes away, and the cursor should not go with it.
    document.querySelector('main')?.focus({ preventScroll: true });
    refresh();
  };
  return (
    <div className="live-bar" aria-live="polite">
      {isStale && (
        <p>
          {live.changes}
          <Button tone="quiet" onClick={ask}>
            {live.refresh}
          </Button>
        </p>
      )}
    </div>
  );
}
