/** @module parse-script: reads a modelling script into calls of the geometry tools. */
import { KINDS } from '../kinds/elements.ts';
import type { Kinds } from '../kinds/kinds.ts';
import { accept, atEnd, expect, peek, refuseNext, take } from './cursor.ts';
import { newName, type Script, type ScriptCall } from './references.ts';
import { type ScriptError, ScriptFault } from './script-error.ts';
import { STATEMENTS } from './statements.ts';
import { tokenize } from './tokens.ts';

/** Longest script, in UTF-8 bytes. */
export const MAX_SCRIPT_BYTES = 100_000;
/** Most statements of one script. */
export const MAX_STATEMENTS = 2000;

/**
 * Reads a script in metres into calls whose lengths are millimetres on the 0.001 mm grid, in order. `set` takes the
 * parameters of `kinds`. `$name` strings in arguments refer to the result of the earlier call with that `as`. Never throws.
 */
export function parseScript(
  text: string,
  kinds: Kinds = KINDS,
):
  | { readonly ok: true; readonly calls: readonly ScriptCall[] }
  | { readonly ok: false; readonly error: ScriptError } {
  try {
    return { ok: true, calls: readScript(text, kinds) };
  } catch (fault) {
    if (fault instanceof ScriptFault) return { ok: false, error: fault.error };
    throw fault;
  }
}

function readScript(text: string, kinds: Kinds): readonly ScriptCall[] {
  const bytes = new TextEncoder().encode(text).byteLength;
  if (bytes > MAX_SCRIPT_BYTES) {
    throw new ScriptFault(
      { line: 1, column: 1 },
      `the script has ${bytes} bytes, want at most ${MAX_SCRIPT_BYTES}`,
      [`at most ${MAX_SCRIPT_BYTES} bytes`],
    );
  }
  const cursor = { tokens: tokenize(text), at: 0 };
  const script: Script = { cursor, kinds, calls: [], names: new Map(), level: null };
  let statements = 0;
  for (;;) {
    while (peek(cursor).kind === 'newline') take(cursor);
    if (peek(cursor).kind === 'end') return script.calls;
    statements += 1;
    if (statements > MAX_STATEMENTS) {
      throw new ScriptFault(
        peek(cursor),
        `got more than ${MAX_STATEMENTS} statements, want them split over several scripts`,
        ['the end of the script'],
      );
    }
    readStatement(script);
  }
}

function readStatement(script: Script): void {
  const { cursor } = script;
  const place = peek(cursor);
  const name = accept(cursor, 'let') ? letName(script) : null;
  const first = peek(cursor);
  const known = first.kind === 'word' && Object.hasOwn(STATEMENTS, first.text);
  const read = known ? STATEMENTS[first.text] : undefined;
  if (read === undefined || (name !== null && (first.text === 'on' || first.text === 'set'))) {
    return refuseNext(cursor, name === null ? [...Object.keys(STATEMENTS), 'let'] : NAMEABLE);
  }
  take(cursor);
  read(script, place, name);
  if (!atEnd(cursor)) refuseNext(cursor, ['the end of the statement']);
}

const NAMEABLE = Object.keys(STATEMENTS).filter((word) => word !== 'on' && word !== 'set');

function letName(script: Script): string {
  const name = newName(script);
  expect(script.cursor, '=');
  return name;
}
