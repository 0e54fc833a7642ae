import { terminalHelp } from '@bitacora/core/messages/terminal-help';
import { render, Text } from 'ink';
import type { Surroundings } from '../surroundings.ts';

/** The full-screen app, until its person leaves it. Answers the exit code. */
export async function openApp(_surroundings: Surroundings): Promise<number> {
  const app = render(<Text>{terminalHelp.about}</Text>);
  app.unmount();
  await app.waitUntilExit();
  return 0;
}
