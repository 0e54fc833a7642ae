import { terminalCommands } from '@bitacora/core/messages/terminal-commands';
import { command } from '../command.ts';

const { whoAmI: texts } = terminalCommands;

export const whoAmI = command({
  name: 'whoami',
  summary: texts.summary,
  flags: {},
  async run({ connect }) {
    const { client, url } = await connect();
    const { success: _, ...person } = await client.dataUser();
    return { kind: 'done', said: texts.said(person, url), value: { ...person, url } };
  },
});
