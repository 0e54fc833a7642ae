import { printable, printableLines } from '@bitacora/core/terminal/terminal';
import { Box, Text, useAnimation } from 'ink';
import { useTones } from '../../app/display.tsx';
import type { FailureReport } from '../../failure.ts';
import { terminalScreens } from '../../messages/screens.ts';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const SLOW_MS = 3_000;

/** Work in progress; shows the seconds once it is slow. */
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

const BAR_WIDTH = 40;
const BLOCK_WIDTH = 10;

/** A moving bar with seconds, for long work whose progress is unknown. */
export function BusyBar({ doing }: { doing: string }) {
  const { frame, time } = useAnimation({ interval: 100 });
  const colour = useTones();
  const span = BAR_WIDTH - BLOCK_WIDTH;
  const at = span - Math.abs(span - (frame % (2 * span)));
  const bar = '░'.repeat(at) + '█'.repeat(BLOCK_WIDTH) + '░'.repeat(span - at);
  return (
    <Box flexDirection="column">
      <Text>{printable(doing)}</Text>
      <Text>
        <Text color={colour('accent')}>{bar}</Text> {Math.floor(time / 1000)} s
      </Text>
    </Box>
  );
}
