import { useState } from 'react';
import { useKeyboard } from '../../app/keyboard.tsx';

/** The first of the rows shown, so that the chosen one is among them. */
export const windowAt = (at: number, before: number, count: number, height: number): number =>
  Math.max(0, Math.min(Math.max(before, at - height + 1), at, Math.max(0, count - height)));

/** Which of `count` rows is chosen, moved by arrows and pages, and which of them are shown. */
export function useCursor(count: number, height: number, isActive = true) {
  const [wanted, setWanted] = useState(0);
  const [top, setTop] = useState(0);
  const at = Math.max(0, Math.min(wanted, count - 1));
  const first = windowAt(at, top, count, height);
  const go = (to: number) => {
    const next = Math.max(0, Math.min(to, count - 1));
    setWanted(next);
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
