/** @module parsed: the calls or the error of a script. */
import { parseScript } from '../../../../kernel/building/script/parse-script.ts';
import type { ScriptCall } from '../../../../kernel/building/script/references.ts';
import type { ScriptError } from '../../../../kernel/building/script/script-error.ts';

export const GROUND = 'level Ground at 0 as g\n';

/** The calls of a script that must be valid. */
export function callsOf(text: string): readonly ScriptCall[] {
  const result = parseScript(text);
  if (!result.ok) {
    throw new Error(`${result.error.line}:${result.error.column} ${result.error.message}`);
  }
  return result.calls;
}

/** Arguments of the last call. */
export function last(text: string): Record<string, unknown> {
  return { ...callsOf(text).at(-1)?.arguments };
}

/** The error of a script that must be invalid. */
export function errorOf(text: string): ScriptError {
  const result = parseScript(text);
  if (result.ok) throw new Error('expected an error');
  return result.error;
}
