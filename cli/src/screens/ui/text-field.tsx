import { Box, Text } from 'ink';
import { useState } from 'react';
import { useKeyboard } from '../../app/keyboard.tsx';
import { terminalScreens } from '../../messages/screens.ts';
import { useRoom } from './page.tsx';

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
      <Text bold>{`${terminalScreens.keys.search}: `}</Text>
      <TextField value={words} onChange={setWords} isFocused width={columns - OTHER_COLUMNS} />
    </Box>
  );
}

const graphemes = new Intl.Segmenter('es-MX');
const split = (text: string) => [...graphemes.segment(text)].map(({ segment }) => segment);

interface TextInputProps {
  value: string;
  onChange(value: string): void;
  isFocused: boolean;
  isHidden?: boolean;
  /** The most visible characters: those around the cursor. */
  width?: number;
}

/** One line of text. It leaves up, down, Tab, Enter and Esc to its form. */
export function TextField({ value, onChange, isFocused, isHidden = false, width = 50 }: TextInputProps) {
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
