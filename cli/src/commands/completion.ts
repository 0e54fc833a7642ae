import { exits, printable, Stopped } from '@bitacora/core/terminal/terminal';
import { type Command, command } from '../command.ts';
import { type Candidate, findCandidates, readValues, splitLine } from '../completion-candidates.ts';
import { terminalCommands } from '../messages/commands.ts';

/** The script of each shell hands the line up to the cursor to `bitacora __complete`, which answers a candidate a line. */
const shells = {
  bash: `_bitacora() {
  local one
  COMPREPLY=()
  while IFS= read -r one; do COMPREPLY+=("$one"); done < <("$1" __complete bash "\${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
}
complete -o default -F _bitacora bitacora
`,
  zsh: `#compdef bitacora
_bitacora() {
  local -a values shown
  local value summary
  while IFS=$'\\t' read -r value summary; do
    values+=("$value")
    shown+=("$value\${summary:+  -- $summary}")
  done < <("\${words[1]}" __complete zsh "\${(j: :)words[1,CURRENT]}" 2>/dev/null)
  (( $#values )) && compadd -l -d shown -a values || _files
}
compdef _bitacora bitacora
`,
  fish: `function __bitacora_complete
  set -l line (commandline -pc | string collect)
  set -l found (command bitacora __complete fish "$line" 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c bitacora -f -a '(__bitacora_complete)'
`,
  powershell: `Register-ArgumentCompleter -Native -CommandName bitacora -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $length = $cursorPosition - $commandAst.Extent.StartOffset
  $line = "$commandAst".PadRight($length).Substring(0, $length)
  # Windows PowerShell breaks a double quote in a word for a program.
  $line = $line -replace '"', "'"
  & "$($commandAst.CommandElements[0])" __complete powershell $line 2>$null | ForEach-Object {
    $value, $summary = $_ -split "\`t", 2
    # PowerShell ends a text at each of these quotes too.
    $text = if ($value -notmatch '^[\\w./:=-]+$') { "'" + ($value -replace "['\\u2018\\u2019\\u201a\\u201b]", '$0$0') + "'" } else { $value }
    [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $(if ($summary) { $summary } else { $value }))
  }
}
`,
} as const;
type ShellName = keyof typeof shells;

const { completion: texts } = terminalCommands;
const names = Object.keys(shells) as ShellName[];

export const completion = command({
  name: 'completion',
  summary: texts.summary,
  details: texts.details,
  words: [{ name: '<shell>', summary: texts.shell }],
  completes: names,
  async run({ words: [typed = ''] }) {
    const shell = names.find((name) => name === typed);
    if (!shell) throw new Stopped(exits.usage, texts.unknown(typed), names.join(', '));
    return { kind: 'script', text: shells[shell] };
  },
});

/** bash replaces only what follows the last of its word breaks, and takes a candidate as it is typed. */
function forBash(value: string, typed: string, breaks: string): string {
  if (/^['"]/.test(typed)) return value;
  const start = /['"\\]/.test(typed)
    ? 0
    : 1 + Math.max(...[...breaks].map((mark) => (/[\s'"\\]/.test(mark) ? -1 : typed.lastIndexOf(mark))));
  return value.slice(start).replace(/[\s!"#$&'()*;<>?[\\\]^`{|}~]/g, '\\$&');
}

/** Takes a function, because the list of commands holds this command too. */
export const createCompleteCommand = (commands: () => readonly Command[]): Command =>
  command({
    name: '__complete',
    summary: texts.complete,
    words: [
      { name: '<shell>', summary: texts.shell },
      { name: '<line>', summary: texts.line },
      { name: '[breaks]', summary: texts.line },
    ],
    isHidden: true,
    async run(call) {
      const [shell, line = '', breaks = ''] = call.words;
      const { words, typed } = splitLine(line);
      const commandWords = words.slice(1);
      const index = commandWords.findIndex((word) => /^--profile(=|$)/.test(word));
      const profile = index < 0 ? null : (commandWords[index]?.split('=')[1] ?? commandWords[index + 1] ?? null);
      const settings = { ...call.settings, profile: profile || call.settings.profile };
      const candidates = await findCandidates(commandWords, commands(), (placeholder) => readValues(placeholder, { ...call, settings }));
      const writeCandidate = ({ value, summary }: Candidate) =>
        shell === 'bash' ? forBash(value, typed, breaks) : summary ? `${value}\t${printable(summary)}` : value;
      // A name with an unseen character cannot be typed.
      const typable = candidates.filter(({ value }) => printable(value) === value);
      return { kind: 'script', text: typable.map((candidate) => `${writeCandidate(candidate)}\n`).join('') };
    },
  });
