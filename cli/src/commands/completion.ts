import { exits, printable, Stopped } from '@bitacora/core/terminal/terminal';
import { type Command, command } from '../command.ts';
import { type Candidate, candidatesFor, splitLine } from '../completion/candidates.ts';
import { type ShellName, shells } from '../completion/shells.ts';
import { readValues } from '../completion/values.ts';
import { terminalCommands } from '../messages/commands.ts';

const { completion: texts } = terminalCommands;
const names = Object.keys(shells) as ShellName[];

export const completion = command({
  name: 'completion',
  summary: texts.summary,
  details: texts.details,
  words: [{ name: '<shell>', summary: texts.shell }],
  completes: names,
  flags: {},
  async run({ words: [typed = ''] }) {
    const shell = names.find((name) => name === typed);
    if (!shell) throw new Stopped(exits.usage, texts.unknown(typed), names.join(', '));
    return { kind: 'script', text: shells[shell] };
  },
});

/** bash replaces only what stands behind the last of its word breaks, and takes a candidate as it is typed. */
function forBash(value: string, typed: string, breaks: string): string {
  if (/^['"]/.test(typed)) return value;
  const start = /['"\\]/.test(typed) ? 0 : 1 + Math.max(...[...breaks].map((one) => (/[\s'"\\]/.test(one) ? -1 : typed.lastIndexOf(one))));
  return value.slice(start).replace(/[\s!"#$&'()*;<>?[\\\]^`{|}~]/g, '\\$&');
}

/** Takes a function, because the list of commands holds this command too. */
export const completeOf = (commands: () => readonly Command[]): Command =>
  command({
    name: '__complete',
    summary: texts.complete,
    words: [
      { name: '<shell>', summary: texts.shell },
      { name: '<line>', summary: texts.line },
      { name: '[breaks]', summary: texts.line },
    ],
    flags: {},
    isHidden: true,
    async run(call) {
      const [shell, line = '', breaks = ''] = call.words;
      const { words, typed } = splitLine(line);
      const behind = words.slice(1);
      const at = behind.findIndex((word) => /^--profile(=|$)/.test(word));
      const profile = at < 0 ? null : (behind[at]?.split('=')[1] ?? behind[at + 1] ?? null);
      const settings = { ...call.settings, profile: profile || call.settings.profile };
      const candidates = await candidatesFor(behind, commands(), (placeholder) => readValues(placeholder, { ...call, settings }));
      const textOf = ({ value, summary }: Candidate) =>
        shell === 'bash' ? forBash(value, typed, breaks) : summary ? `${value}\t${printable(summary)}` : value;
      // A name with an unseen character cannot be typed.
      const typable = candidates.filter(({ value }) => printable(value) === value);
      return { kind: 'script', text: typable.map((one) => `${textOf(one)}\n`).join('') };
    },
  });
