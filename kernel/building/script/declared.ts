/** @module declared: which names of a script are those of values, before it is read: they change how it is cut into tokens. */
import type { Token } from './tokens.ts';

/**
 * Names that `let NAME = value`, `for NAME in` and `part name(NAME, …)` give. A script with none is read as it was before
 * there were values.
 *
 * @param makes first words of statements, which make no value
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

/** Words with commas between them. */
function* parametersFrom(tokens: readonly Token[], index: number): Iterable<string> {
  for (let at = index; tokens[at]?.kind === 'word' || tokens[at]?.text === ','; at += 1) {
    const token = tokens[at];
    if (token?.kind === 'word') yield token.text;
  }
}

/** Whether a statement begins at a token. */
function begins(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  if (before === undefined || before.kind === 'newline') return true;
  return before.kind === 'sign' && (before.text === '{' || before.text === '}');
}

/** Whether what stands behind `let NAME =` is a value, and no statement, loop or part that makes something. */
function isValue(
  first: Token | undefined,
  second: Token | undefined,
  makes: (word: string) => boolean,
): boolean {
  if (first?.kind !== 'word') return first !== undefined;
  if (first.text === 'min' || first.text === 'max') return true;
  return !makes(first.text) && first.text !== 'for' && second?.text !== '(';
}
