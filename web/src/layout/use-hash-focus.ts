import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Whoever follows a link to a part of the screen goes on from its heading, once it is there. */
export function useHashFocus(heading: RefObject<HTMLElement | null>, anchor: string | undefined) {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!anchor || hash !== `#${anchor}`) return;
    // After the screen's own heading has had the focus.
    const frame = requestAnimationFrame(() => {
      heading.current?.scrollIntoView({ block: 'start' });
      heading.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [hash, key, anchor, heading]);
}
