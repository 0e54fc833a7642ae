import { useApp, useInput } from 'ink';
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type KeyPress, pressesOf } from './key-presses.ts';

/** The order for a key: a field before its form, a form before its page. */
type Level = 'page' | 'part' | 'field';
const levels: Record<Level, number> = { page: 0, part: 1, field: 2 };

interface Listener {
  level: Level;
  layer: number;
  /** Returns true if the key was for this listener. */
  handle(press: KeyPress): boolean;
}

const Listeners = createContext<Set<RefObject<Listener>>>(new Set());
const LayerNumber = createContext(0);

/** A layer over others. Only the listeners of the top layer get keys. */
export function Layer({ by = 1, children }: { by?: number; children: ReactNode }) {
  return <LayerNumber value={useContext(LayerNumber) + by}>{children}</LayerNumber>;
}

/** Gives each key to the listeners. The next key waits until React has drawn the effect of the one before. */
export function Keyboard({ children }: { children: ReactNode }) {
  const listeners = useRef(new Set<RefObject<Listener>>()).current;
  const queue = useRef<KeyPress[]>([]).current;
  const isBusy = useRef(false);
  const [count, setCount] = useState(0);
  const { exit } = useApp();

  const dispatch = () => {
    const press = queue.shift();
    isBusy.current = press !== undefined;
    if (!press) return;
    // Ink handles a Ctrl-C that comes alone; this one came with other keys.
    if (press.name === 'ctrl+c') return exit();
    const all = [...listeners].map(({ current }) => current);
    const top = Math.max(...all.map(({ layer }) => layer));
    const inOrder = all.filter(({ layer }) => layer === top).sort((one, other) => levels[other.level] - levels[one.level]);
    inOrder.some((listener) => listener.handle(press));
    // React draws this together with the changes of the listener.
    setCount((before) => before + 1);
  };
  useEffect(dispatch, [count]);
  useInput((input, key) => {
    queue.push(...pressesOf(input, key));
    if (!isBusy.current) dispatch();
  });
  return <Listeners value={listeners}>{children}</Listeners>;
}

/** Listens while `isActive`. `handle` returns true if the key was for it. */
export function useKeyboard(level: Level, handle: Listener['handle'], isActive = true): void {
  const listeners = useContext(Listeners);
  const layer = useContext(LayerNumber);
  const listener = useRef<Listener>({ level, layer, handle });
  useLayoutEffect(() => {
    listener.current = { level, layer, handle };
  });
  useLayoutEffect(() => {
    if (!isActive) return;
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [listeners, isActive]);
}
