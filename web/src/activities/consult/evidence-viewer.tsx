import './evidence-viewer.css';
import { adminPolicy } from '@bitacora/core/domain/people/person';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { frame } from '@bitacora/core/messages/layout';
import { Check, ChevronLeft, ChevronRight, Copy, Fingerprint as Fingermark, ImageMinus, Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type TouchEvent, useLayoutEffect, useRef, useState } from 'react';
import { useSession } from '../../app/app.ts';
import { evidence } from '../../messages/activity-form-texts.ts';
import { consultPage } from '../../messages/consult-texts.ts';
import { Button, IconButton, PlainButton } from '../../ui/button.tsx';
import { useCopy } from '../../ui/copy-and-download.ts';
import { Dialog, focusFirst } from '../../ui/dialog.tsx';
import { Fold } from '../../ui/fold.tsx';
import { later } from '../../ui/later.tsx';
import { Announcement, LiveMessage } from '../../ui/states.tsx';
import type { EvidenceImage } from '../activity.tsx';
import { Captured } from './history.tsx';

const WithdrawImage = later(async () => (await import('./withdraw-image.tsx')).WithdrawImage);

/** One large image and a strip of all. A disabled arrow button keeps the focus, so that the arrow keys still work. */
export function EvidenceViewer({ images }: { images: readonly EvidenceImage[] }) {
  const { zone, user } = useSession();
  const { at, setAt, turn, onKeyDown } = useCarousel(images.length);
  const [isLarge, setLarge] = useState(false);
  const [withdrawing, setWithdrawing] = useState<EvidenceImage | null>(null);
  const swipe = useSwipe(turn);
  const image = images[at];
  if (!image) return <p className="muted">{evidence.none}</p>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows are a shortcut for the buttons inside.
    <div className="viewer" onKeyDown={onKeyDown}>
      <div className="viewer-stage" {...swipe}>
        <PlainButton className="viewer-enlarge" aria-label={consultPage.enlarge} onClick={() => setLarge(true)}>
          <img src={image.url} alt={image.name} width={image.width} height={image.height} />
        </PlainButton>
        <CarouselButtons at={at} count={images.length} onTurn={turn} />
      </div>
      <div className="viewer-caption">
        <span className="viewer-count tabular">{evidence.counter(at + 1, images.length)}</span>
        <Announcement text={evidence.spokenCounter(at + 1, images.length)} />
        <span className="viewer-name">
          {image.name}
          <span className="muted"> · {evidence.by(image.uploadedBy, writtenInstant(image.uploadedAt, zone))}</span>
          <Captured of="image" at={image.capturedAt} sentAt={image.uploadedAt} />
        </span>
        <a className="icon-button" href={image.url} target="_blank" rel="noreferrer" aria-label={evidence.open}>
          <Maximize2 size={16} aria-hidden="true" />
        </a>
        {adminPolicy.withdrawImages(user) && (
          <IconButton icon={ImageMinus} label={evidence.withdraw} hasTip onClick={() => setWithdrawing(image)} />
        )}
      </div>
      <Fold key={image.id} className="viewer-details" label={consultPage.imageDetails}>
        <Fingerprint of={image} />
      </Fold>
      {images.length > 1 && (
        <ul className="viewer-strip">
          {images.map((image, index) => (
            <li key={image.id}>
              <PlainButton aria-label={evidence.show(index + 1)} aria-current={index === at || undefined} onClick={() => setAt(index)}>
                <img src={image.thumbnailUrl} alt="" loading="lazy" />
              </PlainButton>
            </li>
          ))}
        </ul>
      )}
      {isLarge && <LargeImage image={image} at={at} count={images.length} onTurn={turn} onClose={() => setLarge(false)} />}
      {withdrawing && <WithdrawImage image={withdrawing} onClose={() => setWithdrawing(null)} />}
    </div>
  );
}

/** The file's hash: its first and last characters, and a button that copies all of it. It announces the result, because browsers may refuse. */
export function Fingerprint({ of: { sha256 } }: { of: Pick<EvidenceImage, 'sha256'> }) {
  const [isCopied, copy] = useCopy(sha256);
  return (
    <div className="viewer-fingerprint" title={evidence.fingerprint}>
      <Fingermark size={14} aria-hidden="true" />
      <span className="only-read">{evidence.fingerprint}: </span>
      <span aria-hidden="true">SHA-256</span>
      <code>{`${sha256.slice(0, 8)}…${sha256.slice(-8)}`}</code>
      <IconButton icon={isCopied ? Check : Copy} size={14} label={evidence.copyFingerprint} hasTip onClick={() => void copy()} />
      <LiveMessage className={isCopied === false ? 'muted' : 'only-read'}>
        {isCopied !== null && (isCopied ? evidence.copied : evidence.copyFailed(sha256))}
      </LiveMessage>
    </div>
  );
}

