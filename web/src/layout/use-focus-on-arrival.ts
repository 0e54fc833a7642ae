import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Someone who follows a link goes on from the new screen's heading, not from the menu; a reader hears where they are. */
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

/** The heading of a screen that is still loading comes later: until then the screen itself has the focus. Answers how to stop waiting. */
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
    // Whoever has gone on meanwhile is not called back.
    if (document.activeElement !== main || focus()) arriving.disconnect();
  });
  arriving.observe(main, { childList: true, subtree: true });
  return () => arriving.disconnect();
}
