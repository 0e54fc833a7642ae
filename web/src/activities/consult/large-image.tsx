import { frame } from '@bitacora/core/messages/layout';
import { ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { evidence } from '../../messages/activity-form.ts';
import { consultPage } from '../../messages/consult.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, focusFirst } from '../../ui/dialog.tsx';
import type { EvidenceImage } from '../activity.ts';
import { CarouselButtons, useSwipe } from './carousel.tsx';

const ZOOM_MAX = 4;

interface LargeImageProps {
  image: EvidenceImage;
  at: number;
  count: number;
  onTurn: (by: number) => void;
  onClose: () => void;
}

/** An image as large as the window, which zooms up to four times and is moved by scrolling. */
export function LargeImage({ image, at, count, onTurn, onClose }: LargeImageProps) {
  const [zoom, setZoom] = useState(1);
  const turn = (by: number) => {
    setZoom(1);
    onTurn(by);
  };
  // While enlarged a stroke moves the image.
  const swipe = useSwipe((by) => zoom === 1 && turn(by));
  const scroller = useRef<HTMLDivElement>(null);
  // The middle stays in the middle.
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
