import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Moves the focus to the new screen's heading after navigation, so that screen readers announce it. */
export function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const arrivedAt = useRef(pathname);
  useEffect(() => {
    if (arrivedAt.current === pathname || !main.current) return;
    arrivedAt.current = pathname;
    return focusHeading(main.current);
  }, [pathname]);
  return main;
}

/** Focuses the heading, or the screen until the heading appears. Returns a function that stops waiting. */
function focusHeading(main: HTMLElement): () => void {
  const focus = () => {
    const heading = main.querySelector('h1');
    if (!heading) return false;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return true;
  };
  if (focus()) return () => {};
  main.focus({ preventScroll: true });
  const arriving = new MutationObserver(() => {
    // Keeps the focus where the person has moved it.
    if (document.activeElement !== main || focus()) arriving.disconnect();
  });
  arriving.observe(main, { childList: true, subtree: true });
  return () => arriving.disconnect();
}
