import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { type Command, command } from '../command.ts';
import { completionScripts, shells } from '../completion-scripts.ts';
import { terminalCommands } from '../messages/commands.ts';

const { completion: texts } = terminalCommands;

/** Knows every command, itself among them. */
export const completionOf = (commands: () => readonly Command[]): Command =>
  command({
    name: 'completion',
    summary: texts.summary,
    details: texts.details,
    words: [{ name: '<shell>', summary: texts.shell }],
    completes: shells,
    flags: {},
    async run({ words: [typed = ''] }) {
      const shell = shells.find((known) => known === typed);
      if (!shell) throw new Stopped(exits.usage, texts.unknown(typed), shells.join(', '));
      return { kind: 'script', text: completionScripts[shell](commands()) };
    },
  });
