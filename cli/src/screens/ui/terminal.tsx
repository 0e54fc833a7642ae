import { type Key, useApp, useWindowSize as useInkSize, useInput } from 'ink';
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Colours by purpose. No text relies on its colour alone. */
const colours = { accent: 'cyan', good: 'green', warning: 'yellow', bad: 'red', quiet: 'gray' } as const;
type ColourName = keyof typeof colours;

/** False with NO_COLOR. */
export const HasColour = createContext(true);

/** Returns the colour of a tone; undefined without colours. */
export function useTones(): (tone: ColourName | undefined) => string | undefined {
  const hasColour = useContext(HasColour);
  return (tone) => (hasColour && tone ? colours[tone] : undefined);
}

interface TerminalSize {
  columns: number;
  rows: number;
}

const SizeContext = createContext<TerminalSize | null>(null);

/** Listens once for all components within, because the output stream warns of many listeners. */
export function WindowSize({ children }: { children: ReactNode }) {
  return <SizeContext value={useInkSize()}>{children}</SizeContext>;
}

export function useWindowSize(): TerminalSize {
  const size = useContext(SizeContext);
  if (!size) throw new Error('useWindowSize needs a WindowSize around it');
  return size;
}

/** One pressed key. `text` is empty if the key types nothing. */
export interface KeyPress {
  name: string;
  text: string;
}

const namesByFlag = {
  upArrow: 'up',
  downArrow: 'down',
  leftArrow: 'left',
  rightArrow: 'right',
  pageDown: 'pagedown',
  pageUp: 'pageup',
  home: 'home',
  end: 'end',
  return: 'enter',
  escape: 'escape',
  backspace: 'backspace',
  delete: 'delete',
} as const satisfies Partial<Record<keyof Key, string>>;

/** These characters are keys, because a terminal sends several keys at once, for example after a paste. */
const control: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\r\n': 'enter',
  '\t': 'tab',
  '\u007f': 'backspace',
  '\b': 'backspace',
  '\u001b': 'escape',
};
const graphemes = new Intl.Segmenter('es-MX');

const readPress = (character: string): KeyPress => {
  const name = control[character];
  if (name) return { name, text: '' };
  const code = character.charCodeAt(0);
  // Ctrl-A to Ctrl-Z are the characters 1 to 26.
  if (code >= 1 && code <= 26) return { name: `ctrl+${String.fromCharCode(code + 96)}`, text: '' };
  return /\p{Cc}/u.test(character) ? { name: '', text: '' } : { name: character === ' ' ? 'space' : character, text: character };
};

/** Reads the keys in one input event of Ink. */
export function readPresses(input: string, key: Key): KeyPress[] {
  const entry = Object.entries(namesByFlag).find(([flag]) => key[flag as keyof typeof namesByFlag]);
  if (entry) return [{ name: entry[1], text: '' }];
  if (key.tab) return [{ name: key.shift ? 'shift+tab' : 'tab', text: '' }];
  if (key.ctrl) return [{ name: `ctrl+${input}`, text: '' }];
  if (key.meta) return [];
  return [...graphemes.segment(input)].map(({ segment }) => readPress(segment));
}

/** A field gets a key before its form, and a form before its page. */
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

/** Only the listeners of the top layer get keys. */
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
    const inOrder = all.filter(({ layer }) => layer === top).sort((a, b) => levels[b.level] - levels[a.level]);
    inOrder.some((listener) => listener.handle(press));
    // React draws this together with the changes of the listener.
    setCount((before) => before + 1);
  };
  useEffect(dispatch, [count]);
  useInput((input, key) => {
    queue.push(...readPresses(input, key));
    if (!isBusy.current) dispatch();
  });
  return <Listeners value={listeners}>{children}</Listeners>;
}

/** Listens for keys that move something. */
export function useMoves(level: Level, moves: Readonly<Record<string, () => void>>, isActive = true): void {
  const handle = ({ name }: KeyPress) => {
    moves[name]?.();
    return name in moves;
  };
  useKeyboard(level, handle, isActive);
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
