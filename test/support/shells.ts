import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Shell } from '../../src/cli/completion/shells.ts';

/** Whether the PATH has this shell. */
export function isInstalled(shell: Shell): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, shell)));
}

/** The folder and environment of a shell; the environment names the completion script in SCRIPT. */
export interface ShellPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The candidates that the shell itself offers for an unfinished line: each once, in the shell's order. */
export function completed(shell: Shell, line: string, { cwd, env }: ShellPlace): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-shell-'));
  try {
    const out = join(folder, 'candidates');
    execFileSync(shell, [...asking[shell], line], {
      cwd,
      env: { ...env, OUT: out },
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 60_000,
    });
    const candidates = readFileSync(out, 'utf8')
      .split('\n')
      .map((candidate) => (candidate.split('\t')[0] ?? '').trim());
    return [...new Set(candidates.filter(Boolean))];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Calls the function that the script registered, as bash does, and offers files where the function gives nothing: "complete -o default".
 */
const bash = `
source "$SCRIPT"
read -ra COMP_WORDS <<<"$1"
[[ $1 == *" " ]] && COMP_WORDS+=("")
COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
_tidemark
(( \${#COMPREPLY[@]} )) || COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
printf '%s\\n' "\${COMPREPLY[@]}" > "$OUT"
`;

/**
 * Types the line and a tab into a separate zsh, whose "compadd" writes down its arguments, and whose tab says when it has completed: zsh may
 * give up a completion while it finds more typed text.
 */
const zsh = `
zmodload zsh/zpty
zpty shell 'PS1= zsh -f -i'
zpty -w shell 'autoload -Uz compinit; compinit -u -D; source "$SCRIPT"'
zpty -w shell 'compadd() { local -a hits; builtin compadd -O hits "$@"; print -rl -- $hits >> $OUT; builtin compadd "$@" }'
zpty -w shell 'complete-word-and-tell() { zle expand-or-complete; : > $OUT.done }; zle -N complete-word-and-tell'
zpty -w shell 'bindkey "^I" complete-word-and-tell; : > $OUT'
until [[ -e $OUT ]]; do sleep 0.05; done
zpty -w -n shell $1$'\\t'
until [[ -e $OUT.done ]]; do sleep 0.05; zpty -r -t shell seen; done
`;

const asking: Readonly<Record<Shell, readonly string[]>> = {
  bash: ['-c', bash, 'bash'],
  zsh: ['-f', '-c', zsh, 'zsh'],
  fish: ['-N', '-c', 'source $SCRIPT; complete -C $argv[1] > $OUT'],
};
