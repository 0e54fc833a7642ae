import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type TouchEvent, useRef, useState } from 'react';
import { evidence } from '../../messages/activity-form.ts';
import { PlainButton } from '../../ui/button.tsx';

/** Which of the images is shown, and what turns to another: the arrow keys, too. */
export function useCarousel(count: number) {
  const [wanted, setAt] = useState(0);
  const at = Math.max(0, Math.min(wanted, count - 1));
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
export function useSwipe(turn: (by: number) => void) {
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
export function CarouselButtons({ at, count, onTurn }: CarouselButtonsProps) {
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
