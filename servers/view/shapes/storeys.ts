/** @module storeys: the elements of a moment that have a shape, by the level that they are on. */
import type { Element } from '../../../kernel/building/kinds/elements.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { carriedStoreys, type Step } from './carried-storeys.ts';
import type { Storey } from './storey.ts';

const KNOWN = new WeakMap<BuildingView, readonly Storey[]>();

/** The storeys of a view, lowest first; elements on no level are last. */
export function storeysOf(view: BuildingView): readonly Storey[] {
  const known = KNOWN.get(view) ?? listed(view);
  KNOWN.set(view, known);
  return known;
}

/** Lists the storeys of the later state by those of the earlier one, if these are known and that is possible. */
export function carryStoreys(step: Step): void {
  const known = KNOWN.get(step.before);
  const carried = known === undefined ? null : carriedStoreys(known, step);
  if (carried !== null) KNOWN.set(step.after, carried);
}

function listed(view: BuildingView): readonly Storey[] {
  const by_level = new Map<string | null, Element[]>();
  const levels = view.levels();
  for (const { id } of levels) by_level.set(id, []);
  for (const element of view.elements()) {
    if (view.kinds.of(element).body === 'none') continue;
    const level_id = view.levelOf(element.id);
    const elements = by_level.get(level_id);
    if (elements === undefined) by_level.set(level_id, [element]);
    else elements.push(element);
  }
  const storeys: Storey[] = levels.map((level) => ({
    level,
    elements: by_level.get(level.id) ?? [],
  }));
  const others = by_level.get(null) ?? [];
  return others.length === 0 ? storeys : [...storeys, { level: null, elements: others }];
}
