import { normalise } from '@bitacora/core/domain/text';
import { printable } from '@bitacora/core/terminal/terminal';
import { Box, Text } from 'ink';
import { useState } from 'react';
import type { FailureReport } from '../../failure.ts';
import { terminalScreens } from '../../messages/screens.ts';
import { Page, useRoom } from './page.tsx';
import { Failure, Nothing } from './states.tsx';
import { TextField } from './text-field.tsx';
import { useCursor } from './use-cursor.ts';

export interface ChoiceOption<Value> {
  value: Value;
  label: string;
  /** Beside it. */
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

const { keys } = terminalScreens;

/** One of many options; typing filters them. */
export function Choice<Value>({ title, options, chosen, none, failure = null, onChoose, onBack }: ChoiceProps<Value>) {
  const { columns, rows } = useRoom();
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
      <Box>
        <Text>{`${keys.search}: `}</Text>
        <TextField value={words} onChange={setWords} isFocused width={columns - 12} />
      </Box>
      <Text> </Text>
      {failure && <Failure failure={failure} />}
      {matches.length === 0 && <Nothing text={options.length === 0 ? none : terminalScreens.nothingFound} />}
      {matches.slice(first, last).map(({ value, label, hint }, index) => (
        <Text key={index} wrap="truncate-end" bold={first + index === at} inverse={first + index === at}>
          {first + index === at ? terminalScreens.selected : ' '} {value === chosen ? '● ' : ''}
          {printable(label)}
          {hint ? `  ${printable(hint)}` : ''}
        </Text>
      ))}
    </Page>
  );
}
