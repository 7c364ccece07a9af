/** @module scope: the names that hold at one place of a script: values, and results of statements. */
import { ScriptFault, type Place } from './script-error.ts';
import type { Value } from './values.ts';

/** What `$name` refers to: one element, or several under names of their own. */
export type Named =
  /**
   * `ref` is what the arguments of tools get; `tool` made it, null where that is not known. `members`: what an earlier
   * call answered beside, where it is of one.
   */
  | {
      readonly kind: 'result';
      readonly tool: string | null;
      readonly ref: string;
      readonly members?: ReadonlyMap<string, Named>;
      /** Of a group that is made or placed: the names that stand behind its own. */
      readonly inside?: Inside;
    }
  | { readonly kind: 'group'; readonly of: Grouped; readonly members: ReadonlyMap<string, Named> };

/**
 * Names behind that of a placement, each for what is in it what the name alone is in the first one: those of the group
 * that is placed, and those that hold where the placement is named.
 */
export type Inside = { readonly of: Named | null; readonly scope: Scope };

/** The name behind that of a placement. */
export function namedInside({ of, scope }: Inside, name: string): Named | undefined {
  const own = of?.kind === 'result' ? of : undefined;
  const found = own?.members?.get(name) ?? (own?.inside && namedInside(own.inside, name));
  return found ?? namedIn(scope, name);
}

/** All names behind that of a placement. */
export function namesInside({ of, scope }: Inside): ReadonlyMap<string, Named> {
  const own = of?.kind === 'result' ? of : undefined;
  const of_group = own?.inside === undefined ? [] : namesInside(own.inside);
  return new Map([...resultNames(scope), ...of_group, ...(own?.members ?? [])]);
}

/** What makes several: `walls`, or a block: a loop, a round of it, a part. */
export type Grouped = 'walls' | 'block';

/** Names of a block; those of the blocks around it hold too. */
export type Scope = {
  readonly outer: Scope | null;
  /** Whether its names may be those of blocks around it: so in a part, not in a loop. */
  readonly apart: boolean;
  /** What names of results begin with, so that each is given once in the whole script. */
  readonly prefix: string;
  readonly values: Map<string, Value>;
  readonly names: Map<string, Named>;
};

/** A scope with nothing in it. */
export function newScope(outer: Scope | null, prefix: string, apart: boolean): Scope {
  return { outer, apart, prefix, values: new Map(), names: new Map() };
}

/** The value of a name, of the innermost block that has one. */
export function valueOf(scope: Scope, name: string): Value | undefined {
  for (let at: Scope | null = scope; at !== null; at = at.outer) {
    const value = at.values.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The result of a name, of the innermost block that has one. */
export function namedIn(scope: Scope, name: string): Named | undefined {
  for (let at: Scope | null = scope; at !== null; at = at.outer) {
    const named = at.names.get(name);
    if (named !== undefined) return named;
  }
  return undefined;
}

/** Names of all values that hold, innermost first. */
export function valueNames(scope: Scope): readonly string[] {
  const names = new Set<string>();
  for (let at: Scope | null = scope; at !== null; at = at.outer) {
    for (const name of at.values.keys()) names.add(name);
  }
  return [...names];
}

/** Names of all results that hold with what they are, those of the outermost block first. */
export function resultNames(scope: Scope): ReadonlyMap<string, Named> {
  const outer = scope.outer === null ? [] : resultNames(scope.outer);
  return new Map([...outer, ...scope.names]);
}

/** Whether a new name would be that of something else in its part. */
export function isTaken(scope: Scope, name: string): boolean {
  for (let at: Scope | null = scope; at !== null; at = at.apart ? null : at.outer) {
    if (at.names.has(name) || at.values.has(name)) return true;
  }
  return false;
}

/** How much has been read, in tokens; what is read again in a loop counts again. */
export type Meter = { work: number };

/** Most work of one script. */
const MAX_WORK = 250_000;

/** Counts work before it is done. Throws ScriptFault where it is too much. */
export function spend(meter: Meter, work: number, place: Place): void {
  meter.work += work;
  if (meter.work <= MAX_WORK) return;
  throw new ScriptFault(place, 'this loop or part makes the script too long, want fewer rounds', [
    `at most ${MAX_WORK} words read in all rounds`,
  ]);
}
