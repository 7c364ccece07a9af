/** @module same-place: what follows from where everything lies, computed once while nothing moves. */
import type { ToyEnv } from './toy-env.ts';

/** Places that are remembered: one, and those that the changes of protocol v2 make of it. */
const REMEMBERED = 16;

/**
 * A function of a state that does not depend on tick, energy, inventory and label, which remembers its last results. States
 * are immutable, so the same lists are the same things in the same places.
 */
export function oncePerPlace<T>(compute: (env: ToyEnv) => T): (env: ToyEnv) => T {
  const known: { readonly env: ToyEnv; readonly result: T }[] = [];
  return (env) => {
    const found = known.findLast((one) => isSamePlace(one.env, env));
    if (found !== undefined) return found.result;
    const result = compute(env);
    known.push({ env, result });
    if (known.length > REMEMBERED) known.shift();
    return result;
  };
}

function isSamePlace(a: ToyEnv, b: ToyEnv): boolean {
  return (
    a.self.x === b.self.x &&
    a.self.y === b.self.y &&
    a.grid === b.grid &&
    a.objects === b.objects &&
    a.agents === b.agents &&
    a.hazards === b.hazards
  );
}
