import { Box, Text } from 'ink';
import { useState } from 'react';
import { useKeyboard } from '../../app/keyboard.tsx';
import { terminalScreens } from '../../messages/screens.ts';
import { useRoom } from './page.tsx';
import { TextField } from './text-field.tsx';

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
