import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** So long an image may keep paper waiting. */
const IMAGE_WAIT_MS = 8_000;
/** A phone goes on at once and takes its picture later; where no browser says when it has, it is believed to have by then. */
const PRINT_TIMEOUT_MS = 60_000;

/**
 * True while the page is on its way to paper, by our button or by the browser's own command: for what only paper shows.
 * `print` waits for the images that come with it.
 */
export function usePrinting(): { isPrinting: boolean; print: () => Promise<void> } {
  const [isPrinting, setPrinting] = useState(false);
  const giveUp = useRef(0);
  useEffect(() => {
    // The browser takes its picture as soon as the event is over.
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

/** Lazy ones may be out of sight, and would never come. */
const imagesDecoded = () =>
  Promise.allSettled([...document.querySelectorAll<HTMLImageElement>('img:not([loading="lazy"])')].map(async (image) => image.decode()));
