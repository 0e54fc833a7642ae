import { printable } from '@bitacora/core/terminal/terminal';
import { Box, Text } from 'ink';
import type { DevicePrompt } from '../device-login.ts';
import { terminalScreens } from '../messages/screens.ts';
import { Page } from './ui/page.tsx';
import { Waiting } from './ui/states.tsx';

const { device: texts } = terminalScreens;

/** Shows where to confirm, and the code, until the person has done so or gives up. */
export function DeviceWait({ prompt, onGiveUp }: { prompt: DevicePrompt | null; onGiveUp(): void }) {
  return (
    <Page title={texts.title} onBack={onGiveUp}>
      {prompt && (
        <Box flexDirection="column" gap={1} marginBottom={1}>
          <Text>{texts.open}</Text>
          <Text>{printable(`    ${prompt.url}`)}</Text>
          <Text>{texts.code}</Text>
          <Text bold>{printable(`    ${prompt.userCode}`)}</Text>
        </Box>
      )}
      <Waiting text={texts.waiting} />
    </Page>
  );
}
