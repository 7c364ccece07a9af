/** @module exit distance: the way from the furthest point of a room to the nearest exit of the building. */
import { toGrid } from '../../../schemas/units.ts';
import { checkpoint } from '../../base/work/checkpoint.ts';
import type { ElementOf } from '../../building/kinds/elements.ts';
import type { ModelView } from '../../building/model/view.ts';
import { furthestFromExit, placeOf } from './measures/ways.ts';
import type { Run } from './run.ts';

const RUNS = new WeakMap<ModelView, Run>();

/** The run over a view, one for all its rooms: a view is immutable. */
function runOf(view: ModelView): Run {
  const known = RUNS.get(view);
  if (known !== undefined) return known;
  const made: Run = { view, circumstances: { occupancy: null, sprinklered: false } };
  RUNS.set(view, made);
  return made;
}

/** Travel distance of a room as `egressOf` measures it, mm; null without an outline or a route to an exit. */
export function exitDistance({ id, params }: ElementOf<'room'>, view: ModelView): number | null {
  checkpoint({ done: 0, total: 0, doing: 'measuring routes out of rooms' });
  const run = runOf(view);
  const place = placeOf(run, params.level_id, id);
  const furthest = place === null ? null : furthestFromExit(run, place);
  return furthest === null ? null : toGrid(furthest.length_mm);
}
