import { consult } from '@bitacora/core/messages/activities/consult';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useApp, useSession } from '../../app/app.ts';
import { listen } from '../../app/listeners.ts';
import { type EvidenceImage, Instant } from '../activity.tsx';

// Rendered only for printing, because paper shows lists whole that the screen shows in pages.

/** Every image with its uploader, its time and its whole hash. */
export const PrintedEvidence = ({ images }: { images: readonly EvidenceImage[] }) => (
  <ol className="printed-evidence">
    {images.map(({ id, url, name, width, height, uploadedBy, uploadedAt, sha256 }) => (
      <li key={id}>
        <img src={url} alt={name} width={width} height={height} />
        <p>
          <strong>{name}</strong> · {uploadedBy},{' '}
          <span className="tabular">
            <Instant at={uploadedAt} />
          </span>
        </p>
        <p className="muted">
          SHA-256 <code>{sha256}</code>
        </p>
      </li>
    ))}
  </ol>
);

/** The address of the page, and who printed it when. */
export function PrintedFoot() {
  const { now } = useApp();
  const { user, zone } = useSession();
  return (
    <footer className="printed-foot">
      <span>{consult.printedAt(writtenInstant(now(), zone), user.name)}</span>
      <span>{window.location.origin + window.location.pathname}</span>
    </footer>
  );
}

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
    const stop = listen(window, { beforeprint: begin, afterprint: end });
    return () => {
      clearTimeout(giveUp.current);
      stop();
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
