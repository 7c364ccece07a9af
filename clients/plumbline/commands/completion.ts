/** @module completion: completion scripts for shells. */
import { printable } from '../../../kernel/base/text/printable.ts';
import type { Call, Outcome, Usage } from '../command.ts';
import { misuse } from '../failure.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

const SHARED = ['--workspace', '--json', '--help'];

/** The words that may follow `after`, which is empty for the program alone. */
type Follow = { readonly after: string; readonly words: readonly string[] };

/** For each command and group, its next words and options. */
function followsOf(commands: readonly Usage[]): readonly Follow[] {
  const firsts = [...new Set(commands.map(({ words }) => words.split(' ')[0] ?? ''))];
  const groups = firsts.filter((first) =>
    commands.some(({ words }) => words.startsWith(`${first} `)),
  );
  return [
    { after: '', words: [...firsts, 'help', 'version', '--help', '--version'] },
    { after: 'help', words: firsts },
    ...groups.map((first) => ({
      after: first,
      words: commands.flatMap(({ words }) =>
        words.startsWith(`${first} `) ? [words.slice(first.length + 1)] : [],
      ),
    })),
    ...commands.map(({ words, options }) => ({
      after: words,
      words: [...Object.keys(options).map((name) => `--${name}`), ...SHARED],
    })),
  ];
}

function bashScript(follows: readonly Follow[]): string {
  const cases = follows.map(({ after, words }) => `    '${after}') words='${words.join(' ')}' ;;`);
  return [
    '_plumbline() {',
    '  local words="" line="" current="${COMP_WORDS[COMP_CWORD]}" index',
    '  for ((index = 1; index < COMP_CWORD && index < 3; index++)); do',
    '    [[ ${COMP_WORDS[index]} == -* ]] && break',
    '    line="${line:+$line }${COMP_WORDS[index]}"',
    '  done',
    '  case "$line" in',
    ...cases,
    '    *) case "${line%% *}" in',
    ...cases
      .filter((_, index) => !(follows[index]?.after ?? ' ').includes(' '))
      .map((one) => `    ${one}`),
    '    esac ;;',
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '  [[ ${#COMPREPLY[@]} -eq 0 && $current != -* ]] && COMPREPLY=($(compgen -f -- "$current"))',
    '}',
    'complete -F _plumbline plumbline',
  ].join('\n');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "\\'")}'`;
}

function fishScript(commands: readonly Usage[]): string {
  const firsts = [...new Set(commands.map(({ words }) => words.split(' ')[0] ?? ''))];
  const lines = commands.flatMap(({ words, summary, options }) => {
    const [first = '', second] = words.split(' ');
    const seen = `__fish_seen_subcommand_from ${first}`;
    const here = second === undefined ? seen : `${seen}; and __fish_seen_subcommand_from ${second}`;
    const next =
      second === undefined
        ? []
        : [`complete -c plumbline -f -n ${quote(seen)} -a ${second} -d ${quote(summary)}`];
    const switches = Object.entries(options).map(
      ([name, { type, help }]) =>
        `complete -c plumbline -n ${quote(here)} -l ${name}${type === 'string' ? ' -r' : ''} -d ${quote(help)}`,
    );
    return [...next, ...switches];
  });
  return [
    `complete -c plumbline -f -n __fish_use_subcommand -a ${quote([...firsts, 'help', 'version'].join(' '))}`,
    'complete -c plumbline -l workspace -r',
    'complete -c plumbline -l json',
    'complete -c plumbline -s h -l help',
    ...lines,
  ].join('\n');
}

function shellOf(name: string): Shell {
  const shell = SHELLS.find((one) => one === name);
  if (shell !== undefined) return shell;
  throw misuse(`unknown shell \`${printable(name)}\``, `use one of ${SHELLS.join(', ')}`);
}

function scriptFor(shell: Shell, commands: readonly Usage[]): string {
  switch (shell) {
    case 'bash':
      return bashScript(followsOf(commands));
    case 'zsh':
      return ['autoload -U +X bashcompinit && bashcompinit', bashScript(followsOf(commands))].join(
        '\n',
      );
    case 'fish':
      return fishScript(commands);
    default:
      return shell satisfies never;
  }
}

/** Prints the completion script for the shell that the call names, over all commands of the program. */
export async function printCompletion(
  { positionals }: Call,
  usages: readonly Usage[],
): Promise<Outcome> {
  const script = scriptFor(shellOf(positionals[0] ?? ''), usages);
  return await Promise.resolve({ json: { script }, lines: [script] });
}
