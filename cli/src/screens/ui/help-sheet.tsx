import { Box, Text } from 'ink';
import { useKeyboard } from '../../app/keyboard.tsx';
import { useTones } from '../../app/tones.ts';
import { useWindowSize } from '../../app/window-size.tsx';
import { terminalScreens } from '../../messages/screens.ts';
import { keyLabel } from './foot.tsx';
import type { KeyAct } from './page.tsx';

const { help, keys: labels } = terminalScreens;

/** Every key of a screen; any key closes it. */
export function HelpSheet({ keys, onClose }: { keys: readonly KeyAct[]; onClose: () => void }) {
  const { columns, rows } = useWindowSize();
  const colour = useTones();
  useKeyboard('page', () => {
    onClose();
    return true;
  });
  return (
    <Box flexDirection="column" width={columns} height={rows} paddingX={1} overflow="hidden">
      <Text bold color={colour('accent')}>
        {help.title}
      </Text>
      <Text> </Text>
      {keys.map(({ names, label }) => (
        <Box key={names[0]} flexShrink={0}>
          <Box width={20} flexShrink={0}>
            <Text bold wrap="truncate-end">
              {names.map(keyLabel).join(', ')}
            </Text>
          </Box>
          <Text wrap="truncate-end">{label}</Text>
        </Box>
      ))}
      <Text> </Text>
      <Text bold>{help.everywhere}</Text>
      <Text>{help.leave}</Text>
      <Box flexGrow={1} />
      <Text color={colour('quiet')}>{`${keyLabel('escape')} ${labels.close}`}</Text>
    </Box>
  );
}
