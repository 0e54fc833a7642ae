import { useState } from 'react';
import { useKeyboard } from '../../app/keyboard.tsx';

/** The first visible row, so that the selected one is visible. */
export const windowAt = (at: number, before: number, count: number, height: number): number =>
  Math.max(0, Math.min(Math.max(before, at - height + 1), at, Math.max(0, count - height)));

/** The selected row of `count`, moved by arrows and page keys, and the visible ones. */
export function useCursor(count: number, height: number, isActive = true) {
  const [position, setPosition] = useState(0);
  const [top, setTop] = useState(0);
  const at = Math.max(0, Math.min(position, count - 1));
  const first = windowAt(at, top, count, height);
  const go = (to: number) => {
    const next = Math.max(0, Math.min(to, count - 1));
    setPosition(next);
    setTop(windowAt(next, first, count, height));
  };
  const moves: Readonly<Record<string, () => void>> = {
    up: () => go(at - 1),
    down: () => go(at + 1),
    pageup: () => go(at - height),
    pagedown: () => go(at + height),
    home: () => go(0),
    end: () => go(count - 1),
  };
  useKeyboard(
    'part',
    ({ name }) => {
      moves[name]?.();
      return name in moves;
    },
    isActive && count > 0,
  );
  return { at, first, last: Math.min(count, first + height), go };
}
