import { normalise } from '@bitacora/core/domain/text';
import { printable } from '@bitacora/core/terminal/terminal';
import { Box, Text } from 'ink';
import { type ReactNode, useState } from 'react';
import type { FailureReport } from '../../failure.ts';
import { terminalScreens } from '../../messages/screens.ts';
import { Failure, Nothing, Page, useRoom } from './page.tsx';
import { useKeyboard, useMoves } from './terminal.tsx';

/** Returns the first visible row, so that the selected one is visible. */
export const findFirstRow = (selected: number, before: number, count: number, height: number): number =>
  Math.max(0, Math.min(Math.max(before, selected - height + 1), selected, Math.max(0, count - height)));

/** Arrows and page keys move the selected row of `count`, and the visible rows with it. */
export function useCursor(count: number, height: number, isActive = true) {
  const [position, setPosition] = useState(0);
  const [top, setTop] = useState(0);
  const at = Math.max(0, Math.min(position, count - 1));
  const first = findFirstRow(at, top, count, height);
  const go = (to: number) => {
    const next = Math.max(0, Math.min(to, count - 1));
    setPosition(next);
    setTop(findFirstRow(next, first, count, height));
  };
  const moves = {
    up: () => go(at - 1),
    down: () => go(at + 1),
    pageup: () => go(at - height),
    pagedown: () => go(at + height),
    home: () => go(0),
    end: () => go(count - 1),
  };
  useMoves('part', moves, isActive && count > 0);
  return { at, first, last: Math.min(count, first + height), go };
}

const OTHER_COLUMNS = 34;

/** Enter accepts the words; Esc calls `onDone` with null. */
export function SearchLine({ from, onDone }: { from: string; onDone(words: string | null): void }) {
  const [words, setWords] = useState(from);
  const { columns } = useRoom();
  useKeyboard('part', ({ name }) => {
    if (name !== 'enter' && name !== 'escape') return false;
    onDone(name === 'enter' ? words.trim() : null);
    return true;
  });
  return (
    <Box height={1}>
      <Text bold>{`${keys.search}: `}</Text>
      <TextField value={words} onChange={setWords} isFocused width={columns - OTHER_COLUMNS} />
    </Box>
  );
}

const { keys } = terminalScreens;
const graphemes = new Intl.Segmenter('es-MX');
const split = (text: string) => [...graphemes.segment(text)].map(({ segment }) => segment);

interface TextInputProps {
  value: string;
  onChange(value: string): void;
  isFocused: boolean;
  isHidden?: boolean;
  /** At most this number of characters is visible, around the cursor. */
  width: number;
}

/** Edits one line of text. It leaves up, down, Tab, Enter and Esc to its form. */
export function TextField({ value, onChange, isFocused, isHidden = false, width }: TextInputProps) {
  const letters = split(value);
  const [fromEnd, setFromEnd] = useState(0);
  const at = Math.max(0, letters.length - fromEnd);
  const put = (before: string[], after: string[]) => {
    onChange([...before, ...after].join(''));
    setFromEnd(after.length);
  };
  const moves: Readonly<Record<string, () => void>> = {
    backspace: () => put(letters.slice(0, Math.max(0, at - 1)), letters.slice(at)),
    delete: () => put(letters.slice(0, at), letters.slice(at + 1)),
    left: () => setFromEnd(letters.length - Math.max(0, at - 1)),
    right: () => setFromEnd(Math.max(0, letters.length - at - 1)),
    home: () => setFromEnd(letters.length),
    end: () => setFromEnd(0),
    'ctrl+u': () => put([], letters.slice(at)),
  };
  useKeyboard(
    'field',
    ({ name, text }) => {
      if (text !== '') put([...letters.slice(0, at), text], letters.slice(at));
      else moves[name]?.();
      return text !== '' || name in moves;
    },
    isFocused,
  );
  const characters = isHidden ? letters.map(() => '•') : letters;
  const first = Math.max(0, at - width + 1);
  const visible = [...characters, ' '].slice(first, first + width);
  if (!isFocused) return <Text wrap="truncate-end">{visible.join('') || ' '}</Text>;
  return (
    <Text wrap="truncate-end">
      {visible.slice(0, at - first).join('')}
      <Text inverse>{visible[at - first]}</Text>
      {visible.slice(at - first + 1).join('')}
    </Text>
  );
}

export function FilterLine({ words, onChange }: { words: string; onChange(words: string): void }) {
  const { columns } = useRoom();
  return (
    <Box height={1} flexShrink={0}>
      <Text>{`${keys.search}: `}</Text>
      <TextField value={words} onChange={onChange} isFocused width={columns - 12} />
    </Box>
  );
}

/** Draws a row of a list, with a mark and inverted colours where it is selected. */
export function Selectable({ isChosen, children }: { isChosen: boolean; children: ReactNode }) {
  return (
    <Text wrap="truncate-end" bold={isChosen} inverse={isChosen}>
      {isChosen ? terminalScreens.selected : ' '} {children}
    </Text>
  );
}

export interface ChoiceOption<Value> {
  value: Value;
  label: string;
  hint?: string;
}

interface ChoiceProps<Value> {
  title: string;
  options: readonly ChoiceOption<Value>[];
  chosen?: Value;
  none: string;
  /** Why the last choice was refused. */
  failure?: FailureReport | null;
  onChoose(value: Value): void;
  onBack(): void;
}

/** Offers many options; typing filters them. */
export function Choice<Value>({ title, options, chosen, none, failure = null, onChoose, onBack }: ChoiceProps<Value>) {
  const { rows } = useRoom();
  const [words, setWords] = useState('');
  const search = normalise(words);
  const matches = options.filter(({ label, hint = '' }) => normalise(`${label} ${hint}`).includes(search));
  const height = Math.max(1, rows - 2);
  const { at, first, last } = useCursor(matches.length, height);
  const accept = () => {
    const option = matches[at];
    if (option) onChoose(option.value);
  };
  return (
    <Page
      title={title}
      lead={terminalScreens.position(matches.length && at + 1, matches.length)}
      isTyping
      onBack={onBack}
      keys={[{ names: ['enter'], label: keys.choose, run: accept }]}
    >
      <FilterLine words={words} onChange={setWords} />
      <Text> </Text>
      <Failure failure={failure} />
      {matches.length === 0 && <Nothing text={options.length === 0 ? none : terminalScreens.nothingFound} />}
      {matches.slice(first, last).map(({ value, label, hint }, index) => (
        <Selectable key={index} isChosen={first + index === at}>
          {value === chosen ? '● ' : ''}
          {printable(label)}
          {hint ? `  ${printable(hint)}` : ''}
        </Selectable>
      ))}
    </Page>
  );
}
