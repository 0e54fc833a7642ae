import { Box, Text } from 'ink';
import { useTones } from '../../app/tones.ts';
import { useWindowSize } from '../../app/window-size.tsx';
import { terminalScreens } from '../../messages/screens.ts';
import type { KeyAct } from './page.tsx';

/** A key as people call it: 'Intro', 'Ctrl-U', 'f'. */
export function keyLabel(name: string): string {
  if (name.startsWith('ctrl+')) return `Ctrl-${name.slice(5).toUpperCase()}`;
  return terminalScreens.keyNames[name] ?? name;
}

const GAP = 2;
const typesNothing = ({ names: [name] }: KeyAct) => name.length > 1 && name !== 'space';
const widthOf = ({ names: [name], label }: KeyAct) => keyLabel(name).length + 1 + label.length + GAP;

/** As many as there is room for: the last two always (back and help), then the others in their order. */
function fitting(keys: readonly KeyAct[], room: number): KeyAct[] {
  const last = keys.slice(-2);
  let left = room - last.reduce((sum, act) => sum + widthOf(act), 0);
  const first: KeyAct[] = [];
  for (const act of keys.slice(0, -2)) {
    left -= widthOf(act);
    if (left < 0) break;
    first.push(act);
  }
  return [...first, ...last];
}

/** The keys of a screen in one line; the help has them all. */
export function Foot({ keys, isTyping }: { keys: readonly KeyAct[]; isTyping: boolean }) {
  const { columns } = useWindowSize();
  const colour = useTones();
  const shown = keys.filter((act) => !act.isMinor && (!isTyping || typesNothing(act)));
  return (
    <Box flexShrink={0} height={1} overflow="hidden">
      {fitting(shown, columns).map((act) => (
        <Box key={act.names[0]} flexShrink={0} marginRight={GAP}>
          <Text bold color={colour('accent')}>
            {keyLabel(act.names[0])}
          </Text>
          <Text> {act.label}</Text>
        </Box>
      ))}
    </Box>
  );
}