const ZOOM_MAX = 4;

interface LargeImageProps {
  image: EvidenceImage;
  at: number;
  count: number;
  onTurn: (by: number) => void;
  onClose: () => void;
}

/** An image as large as the window, which zooms up to four times and is moved by scrolling. */
function LargeImage({ image, at, count, onTurn, onClose }: LargeImageProps) {
  const [zoom, setZoom] = useState(1);
  const turn = (by: number) => {
    setZoom(1);
    onTurn(by);
  };
  // A stroke moves an image that is enlarged.
  const swipe = useSwipe((by) => zoom === 1 && turn(by));
  const scroller = useRef<HTMLDivElement>(null);
  // The middle of the image stays in the middle of the window.
  useLayoutEffect(() => {
    const box = scroller.current;
    box?.scrollTo((box.scrollWidth - box.clientWidth) / 2, (box.scrollHeight - box.clientHeight) / 2);
  }, [zoom]);
  const set = (next: number) => setZoom(Math.max(1, Math.min(ZOOM_MAX, next)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === '+') set(zoom + 1);
    if (event.key === '-') set(zoom - 1);
  };
  return (
    <Dialog
      size="full"
      title={image.name}
      onClose={onClose}
      footer={
        <>
          <span className="viewer-count tabular">{evidence.counter(at + 1, count)}</span>
          <Button icon={ZoomOut} disabled={zoom === 1} aria-label={consultPage.zoomOut} onClick={() => set(zoom - 1)} />
          <Button icon={ZoomIn} disabled={zoom === ZOOM_MAX} aria-label={consultPage.zoomIn} onClick={() => set(zoom + 1)} />
          <Button tone="accent" {...focusFirst} onClick={onClose}>
            {frame.close}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are a shortcut for the buttons. */}
      <div className="viewer-large" onKeyDown={onKeyDown} {...swipe}>
        <div className="viewer-scroll" ref={scroller}>
          <img
            src={image.url}
            alt={image.name}
            width={image.width}
            height={image.height}
            style={{ width: `${100 * zoom}%`, height: `${100 * zoom}%` }}
            onDoubleClick={() => set(zoom === 1 ? 2 : 1)}
          />
        </div>
        <CarouselButtons at={at} count={count} onTurn={turn} />
      </div>
    </Dialog>
  );
}

/** Keeps the index of the visible image. Buttons and arrow keys turn to another. */
function useCarousel(count: number) {
  const [place, setAt] = useState(0);
  const at = Math.max(0, Math.min(place, count - 1));
  const turn = (by: number) => setAt(Math.max(0, Math.min(count - 1, at + by)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') turn(-1);
    if (event.key === 'ArrowRight') turn(1);
  };
  return { at, setAt, turn, onKeyDown };
}

/** In pixels; a shorter stroke is a tap. */
const SWIPE_MIN = 40;

/** A stroke to the side turns to the next image; two fingers zoom, and a stroke downwards scrolls. */
function useSwipe(turn: (by: number) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches.item(0);
      start.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches.item(0);
      if (!start.current || !touch) return;
      const [x, y] = [touch.clientX - start.current.x, touch.clientY - start.current.y];
      start.current = null;
      if (Math.abs(x) > SWIPE_MIN && Math.abs(x) > 2 * Math.abs(y)) turn(x < 0 ? 1 : -1);
    },
  };
}

interface CarouselButtonsProps {
  at: number;
  count: number;
  onTurn: (by: number) => void;
}

/** The buttons at both sides of an image. */
function CarouselButtons({ at, count, onTurn }: CarouselButtonsProps) {
  if (count < 2) return null;
  const button = (side: 'left' | 'right', isEnd: boolean) => (
    <PlainButton
      className="viewer-turn"
      data-side={side}
      aria-label={side === 'left' ? evidence.previous : evidence.next}
      aria-disabled={isEnd}
      onClick={() => onTurn(side === 'left' ? -1 : 1)}
    >
      {side === 'left' ? <ChevronLeft size={20} aria-hidden="true" /> : <ChevronRight size={20} aria-hidden="true" />}
    </PlainButton>
  );
  return (
    <>
      {button('left', at === 0)}
      {button('right', at === count - 1)}
    </>
  );
}
