import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { type Command, command } from '../command.ts';
import { typedName } from '../flags.ts';
import { terminalCommands } from '../messages/commands.ts';
import { commonOptions } from '../program.ts';

const { completion: texts } = terminalCommands;
const shells = ['bash', 'zsh', 'fish'] as const;

/** Takes a function, because the list of commands holds this command too. */
export const completionOf = (commands: () => readonly Command[]): Command =>
  command({
    name: 'completion',
    summary: texts.summary,
    details: texts.details,
    words: [{ name: '<shell>', summary: texts.shell }],
    completes: shells,
    flags: {},
    async run({ words: [typed = ''] }) {
      const shell = shells.find((name) => name === typed);
      if (!shell) throw new Stopped(exits.usage, texts.unknown(typed), shells.join(', '));
      return { kind: 'script', text: { bash, zsh, fish }[shell](commands()) };
    },
  });

/** The words that may follow a command, or one of its flags. */
interface Completion {
  place: string;
  flag?: string;
  words: readonly string[];
}

const flagsOf = (command: Command) => [
  ...Object.keys(command.flags).map(typedName),
  ...commonOptions(command).flatMap(({ long }) => long ?? []),
  '--help',
];
const choicesOf = ({ name, flags }: Command): Completion[] =>
  Object.entries(flags).flatMap(([flag, { choices }]) => (choices ? [{ place: name, flag: typedName(flag), words: choices }] : []));

const partsOf = (commands: readonly Command[]) => commands.map(({ name }) => name.split(' '));
const groupsOf = (commands: readonly Command[]) => [
  ...new Set(partsOf(commands).flatMap(([first = '', second]) => (second ? [first] : []))),
];

function completionsOf(commands: readonly Command[]): { atFlags: Completion[]; atPlaces: Completion[] } {
  const parts = partsOf(commands);
  const firsts = [...new Set(parts.map(([first = '']) => first)), 'help'];
  const secondsOf = (group: string) => parts.flatMap(([first, second]) => (first === group && second ? [second] : []));
  return {
    atFlags: commands.flatMap(choicesOf),
    atPlaces: [
      { place: '', words: firsts },
      ...groupsOf(commands).map((group) => ({ place: group, words: secondsOf(group) })),
      ...commands.map((command) => ({ place: command.name, words: [...(command.completes ?? []), ...flagsOf(command)] })),
    ],
  };
}

/** Shared by bash and zsh. It sets `choices` from `place`, the command so far, and `before`, the word before the cursor. */
function chooseIn(commands: readonly Command[]): string {
  const { atFlags, atPlaces } = completionsOf(commands);
  const line = (pattern: string, words: readonly string[]) => `    '${pattern}') choices='${words.join(' ')}' ;;`;
  return [
    '  case "$place $before" in',
    ...atFlags.map(({ place, flag, words }) => line(`${place} ${flag}`, words)),
    '    *) case "$place" in',
    ...atPlaces.map(({ place, words }) => `  ${line(place, words)}`),
    '    esac ;;',
    '  esac',
  ].join('\n');
}

const isGroup = (commands: readonly Command[]) => `case " ${groupsOf(commands).join(' ')} " in *" $place "*)`;

const bash = (commands: readonly Command[]) => `_bitacora() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" place='' choices=''
  [ "$COMP_CWORD" -gt 1 ] && place="\${COMP_WORDS[1]}"
  ${isGroup(commands)} [ "$COMP_CWORD" -gt 2 ] && place="$place \${COMP_WORDS[2]}" ;; esac
${chooseIn(commands)}
  COMPREPLY=($(compgen -W "$choices" -- "$word"))
}
complete -o default -F _bitacora bitacora
`;

const zsh = (commands: readonly Command[]) => `#compdef bitacora
_bitacora() {
  local before="\${words[CURRENT-1]}" place='' choices=''
  (( CURRENT > 2 )) && place="\${words[2]}"
  ${isGroup(commands)} (( CURRENT > 3 )) && place="$place \${words[3]}" ;; esac
${chooseIn(commands)}
  compadd -- \${=choices} || _files
}
compdef _bitacora bitacora
`;

function fish(commands: readonly Command[]): string {
  const { atFlags, atPlaces } = completionsOf(commands);
  const at = ({ place, flag = '', words }: Completion) =>
    `complete -c bitacora -n "__bitacora_at '${place}' '${flag}'" -a '${words.join(' ')}'${flag || !place.includes(' ') ? ' -f' : ''}`;
  return `function __bitacora_at
  set -l words (commandline -opc)
  set -e words[1]
  set -l place "$words[1]"
  if contains -- "$place" ${groupsOf(commands).join(' ')}; and test (count $words) -gt 1
    set place "$place $words[2]"
  end
  test "$place" = "$argv[1]"; and begin; test -z "$argv[2]"; or test "$words[-1]" = "$argv[2]"; end
end
${[...atFlags, ...atPlaces].map(at).join('\n')}
`;
}
