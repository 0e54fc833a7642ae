import { live } from '../messages/live.ts';
import { Button } from '../ui/button.tsx';
import { useLiveRefresh } from './use-live-refresh.ts';
import { useOthersChanges } from './use-others-changes.ts';
import './live-bar.css';

/** Stands above a dialog's backdrop, without a button. The screen reloads when the dialog closes. */
const showOnTop = (bar: HTMLElement | null) => bar?.showPopover?.();

/** Appears when the screen is stale and a reload would disturb the person. */
export function LiveBar() {
  const { isStale, isCovered, refresh } = useLiveRefresh();
  useOthersChanges();
  const ask = () => {
    // Moves the focus, because the button disappears.
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
