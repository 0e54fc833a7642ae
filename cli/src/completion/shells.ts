/** The script of each shell hands the line up to the cursor to `bitacora __complete`, which answers a candidate a line. */
export const shells = {
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
export type ShellName = keyof typeof shells;
