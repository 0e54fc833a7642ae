import { printable } from '@bitacora/core/terminal/printable';
import { Box, Text } from 'ink';
import { useState } from 'react';
import { useKeyboard } from '../../app/keyboard.tsx';
import { useTones } from '../../app/tones.ts';
import { terminalScreens } from '../../messages/screens.ts';
import { wrapped } from './wrapped.ts';

/** A paragraph, under a label or a heading in itself. */
export interface Paragraph {
  label?: string;
  text: string;
  isHeading?: boolean;
}
interface WrappedLine {
  label: string;
  text: string;
  isHeading: boolean;
}

const LABEL = 24;

const drawnOf = ({ label, text, isHeading = false }: Paragraph, width: number): WrappedLine[] =>
  wrapped(printable(text), label === undefined ? width : width - LABEL).map((part, index) => ({
    label: label === undefined ? '' : (index === 0 ? label : '').padEnd(LABEL),
    text: part,
    isHeading,
  }));

/** More text than there is room for, moved by arrows and pages; how much there is stands on the last line. */
export function ScrolledText({ lines, height, width }: { lines: readonly Paragraph[]; height: number; width: number }) {
  const colour = useTones();
  const [wanted, setWanted] = useState(0);
  const all = lines.flatMap((line) => drawnOf(line, width));
  const room = height - 1;
  const last = Math.max(0, all.length - room);
  const top = Math.min(wanted, last);
  const go = (to: number) => setWanted(Math.max(0, Math.min(to, last)));
  const moves: Readonly<Record<string, () => void>> = {
    up: () => go(top - 1),
    down: () => go(top + 1),
    pageup: () => go(top - room),
    pagedown: () => go(top + room),
    space: () => go(top + room),
    home: () => go(0),
    end: () => go(last),
  };
  useKeyboard('part', ({ name }) => {
    moves[name]?.();
    return name in moves;
  });
  return (
    <Box flexDirection="column">
      {all.slice(top, top + room).map((line, index) => (
        <Text key={index} wrap="truncate-end" bold={line.isHeading} color={line.isHeading ? colour('accent') : undefined}>
          {line.label && <Text color={colour('quiet')}>{line.label}</Text>}
          {line.text || ' '}
        </Text>
      ))}
      {last > 0 && (
        <Text color={colour('quiet')}>{`↑↓ ${terminalScreens.rowsShown(top + 1, Math.min(all.length, top + room), all.length)}`}</Text>
      )}
    </Box>
  );
}
