import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Longest wait for images before printing. */
const IMAGE_WAIT_MS = 8_000;
/** After this time printing counts as finished, because phones send no `afterprint`. */
const PRINT_TIMEOUT_MS = 60_000;

/**
 * True during printing, by our button or the browser's command. `print` waits for images.
 */
export function usePrinting(): { isPrinting: boolean; print: () => Promise<void> } {
  const [isPrinting, setPrinting] = useState(false);
  const giveUp = useRef(0);
  useEffect(() => {
    // Synchronous, because the browser captures the page right after the event.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => {
      clearTimeout(giveUp.current);
      setPrinting(false);
    };
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      clearTimeout(giveUp.current);
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  const print = async () => {
    flushSync(() => setPrinting(true));
    await Promise.race([imagesDecoded(), new Promise((resolve) => setTimeout(resolve, IMAGE_WAIT_MS))]);
    clearTimeout(giveUp.current);
    giveUp.current = window.setTimeout(() => setPrinting(false), PRINT_TIMEOUT_MS);
    window.print();
  };
  return { isPrinting, print };
}

/** Lazy images are left out, because they may never load. */
const imagesDecoded = () =>
  Promise.allSettled([...document.querySelectorAll<HTMLImageElement>('img:not([loading="lazy"])')].map(async (image) => image.decode()));
