/** @module built: a building created by its calls in order, with all their warnings. */
import { Refusal } from '../../../../schemas/errors.ts';
import { World } from '../../building/world.ts';
import type { Call, Motion } from './calls.ts';
import { carriedCall } from './calls.ts';

export type Built = {
  readonly world: World;
  /** Ids by the names of calls. */
  readonly ids: ReadonlyMap<string, string>;
  /** The first element of each name. */
  readonly warnings: readonly string[];
  /** Refused calls with the reason. */
  readonly refused: ReadonlyMap<Call, string>;
};

/** Executes the calls as drawn after a motion; refused calls and those that refer to them are omitted. */
export async function built(calls: readonly Call[], motion: Motion): Promise<Built> {
  const world = await World.create();
  const ids = new Map<string, string>();
  const warnings: string[] = [];
  const refused = new Map<Call, string>();
  for (const call of calls) {
    const own = carriedCall(call, motion).arguments;
    const missing = namesIn(own).find((name) => !ids.has(name));
    if (missing !== undefined) {
      refused.set(call, `without ${missing}`);
      continue;
    }
    try {
      const plan = await world.plan(call.tool, resolved(own, ids));
      const effect = world.effect(plan.events);
      warnings.push(...(plan.warnings ?? []), ...effect.warnings);
      world.log.append('main', `operation-${call.as}`, plan.events);
      await world.domain.catchUp();
      const made = plan.events.find(
        ({ type }) => type === 'element.created' || type === 'level.created',
      );
      ids.set(call.as, made?.aggregate_id ?? '');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.set(call, `${error.body.name}: ${error.body.message}`);
    }
  }
  return { world, ids, warnings, refused };
}

function namesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.startsWith('$') ? [value.slice(1)] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(namesIn);
}

function resolved(
  given: Readonly<Record<string, unknown>>,
  ids: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const resolve = (value: unknown): unknown =>
    typeof value === 'string' && value.startsWith('$') ? ids.get(value.slice(1)) : value;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(resolve) : resolve(value),
    ]),
  );
}
