/** @module input-bounds: refuses arguments that are too deep, too wide or named `__proto__` before any schema reads them. */
import { Refusal } from '../../../schemas/errors.ts';
import { clip, pathOf } from './argument-path.ts';

/** No tool accepts arguments nested deeper than this, and recursive code would run out of stack on much deeper ones. */
const DEPTH_MAX = 64;

/**
 * At most this many names in total in objects with more than `WIDE` of them: each copy of 600,000 names takes about a
 * second, and a call is copied, checked and hashed many times. No tool needs so many; long lists are not affected.
 */
const [NAMES_MAX, WIDE] = [200_000, 1000];

/** Refuses INVALID_ARGUMENT for arguments beyond these bounds. */
export function assertBounded(raw: unknown): void {
  const size = { names: 0 };
  if (isDeep(raw, size)) throw depthRefusal();
  if (size.names > NAMES_MAX) throw namesRefusal(size.names);
  const prototype = prototypePath(raw);
  if (prototype !== null) throw prototypeRefusal(prototype);
}

/** Whether a value is nested too deep; adds the names of its wide objects to `size`. */
function isDeep(raw: unknown, size: { names: number }): boolean {
  let level = [raw].flatMap((value) => objectsIn(value, size));
  for (let depth = 1; depth <= DEPTH_MAX && level.length > 0; depth += 1) {
    level = level.flatMap((value) => objectsIn(value, size));
  }
  return level.length > 0;
}

/** The objects and lists directly inside a value; empty for a value that is neither. */
function objectsIn(value: unknown, size: { names: number }): readonly object[] {
  if (typeof value !== 'object' || value === null) return [];
  const members: unknown[] = Object.values(value);
  if (!Array.isArray(value) && members.length > WIDE) size.names += members.length;
  return members.filter((inner): inner is object => typeof inner === 'object' && inner !== null);
}

/** The path of the first member called `__proto__`, which schemas drop without reading it; null if there is none. */
function prototypePath(value: unknown, path: readonly string[] = []): readonly string[] | null {
  if (typeof value !== 'object' || value === null) return null;
  if (Object.hasOwn(value, '__proto__')) return [...path, '__proto__'];
  for (const [key, inner] of Object.entries(value)) {
    const found = prototypePath(inner, [...path, key]);
    if (found !== null) return found;
  }
  return null;
}

function depthRefusal(): Refusal {
  return new Refusal(
    'INVALID_ARGUMENT',
    `the arguments are nested deeper than ${DEPTH_MAX} levels; nothing was changed`,
    'send only the arguments of the tool, without an enclosing object',
  );
}

function namesRefusal(names: number): Refusal {
  return new Refusal(
    'INVALID_ARGUMENT',
    `the arguments have objects with ${names} names, more than the ${NAMES_MAX} allowed; nothing was changed`,
    'send only the arguments of the tool, or split it into several calls',
  );
}

function prototypeRefusal(path: readonly string[]): Refusal {
  const argument = clip(pathOf(path));
  return new Refusal(
    'INVALID_ARGUMENT',
    `argument \`${argument}\` has the reserved name \`__proto__\`; nothing was changed`,
    'give it another name, or leave it out',
    { issues: [{ argument, got: 'the name `__proto__`', wanted: 'another name' }] },
  );
}
