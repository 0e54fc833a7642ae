import { normalise } from '@bitacora/core/domain/text';
import { reports } from '@bitacora/core/messages/reports';
import { printable } from '@bitacora/core/terminal/printable';
import { Box, Text } from 'ink';
import { useState } from 'react';
import { terminalScreens } from '../../messages/screens.ts';
import { Page, useRoom } from '../ui/page.tsx';
import { Nothing } from '../ui/states.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useCursor } from '../ui/use-cursor.ts';
import type { FilterChoice } from './filter-options.ts';

interface FilterGroupChoiceProps {
  title: string;
  options: readonly FilterChoice[];
  chosen: readonly (string | number)[];
  onToggle(value: string | number): void;
  onBack(): void;
}

const { keys } = terminalScreens;
/** The search, a blank line. */
const HEAD = 2;

/** The values of one group with their counts: Intro marks and unmarks, typing finds. */
export function FilterGroupChoice({ title, options, chosen, onToggle, onBack }: FilterGroupChoiceProps) {
  const { columns, rows } = useRoom();
  const [words, setWords] = useState('');
  const found = options.filter(({ label }) => normalise(label).includes(normalise(words)));
  const { at, first, last } = useCursor(found.length, rows - HEAD);
  const toggle = () => {
    const option = found[at];
    if (option) onToggle(option.value);
  };
  return (
    <Page
      title={title}
      lead={reports.chosen(chosen.length)}
      isTyping
      onBack={onBack}
      keys={[{ names: ['enter'], label: keys.mark, run: toggle }]}
    >
      <Box height={1} flexShrink={0}>
        <Text>{`${keys.search}: `}</Text>
        <TextField value={words} onChange={setWords} isFocused width={columns - 12} />
      </Box>
      <Text> </Text>
      {found.length === 0 && <Nothing text={options.length === 0 ? reports.noOptions : reports.noOption} />}
      {found.slice(first, last).map(({ value, label, total }, index) => (
        <Box key={value} height={1} flexShrink={0} justifyContent="space-between">
          <Text wrap="truncate-end" bold={first + index === at} inverse={first + index === at}>
            {first + index === at ? terminalScreens.selected : ' '} [{chosen.includes(value) ? '×' : ' '}] {printable(label)}
          </Text>
          <Text>{total.toLocaleString('es-MX')}</Text>
        </Box>
      ))}
    </Page>
  );
}
