import { useApp, useInput } from 'ink';
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type KeyPress, pressesOf } from './key-presses.ts';

/** Who hears a key first: a field before its form, a form before its page. */
type Level = 'page' | 'part' | 'field';
const levels: Record<Level, number> = { page: 0, part: 1, field: 2 };

interface Listener {
  level: Level;
  layer: number;
  /** Whether the key was meant for it. */
  handle(press: KeyPress): boolean;
}

const Listeners = createContext<Set<RefObject<Listener>>>(new Set());
const LayerNumber = createContext(0);

/** What lies over something else: while it is there, nothing below hears a key. */
export function Layer({ by = 1, children }: { by?: number; children: ReactNode }) {
  return <LayerNumber value={useContext(LayerNumber) + by}>{children}</LayerNumber>;
}

/** Hands every key to those who listen, one at a time: the next one when what the one before it changed is on screen. */
export function Keyboard({ children }: { children: ReactNode }) {
  const listeners = useRef(new Set<RefObject<Listener>>()).current;
  const queue = useRef<KeyPress[]>([]).current;
  const isBusy = useRef(false);
  const [count, setCount] = useState(0);
  const { exit } = useApp();

  const handOut = () => {
    const press = queue.shift();
    isBusy.current = press !== undefined;
    if (!press) return;
    // Ink leaves at a Ctrl-C that comes alone; this one came with other keys.
    if (press.name === 'ctrl+c') return exit();
    const all = [...listeners].map(({ current }) => current);
    const top = Math.max(...all.map(({ layer }) => layer));
    const inOrder = all.filter(({ layer }) => layer === top).sort((one, other) => levels[other.level] - levels[one.level]);
    inOrder.some((listener) => listener.handle(press));
    // Drawn together with whatever the listener changed.
    setCount((before) => before + 1);
  };
  useEffect(handOut, [count]);
  useInput((input, key) => {
    queue.push(...pressesOf(input, key));
    if (!isBusy.current) handOut();
  });
  return <Listeners value={listeners}>{children}</Listeners>;
}

/** Listens to keys while `isActive`; `handle` says whether a key was its own. */
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
