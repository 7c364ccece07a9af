/** @module travel: how far it is from many places to the nearest of some exits. */
import type { Steps } from '../findings/steps.ts';
import { at } from '../geometry/indexed.ts';
import { segmentLengthMm } from '../geometry/vector.ts';
import type { ModelView } from '../model/view.ts';
import { MinHeap } from './disc/min-heap.ts';
import type { Reach, Source } from './disc/reach.ts';
import { reachFrom, wayTo } from './disc/reach.ts';
import { standingNear } from './disc/standing.ts';
import type { Manner, Place, Terminal } from './routes.ts';
import { graphFor, levelOf, radiusOf, terminalsOf } from './routes.ts';

/** How far it is from a place to the nearest exit. */
export type Travel =
  | { readonly reached: true; readonly length_mm: number }
  | { readonly reached: false; readonly because: 'start' | 'way' };

/**
 * Length of the shortest way from each place to the nearest of the exits, in the order of the places. One search from all
 * exits at once, so that many places cost little more than one. Exits at which a disc does not fit count as none.
 */
export function* travelDistances(
  view: ModelView,
  places: readonly Place[],
  exits: readonly Place[],
  manner: Manner,
): Steps<readonly Travel[]> {
  const radius = radiusOf(manner);
  const levels = new Map<string, Source[]>();
  for (const exit of exits) {
    const point = standingNear(levelOf(view, exit).space, exit.point, radius);
    if (point === null) continue;
    const before_mm = segmentLengthMm(point, exit.point);
    addTo(levels, exit.level_id, { point, before_mm });
  }
  yield* carryOverLinks(view, levels, manner);
  const travels: Travel[] = [];
  const reaches = new Map<string, Reach>();
  for (const [i, { level_id, point }] of places.entries()) {
    yield { done: i, total: places.length, doing: 'measuring ways to exits' };
    const level = levelOf(view, { level_id });
    const stood = standingNear(level.space, point, radius);
    if (stood === null) {
      travels.push({ reached: false, because: 'start' });
      continue;
    }
    let reach = reaches.get(level_id);
    if (reach === undefined) {
      reach = reachFrom(yield* graphFor(level, radius), levels.get(level_id) ?? []);
      reaches.set(level_id, reach);
    }
    const way = wayTo(reach, stood);
    travels.push(
      way === null
        ? { reached: false, because: 'way' }
        : { reached: true, length_mm: way.length_mm + segmentLengthMm(stood, point) },
    );
  }
  return travels;
}

function addTo(levels: Map<string, Source[]>, level_id: string, source: Source): void {
  const sources = levels.get(level_id);
  if (sources === undefined) levels.set(level_id, [source]);
  else sources.push(source);
}

/** Adds to each level the ends of links from which an exit on another level is reached, with how far it is from there. */
function* carryOverLinks(
  view: ModelView,
  levels: Map<string, Source[]>,
  manner: Manner,
): Steps<void> {
  const radius = radiusOf(manner);
  const terminals = terminalsNear(view, [...levels.keys()], manner);
  const distance = terminals.map(() => Infinity);
  const open = new MinHeap();
  const relax = (to: number, length: number): void => {
    if (length >= at(distance, to)) return;
    distance[to] = length;
    open.push(to, length);
  };
  function* spread(level_id: string, sources: readonly Source[], except: number): Steps<void> {
    if (!terminals.some((one, i) => i !== except && one.level_id === level_id)) return;
    const reach = reachFrom(yield* graphFor(levelOf(view, { level_id }), radius), sources);
    for (const [i, one] of terminals.entries()) {
      if (i === except || one.level_id !== level_id) continue;
      relax(i, wayTo(reach, one.point)?.length_mm ?? Infinity);
    }
  }
  for (const [level_id, sources] of levels) yield* spread(level_id, sources, -1);
  for (;;) {
    const next = open.pop();
    if (next === null) break;
    const { item, key } = next;
    if (key > at(distance, item)) continue;
    const { link, level_id, point, up } = at(terminals, item);
    const partner = terminals.findIndex((one) => one.link === link && one.up !== up);
    if (partner >= 0) relax(partner, key + (link?.length_mm ?? 0) + 2 * radius);
    yield* spread(level_id, [{ point, before_mm: key }], item);
  }
  for (const [i, { level_id, point }] of terminals.entries()) {
    const before_mm = at(distance, i);
    if (before_mm < Infinity) addTo(levels, level_id, { point, before_mm });
  }
}

/** The ends of all links that lead to or from these levels, over others too; each once. */
function terminalsNear(
  view: ModelView,
  level_ids: readonly string[],
  manner: Manner,
): readonly Terminal[] {
  const known = new Map<string, Terminal>();
  for (const level_id of level_ids) {
    const from = { level_id, point: { x: 0, y: 0 } };
    for (const terminal of terminalsOf(view, from, manner)) {
      known.set(`${terminal.link?.element_id} ${terminal.up}`, terminal);
    }
  }
  return [...known.values()];
}
