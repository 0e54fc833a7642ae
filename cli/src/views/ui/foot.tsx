import { terminalScreens } from '@bitacora/core/messages/terminal-screens';
import { Box, Text } from 'ink';
import { useTones } from '../../app/tones.ts';
import type { KeyAct } from './page.tsx';

/** A key as people call it: 'Intro', 'Ctrl-U', 'f'. */
export function keyLabel(name: string): string {
  if (name.startsWith('ctrl+')) return `Ctrl-${name.slice(5).toUpperCase()}`;
  return terminalScreens.keyNames[name] ?? name;
}

const typesNothing = ({ names: [name] }: KeyAct) => name.length > 1 && name !== 'space';

/** The keys of a screen in one line; the last ones give way where it is narrow, and the help has them all. */
export function Foot({ keys, isTyping }: { keys: readonly KeyAct[]; isTyping: boolean }) {
  const colour = useTones();
  const shown = keys.filter((act) => !act.isMinor && (!isTyping || typesNothing(act)));
  const last = shown.slice(-2);
  return (
    <Box flexShrink={0} flexDirection="column">
      <Box justifyContent="space-between">
        <Box flexShrink={1} height={1} overflow="hidden">
          {shown.slice(0, -2).map((act) => (
            <KeyHint key={act.names[0]} act={act} colour={colour('accent')} />
          ))}
        </Box>
        <Box flexShrink={0}>
          {last.map((act) => (
            <KeyHint key={act.names[0]} act={act} colour={colour('accent')} />
          ))}
        </Box>
      </Box>
    </Box>
  );
}

function KeyHint({ act, colour }: { act: KeyAct; colour: string | undefined }) {
  return (
    <Box flexShrink={0} marginRight={2}>
      <Text bold color={colour}>
        {keyLabel(act.names[0])}
      </Text>
      <Text> {act.label}</Text>
    </Box>
  );
}
