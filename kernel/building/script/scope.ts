/** @module scope: the names in scope at one place of a script: values, and results of statements. */
import { ScriptFault, type Place } from './script-error.ts';
import type { Value } from './values.ts';

/** The meaning of `$name`: one element, or several under names of their own. */
export type Named =
  /**
   * `ref` goes into the arguments of tools; `tool` created the element, null if unknown. `members`: further fields of the
   * answer, for a result of an earlier call.
   */
  | {
      readonly kind: 'result';
      readonly tool: string | null;
      readonly ref: string;
      readonly members?: ReadonlyMap<string, Named>;
      /** For a created or placed group: the names that can follow its own. */
      readonly inside?: Inside;
    }
  | { readonly kind: 'group'; readonly of: Grouped; readonly members: ReadonlyMap<string, Named> };

/**
 * Names that can follow the name of a placement. Each refers to the element of the placement that corresponds to the element
 * of that name in the first one: names of the placed group, and names in scope where the placement is named.
 */
export type Inside = { readonly of: Named | null; readonly scope: Scope };

/** The meaning of a name that follows the name of a placement. */
export function nameInside({ of, scope }: Inside, name: string): Named | undefined {
  const own = of?.kind === 'result' ? of : undefined;
  const found = own?.members?.get(name) ?? (own?.inside && nameInside(own.inside, name));
  return found ?? resultNamed(scope, name);
}

/** All names that can follow the name of a placement. */
export function namesInside({ of, scope }: Inside): ReadonlyMap<string, Named> {
  const own = of?.kind === 'result' ? of : undefined;
  const of_group = own?.inside === undefined ? [] : namesInside(own.inside);
  return new Map([...resultNames(scope), ...of_group, ...(own?.members ?? [])]);
}

/** The origin of several elements under one name: `walls`, or a block: a loop, a round of it, a part. */
export type Grouped = 'walls' | 'block';

/** The names of a block; the names of the blocks around it are in scope too. */
export type Scope = {
  readonly outer: Scope | null;
  /** Whether its names may repeat those of blocks around it, as in a part but not in a loop. */
  readonly apart: boolean;
  /** Prefix of the names of results, which makes them unique in the script. */
  readonly prefix: string;
  readonly values: Map<string, Value>;
  readonly names: Map<string, Named>;
};

/** An empty scope. */
export function newScope(outer: Scope | null, prefix: string, apart: boolean): Scope {
  return { outer, apart, prefix, values: new Map(), names: new Map() };
}

/** The value of a name in the innermost block that has one. */
export function valueOf(scope: Scope, name: string): Value | undefined {
  for (let at: Scope | null = scope; at !== null; at = at.outer) {
    const value = at.values.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The result of a name in the innermost block that has one. */
export function resultNamed(scope: Scope, name: string): Named | undefined {
  for (let at: Scope | null = scope; at !== null; at = at.outer) {
    const named = at.names.get(name);
    if (named !== undefined) return named;
  }
  return undefined;
}

/** Names of all values in scope, innermost first. */
export function valueNames(scope: Scope): readonly string[] {
  const names = new Set<string>();
  for (let at: Scope | null = scope; at !== null; at = at.outer) {
    for (const name of at.values.keys()) names.add(name);
  }
  return [...names];
}

/** All results in scope by name, those of the outermost block first. */
export function resultNames(scope: Scope): ReadonlyMap<string, Named> {
  const outer = scope.outer === null ? [] : resultNames(scope.outer);
  return new Map([...outer, ...scope.names]);
}

/** Returns whether a new name is already in use in its part. */
export function isTaken(scope: Scope, name: string): boolean {
  for (let at: Scope | null = scope; at !== null; at = at.apart ? null : at.outer) {
    if (at.names.has(name) || at.values.has(name)) return true;
  }
  return false;
}

/** Number of tokens read; each round of a loop counts again. */
export type Meter = { work: number };

/** Tokens that one script may read. */
const MAX_WORK = 250_000;

/** Counts work before it is done. Throws ScriptFault beyond the limit. */
export function spend(meter: Meter, work: number, place: Place): void {
  meter.work += work;
  if (meter.work <= MAX_WORK) return;
  throw new ScriptFault(
    place,
    'this loop or part makes the script too long, expected fewer rounds',
    [`at most ${MAX_WORK} words read in all rounds`],
  );
}
