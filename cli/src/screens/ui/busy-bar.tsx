import { printable } from '@bitacora/core/terminal/printable';
import { Box, Text, useAnimation } from 'ink';
import { useTones } from '../../app/tones.ts';

const WIDTH = 40;
const BLOCK = 10;

/** A bar for work whose share that is done nobody can tell: it moves, and counts the seconds. */
export function BusyBar({ doing, so }: { doing: string; so?: string }) {
  const { frame, time } = useAnimation({ interval: 100 });
  const colour = useTones();
  const span = WIDTH - BLOCK;
  const at = span - Math.abs(span - (frame % (2 * span)));
  const bar = '░'.repeat(at) + '█'.repeat(BLOCK) + '░'.repeat(span - at);
  return (
    <Box flexDirection="column">
      <Text>{printable(doing)}</Text>
      <Text>
        <Text color={colour('accent')}>{bar}</Text> {Math.floor(time / 1000)} s{so ? ` · ${so}` : ''}
      </Text>
    </Box>
  );
}
