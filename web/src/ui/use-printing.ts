import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** So long an image may keep paper waiting. */
const PATIENCE_MS = 8000;

/**
 * True while the page is on its way to paper, by our button or by the browser's own command: for what only paper shows.
 * `print` waits for the images that come with it.
 */
export function usePrinting(): { isPrinting: boolean; print: () => Promise<void> } {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser takes its picture as soon as the event is over.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  const print = async () => {
    flushSync(() => setPrinting(true));
    await Promise.race([imagesShown(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    window.print();
    setPrinting(false);
  };
  return { isPrinting, print };
}

/** Lazy ones may be out of sight, and would never come. */
const imagesShown = () =>
  Promise.allSettled([...document.querySelectorAll<HTMLImageElement>('img:not([loading="lazy"])')].map(async (image) => image.decode()));
