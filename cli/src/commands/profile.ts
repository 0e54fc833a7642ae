import { exportTexts } from '@bitacora/core/messages/exports';
import { command } from '../command.ts';
import { terminalCommands } from '../messages/commands.ts';
import { whileBusy } from '../output/write-outcome.ts';

const { exportOwn: texts } = terminalCommands;

export const profileExport = command({
  name: 'profile export',
  summary: texts.summary,
  details: texts.details,
  flags: {},
  async run(call) {
    const { into } = await call.connect();
    return {
      kind: 'file',
      async write(sink) {
        await whileBusy(call, exportTexts.preparing, into(sink).exportOwnData());
      },
    };
  },
});
