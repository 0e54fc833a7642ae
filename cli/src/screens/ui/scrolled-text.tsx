import { printable } from '@bitacora/core/terminal/terminal';
import { Box, Text } from 'ink';
import { useState } from 'react';
import type { Paragraph } from '../../activity-layout.ts';
import { terminalScreens } from '../../messages/screens.ts';
import { useMoves, useTones } from './terminal.tsx';

interface WrappedLine {
  label: string;
  text: string;
  isHeading: boolean;
}

const LABEL = 24;

const wrapParagraph = ({ label, text, isHeading = false }: Paragraph, width: number): WrappedLine[] =>
  wrap(printable(text), label === undefined ? width : width - LABEL).map((part, index) => ({
    label: label === undefined ? '' : (index === 0 ? label : '').padEnd(LABEL),
    text: part,
    isHeading,
  }));

/** Arrows and page keys scroll the text; the last line shows the position. */
export function ScrolledText({ lines, height, width }: { lines: readonly Paragraph[]; height: number; width: number }) {
  const colour = useTones();
  const [position, setPosition] = useState(0);
  const all = lines.flatMap((line) => wrapParagraph(line, width));
  const room = height - 1;
  const last = Math.max(0, all.length - room);
  const top = Math.min(position, last);
  const go = (to: number) => setPosition(Math.max(0, Math.min(to, last)));
  useMoves('part', {
    up: () => go(top - 1),
    down: () => go(top + 1),
    pageup: () => go(top - room),
    pagedown: () => go(top + room),
    space: () => go(top + room),
    home: () => go(0),
    end: () => go(last),
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
        <Text color={colour('quiet')}>{`↑↓ ${terminalScreens.visibleRows(top + 1, Math.min(all.length, top + room), all.length)}`}</Text>
      )}
    </Box>
  );
}

/** Breaks a text into lines of at most `width` characters, between words if possible; at least one line. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    let rest = word;
    if (line !== '' && line.length + 1 + rest.length <= width) {
      line += ` ${rest}`;
      continue;
    }
    if (line !== '') lines.push(line);
    for (; rest.length > width; rest = rest.slice(width)) lines.push(rest.slice(0, width));
    line = rest;
  }
  return [...lines, line];
}
