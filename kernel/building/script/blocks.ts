/** @module blocks: loops, and parts that are defined once and called with arguments. Both are executed while they are read. */
import { accept, at, expect, isWord, peek, refuseNext, refuseToken, take } from './cursor.ts';
import { startsValue } from './expressions.ts';
import {
  anyName,
  readNamed,
  newName,
  type Part,
  reference,
  type Script,
  startsReference,
  UNNAMED,
} from './references.ts';
import { anyValue, roundsOf } from './rounds.ts';
import { type Named, newScope, type Scope, spend } from './scope.ts';
import { ScriptFault, inBackticks } from './script-error.ts';
import type { Token } from './tokens.ts';

/** Maximum nesting depth of blocks. */
const MAX_DEPTH = 16;

/** Executes the statements from the cursor up to a token. */
export type Run = (script: Script, to: number) => void;

/** The closing brace of each opening one. Throws ScriptFault for an unclosed brace. */
export function bracesOf(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const open: number[] = [];
  const pairs = new Map<number, number>();
  for (const [index, token] of tokens.entries()) {
    if (isWord(token, '{')) open.push(index);
    const from = isWord(token, '}') ? open.pop() : undefined;
    if (from !== undefined) pairs.set(from, index);
  }
  const [first] = open;
  if (first === undefined) return pairs;
  const { line = 1, column = 1 } = tokens[first] ?? {};
  throw new ScriptFault({ line, column }, 'a `{` has no closing brace', ['}']);
}

/** Consumes an opening brace and returns the tokens of its block: the first one, and its closing brace. */
function block({ cursor, braces }: Script): { readonly from: number; readonly to: number } {
  const to = braces.get(cursor.at);
  expect(cursor, '{');
  return { from: cursor.at, to: to ?? cursor.at };
}

/** `for NAME in A..B { … }` or `for NAME in [a, b, …] { … }`, named by `let` before it or by `as` after it. */
export function loop(script: Script, run: Run, own_name: string | null): void {
  const { cursor } = script;
  const place = take(cursor);
  const variable = newName(script);
  const rounds = roundsOf(cursor);
  const { from, to } = block(script);
  cursor.at = to + 1;
  const name = own_name ?? nameAfter(script);
  const end = cursor.at;
  const outer = cursor.scope;
  const prefix = `${outer.prefix}${blockName(script, name, 'for')}__`;
  const members = new Map<string, Named>();
  for (const { key, value, text } of rounds) {
    spend(cursor.meter, to - from + 1, place);
    const scope = newScope(outer, `${prefix}${key}__`, false);
    scope.values.set(variable, value);
    cursor.at = from;
    runInScope(script, scope, `${variable} = ${text} in the loop of line ${place.line}`, () =>
      run(script, to),
    );
    if (name !== null) members.set(key, { kind: 'group', of: 'block', members: scope.names });
  }
  cursor.at = end;
  if (name !== null) outer.names.set(name, { kind: 'group', of: 'block', members });
}

/** `as NAME` after a block. */
function nameAfter(script: Script): string | null {
  return accept(script.cursor, 'as') ? newName(script) : null;
}

/** Prefix of the names of results in a block; no script can write the prefix of an unnamed block. */
function blockName(script: Script, name: string | null, word: string): string {
  script.count.blocks += 1;
  return name ?? `${word}${UNNAMED}${script.count.blocks}`;
}

/** Runs work in a scope of its own. After a refusal, `script.within` keeps the blocks of its place. */
function runInScope(script: Script, scope: Scope, name: string, work: () => void): void {
  const { cursor, within } = script;
  const outer = cursor.scope;
  if (within.length >= MAX_DEPTH) refuseNext(cursor, [`at most ${MAX_DEPTH} nested blocks`]);
  script.within = [name, ...within];
  cursor.scope = scope;
  work();
  cursor.scope = outer;
  script.within = within;
}

/** `part NAME(a, b) { … }`: kept for later calls; outside of blocks only. */
export function partStatement(script: Script, isWordTaken: (word: string) => boolean): void {
  const { cursor, parts } = script;
  const place = take(cursor);
  if (cursor.scope.outer !== null) refuseToken(place, ['parts outside of blocks']);
  const token = peek(cursor);
  const name = anyName(cursor);
  if (parts.has(name) || isWordTaken(name)) {
    throw new ScriptFault(token, `the name ${inBackticks(name)} is taken, expected another name`, [
      'a new name',
    ]);
  }
  const parameters: string[] = [];
  expect(cursor, '(');
  while (!at(cursor, ')')) {
    const parameter = peek(cursor);
    const word = anyName(cursor);
    if (parameters.includes(word)) refuseToken(parameter, ['a parameter of another name']);
    parameters.push(word);
    if (!accept(cursor, ',') && !at(cursor, ')')) refuseNext(cursor, [',', ')']);
  }
  take(cursor);
  const { from, to } = block(script);
  parts.set(name, { parameters, from, to });
  cursor.at = to + 1;
}

/** `NAME(a, b)`, named by `let` before it or by `as` after it. A change of the current level ends with it. */
export function callPart(script: Script, run: Run, own_name: string | null): void {
  const { cursor, parts, active, level } = script;
  const place = take(cursor);
  const part = parts.get(place.text);
  if (part === undefined) return refuseToken(place, [...parts.keys()]);
  if (active.has(place.text)) {
    throw new ScriptFault(
      place,
      `the part ${inBackticks(place.text)} would call itself, expected a loop`,
      ['for NAME in A..B'],
    );
  }
  const scope = newScope(outermost(cursor.scope), '', true);
  readArguments(script, part, scope);
  const name = own_name ?? nameAfter(script);
  const end = cursor.at;
  spend(cursor.meter, part.to - part.from + 1, place);
  const prefix = `${cursor.scope.prefix}${blockName(script, name, place.text)}__`;
  const own = { ...scope, prefix };
  active.add(place.text);
  cursor.at = part.from;
  runInScope(script, own, `${inBackticks(place.text)} called on line ${place.line}`, () =>
    run(script, part.to),
  );
  active.delete(place.text);
  cursor.at = end;
  script.level = level;
  if (name === null) return;
  const results = [...own.names].filter(([word]) => !part.parameters.includes(word));
  cursor.scope.names.set(name, { kind: 'group', of: 'block', members: new Map(results) });
}

function outermost(scope: Scope): Scope {
  return scope.outer === null ? scope : outermost(scope.outer);
}

/** `(a, b)`: a value or a reference for each parameter. */
function readArguments(script: Script, { parameters }: Part, scope: Scope): void {
  const { cursor } = script;
  expect(cursor, '(');
  for (const [index, parameter] of parameters.entries()) {
    if (index > 0) expect(cursor, ',', `, and ${parameter}`);
    if (at(cursor, ')')) refuseNext(cursor, [`${parameter}: a value or $name`]);
    argument(script, parameter, scope);
  }
  expect(cursor, ')', parameters.length === 0 ? ')' : `) after ${parameters.at(-1) ?? ''}`);
}

function argument(script: Script, parameter: string, scope: Scope): void {
  const { cursor } = script;
  const token = peek(cursor);
  if (startsReference(cursor)) {
    scope.names.set(parameter, readNamed(script));
  } else if (token.kind === 'word' && !startsValue(cursor) && token.text.includes('_')) {
    const ref = reference(script, 'a value or $name', []);
    scope.names.set(parameter, { kind: 'result', tool: null, ref });
  } else {
    scope.values.set(parameter, anyValue(cursor));
  }
}
