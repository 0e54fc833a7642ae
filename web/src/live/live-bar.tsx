import { live } from '../messages/live.ts';
import { Button } from '../ui/button.tsx';
import './live-bar.css';
import { useLiveRefresh } from './use-live-refresh.ts';
import { useOthersChanges } from './use-others-changes.ts';

/** Above a dialog's veil, where it can be read; nothing can be pressed there, and what changed is read when the dialog closes. */
const showOnTop = (bar: HTMLElement | null) => bar?.showPopover?.();

/** Quiet until something on screen has changed that cannot be refreshed under the person's fingers. */
export function LiveBar() {
  const { isStale, isCovered, refresh } = useLiveRefresh();
  useOthersChanges();
  const ask = () => {
    // The button goes away, and the cursor should not go with it.
    document.querySelector('main')?.focus({ preventScroll: true });
    refresh();
  };
  return (
    <div className="live-bar" aria-live="polite">
      {isStale && (
        <p key={String(isCovered)} popover="manual" ref={showOnTop}>
          {isCovered ? live.changesBehind : live.changes}
          {!isCovered && (
            <Button tone="quiet" onClick={ask}>
              {live.refresh}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}
