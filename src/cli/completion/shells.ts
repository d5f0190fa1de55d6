/** The shells that `tidemark completion` supports. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** The hidden command that the scripts run. It prints one candidate per line, with a description after a tab. */
export const completionCommand = '__complete';

/** The scripts that complete our command lines. Each script asks the program, so it never goes out of date. */
export const scripts: Readonly<Record<Shell, string>> = {
  bash: `_tidemark() {
  local candidate
  COMPREPLY=()
  while IFS=$'\\t' read -r candidate _; do
    COMPREPLY+=("$candidate")
  done < <(tidemark ${completionCommand} -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _tidemark tidemark
`,
  zsh: `#compdef tidemark
_tidemark() {
  local -a candidates
  local line
  for line in "\${(@f)$(tidemark ${completionCommand} -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( \${#candidates} )); then _describe tidemark candidates; else _files; fi
}
if [[ \${funcstack[1]} == _tidemark ]]; then _tidemark; else compdef _tidemark tidemark; fi
`,
  fish: `function __tidemark_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l candidates (tidemark ${completionCommand} -- $words[2..-1] "$current" 2>/dev/null)
  if test (count $candidates) -gt 0
    printf '%s\\n' $candidates
  else
    __fish_complete_path "$current"
  end
end
complete -c tidemark -f -a '(__tidemark_complete)'
`,
};
