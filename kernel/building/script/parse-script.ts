/** @module parse-script: reads a modelling script into calls of the geometry tools. */
import { KINDS } from '../kinds/elements.ts';
import type { Kinds } from '../kinds/kinds.ts';
import { bracesOf, callPart, loop, partStatement } from './blocks.ts';
import { accept, at, atEnd, expect, isWord, peek, refuseNext, second, take } from './cursor.ts';
import { declaredValues } from './declared.ts';
import { startsValue } from './expressions.ts';
import { namedValue } from './options.ts';
import {
  readNamed,
  countStatement,
  type EarlierNames,
  newName,
  type Script,
  type ScriptCall,
  startsReference,
} from './references.ts';
import { anyValue } from './rounds.ts';
import { type Named, newScope } from './scope.ts';
import { closestWord, type ScriptError, ScriptFault } from './script-error.ts';
import { OPTIONS, STATEMENTS } from './statements.ts';
import { type Token, tokenize } from './tokens.ts';

/** Longest script, in UTF-8 bytes. */
export const MAX_SCRIPT_BYTES = 100_000;

/**
 * Reads a script in metres into calls whose lengths are millimetres on the 0.001 mm grid, in order; loops are unrolled and
 * parts expanded. `set` takes the parameters of `kinds`. `$name` strings in arguments refer to the result of the earlier
 * call with that `as`, `@name` strings to elements of the model. `names` are the names that the script gives outside of its
 * blocks. Never throws.
 */
export function parseScript(
  text: string,
  kinds: Kinds = KINDS,
  earlier: EarlierNames = new Map(),
): ({ readonly ok: true } & ReadScript) | { readonly ok: false; readonly error: ScriptError } {
  let script: Script | null = null;
  try {
    script = openScript(tokensOf(text), kinds, earlier);
    run(script, script.cursor.tokens.length - 1);
    return { ok: true, calls: script.calls, names: script.cursor.scope.names };
  } catch (fault) {
    if (!(fault instanceof ScriptFault)) throw fault;
    const { error } = fault;
    const options = OPTIONS[script?.statement ?? ''] ?? {};
    const closest = closestWord(text, error, (word) => namedValue(options, word));
    return { ok: false, error: { ...error, closest, within: script?.within ?? [] } };
  }
}

/** The names after a `$` in a script, each once; it refers to some or all of them. */
export function namesReferredTo(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/\$([A-Za-z]\w*)/gu)].map(([, name = '']) => name))];
}

/** The calls of a script, and the names that it gives. */
type ReadScript = {
  readonly calls: readonly ScriptCall[];
  readonly names: ReadonlyMap<string, Named>;
};

function openScript(tokens: readonly Token[], kinds: Kinds, earlier: EarlierNames): Script {
  return {
    cursor: { tokens, meter: { work: 0 }, at: 0, scope: newScope(null, '', true) },
    kinds,
    calls: [],
    parts: new Map(),
    within: [],
    active: new Set(),
    call_names: new Set(),
    earlier,
    braces: bracesOf(tokens),
    statement: null,
    level: null,
    count: { statements: 0, blocks: 0 },
  };
}

/** The tokens of a script; tokenized again if it has values, whose names change how texts and words are read. */
function tokensOf(text: string): readonly Token[] {
  const bytes = new TextEncoder().encode(text).byteLength;
  if (bytes > MAX_SCRIPT_BYTES) {
    throw new ScriptFault(
      { line: 1, column: 1 },
      `the script has ${bytes} bytes, expected at most ${MAX_SCRIPT_BYTES}`,
      [`at most ${MAX_SCRIPT_BYTES} bytes`],
    );
  }
  const tokens = tokenize(text, new Set());
  const values = declaredValues(tokens, isStatement);
  return values.size === 0 ? tokens : tokenize(text, values);
}

/** Executes the statements up to a token. */
function run(script: Script, to: number): void {
  const { cursor } = script;
  for (;;) {
    while (peek(cursor).kind === 'newline') take(cursor);
    if (cursor.at >= to) return;
    countStatement(script, peek(cursor));
    readStatement(script);
    if (!atEnd(cursor)) refuseNext(cursor, ['the end of the statement']);
  }
}

function readStatement(script: Script): void {
  const { cursor } = script;
  const place = peek(cursor);
  script.statement = null;
  if (accept(cursor, 'let')) {
    readLet(script, place);
  } else if (at(cursor, 'part')) {
    partStatement(script, isReserved);
  } else if (!readMaker(script, place, null)) {
    const why = Object.hasOwn(NO_STATEMENT, place.text) ? NO_STATEMENT[place.text] : undefined;
    if (why !== undefined) throw new ScriptFault(place, why, []);
    refuseNext(cursor, [...Object.keys(STATEMENTS), 'let', 'for', 'part', ...script.parts.keys()]);
  }
}

const NO_CONDITION =
  'a script has no conditions: write each case out, or loop over a list, `for x in [0, 4.5] { … }`';

/** Words that begin statements in other languages, with what to use here. */
const NO_STATEMENT: Readonly<Record<string, string>> = {
  if: NO_CONDITION,
  else: NO_CONDITION,
  while: NO_CONDITION,
  delete: 'a script cannot delete: call delete_elements',
  remove: 'a script cannot delete: call delete_elements',
  print: 'a script cannot print: the answer lists what it creates',
};

/** Reads a statement, a loop or a call of a part, with the name of a preceding `let`; returns false if none begins here. */
function readMaker(script: Script, place: Token, name: string | null): boolean {
  const { cursor, parts } = script;
  const first = peek(cursor);
  if (first.kind !== 'word') return false;
  if (isStatement(first.text)) {
    take(cursor);
    script.statement = first.text;
    STATEMENTS[first.text]?.(script, place, name);
    return true;
  }
  if (first.text === 'for') {
    loop(script, run, name);
    return true;
  }
  if (!parts.has(first.text) || !isWord(second(cursor), '(')) return false;
  callPart(script, run, name);
  return true;
}

/** `let NAME = …`: names a value, an existing element, or the result of a statement. */
function readLet(script: Script, place: Token): void {
  const { cursor } = script;
  const name = newName(script);
  expect(cursor, '=');
  if (startsReference(cursor)) {
    cursor.scope.names.set(name, readNamed(script));
  } else if (peek(cursor).kind === 'text' || startsValue(cursor)) {
    cursor.scope.values.set(name, anyValue(cursor));
  } else if (!isNameable(peek(cursor).text) || !readMaker(script, place, name)) {
    refuseNext(cursor, [...NAMEABLE, 'for', 'a value', ...script.parts.keys()]);
  }
}

/** Statements without a result, which `let` cannot name. */
const MAKES_NOTHING: ReadonlySet<string> = new Set(['on', 'set', 'properties', 'join']);

function isNameable(word: string): boolean {
  return !MAKES_NOTHING.has(word);
}

const NAMEABLE = Object.keys(STATEMENTS).filter(isNameable);

function isStatement(word: string): boolean {
  return Object.hasOwn(STATEMENTS, word);
}

/** Returns whether a word begins something else and so cannot name a part. */
function isReserved(word: string): boolean {
  return isStatement(word) || ['let', 'for', 'part', 'min', 'max'].includes(word);
}
