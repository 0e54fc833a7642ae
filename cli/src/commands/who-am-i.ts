import { command } from '../command.ts';
import { terminalCommands } from '../messages/commands.ts';

const { whoAmI: texts } = terminalCommands;

export const whoAmI = command({
  name: 'whoami',
  summary: texts.summary,
  flags: {},
  async run({ connect }) {
    const { client, url } = await connect();
    const { success: _, ...person } = await client.readOwnData();
    return { kind: 'done', lines: texts.said(person, url), value: { ...person, url } };
  },
});
