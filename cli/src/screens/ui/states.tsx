import { printable, printableLines } from '@bitacora/core/terminal/printable';
import { Box, Text, useAnimation } from 'ink';
import { useTones } from '../../app/tones.ts';
import type { FailureReport } from '../../failure.ts';
import { terminalScreens } from '../../messages/screens.ts';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const SLOW_MS = 3_000;

/** Something is under way; how long, once it takes long. */
export function Waiting({ text = terminalScreens.loading }: { text?: string }) {
  const { frame, time } = useAnimation({ interval: 120 });
  const colour = useTones();
  return (
    <Text wrap="truncate-end">
      <Text color={colour('accent')}>{FRAMES[frame % FRAMES.length]}</Text> {printable(text)}
      {time > SLOW_MS ? ` ${Math.floor(time / 1000)} s` : ''}
    </Text>
  );
}

/** What went wrong, and what can be done about it. */
export function Failure({ failure }: { failure: FailureReport }) {
  const colour = useTones();
  return (
    <Box flexDirection="column">
      <Text color={colour('bad')}>✗ {printable(failure.message)}</Text>
      {failure.hint && <Text>{printableLines(failure.hint)}</Text>}
    </Box>
  );
}

export function Nothing({ text }: { text: string }) {
  const colour = useTones();
  return <Text color={colour('quiet')}>{printable(text)}</Text>;
}
