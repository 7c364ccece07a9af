/** @module declared: finds the names of values in a script before it is read, since they change how it is tokenized. */
import type { Token } from './tokens.ts';

/**
 * Names that `let NAME = value`, `for NAME in` and `part name(NAME, …)` declare. A script without such names is read as
 * before the language had values.
 *
 * @param makes returns whether a word begins a statement, which has no value
 */
export function declaredValues(
  tokens: readonly Token[],
  makes: (word: string) => boolean,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [index, token] of tokens.entries()) {
    if (!begins(tokens, index) || token.kind !== 'word') continue;
    const [name, third, fourth, fifth] = tokens.slice(index + 1, index + 5);
    if (name?.kind !== 'word') continue;
    if (token.text === 'for') names.add(name.text);
    if (token.text === 'let' && isValue(fourth, fifth, makes)) names.add(name.text);
    if (token.text === 'let' && fourth?.text === 'for' && fifth?.kind === 'word') {
      names.add(fifth.text);
    }
    if (token.text === 'part' && third?.text === '(') {
      for (const parameter of parametersFrom(tokens, index + 3)) names.add(parameter);
    }
  }
  return names;
}

/** Words separated by commas. */
function* parametersFrom(tokens: readonly Token[], index: number): Iterable<string> {
  for (let at = index; tokens[at]?.kind === 'word' || tokens[at]?.text === ','; at += 1) {
    const token = tokens[at];
    if (token?.kind === 'word') yield token.text;
  }
}

/** Returns whether a statement begins at a token. */
function begins(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  if (before === undefined || before.kind === 'newline') return true;
  return before.kind === 'sign' && (before.text === '{' || before.text === '}');
}

/** Returns whether a value follows `let NAME =`, as opposed to a statement, a loop or a part. */
function isValue(
  first: Token | undefined,
  second: Token | undefined,
  makes: (word: string) => boolean,
): boolean {
  if (first?.kind !== 'word') return first !== undefined;
  if (first.text === 'min' || first.text === 'max') return true;
  return !makes(first.text) && first.text !== 'for' && second?.text !== '(';
}
