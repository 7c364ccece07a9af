/** @module read-pasts: reads the earlier states of an element from the log of its branch. */
import type { ParamValues, StoredEvent } from '../../../schemas/events.ts';
import { type Past, pastsOf } from '../model/effect/lost-bodies.ts';
import type { BuildingView } from './view.ts';

/** Every earlier state of an element and of the levels that it references or has referenced, newest first. */
export async function readPasts(view: BuildingView, id: string): Promise<readonly Past[]> {
  const element = view.element(id);
  if (element === undefined) return [];
  const whole = { limit: Number.MAX_SAFE_INTEGER };
  const own = await view.history({ ...whole, element_id: id });
  const now = new Map<string, ParamValues>([[id, element.params]]);
  const events: StoredEvent[] = [...own];
  for (const past of [element.params, ...own.flatMap(previousOf)]) {
    for (const level_id of Object.values(past)) {
      const level = typeof level_id === 'string' ? view.elementOf(level_id, 'level') : undefined;
      if (level === undefined || now.has(level.id)) continue;
      now.set(level.id, level.params);
      events.push(...(await view.history({ ...whole, element_id: level.id })));
    }
  }
  return pastsOf(
    id,
    now,
    events.toSorted((a, b) => b.seq - a.seq),
  );
}

function previousOf({ type, payload }: StoredEvent): readonly ParamValues[] {
  return type === 'element.modified' ? [payload.previous] : [];
}
