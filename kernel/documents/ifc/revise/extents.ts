/** @module extents: boxes and volumes of the elements of a manifest, measured when they are asked for. */
import type { ElementRecord, PlannedEvent } from '../../../../schemas/events.ts';
import type { ManifestRow } from '../../../../schemas/imports.ts';
import type { BoxMm } from '../../../../schemas/units.ts';
import { meshVolume } from '../../../building/geometry/mesh/mesh.ts';
import type { SolidKernel } from '../../../building/geometry/mesh/solid-kernel.ts';
import { Derived } from '../../../building/model/derived/derived.ts';
import { evolve } from '../../../building/model/state/evolve.ts';
import { ModelFault } from '../../../building/model/state/model-fault.ts';
import { newBatch } from '../../../building/model/state/persistent-vector.ts';
import {
  type BranchState,
  elementIn,
  emptyState,
  newKeys,
} from '../../../building/model/state/state.ts';

/** Box (mm) and volume (mm³) of a body; the volume is null if its mesh is not closed, and for a hole. */
export type Extent = { readonly box: BoxMm; readonly volume_mm3: number | null };

/** Measures the body of an element of a manifest; null if it has none, or if it cannot be built. */
export type ExtentOf = (element: ElementRecord) => Extent | null;

/** Measures elements of these rows. Bodies state their box and volume; others are built by their kinds, once each. */
export function extentsOf(rows: readonly ManifestRow[], solids: SolidKernel): ExtentOf {
  const known = new Map<string, Extent | null>();
  const derived = new Derived(solids);
  let state: BranchState | null = null;
  return (element) => {
    const before = known.get(element.id);
    if (before !== undefined) return before;
    state ??= stateWith(rows);
    const found = measured(element.id, state, derived);
    known.set(element.id, found);
    return found;
  };
}

/** The state of a branch that has the elements of the rows, without those that no model accepts. */
function stateWith(rows: readonly ManifestRow[]): BranchState {
  const batch = newBatch();
  let state = emptyState(newKeys());
  for (const { element } of rows) {
    if (element === null) continue;
    const type = element.kind === 'level' ? 'level.created' : 'element.created';
    const event: PlannedEvent = { type, aggregate_id: element.id, payload: { element } };
    try {
      state = evolve(state, event, state.last_seq + 1, batch);
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
    }
  }
  return state;
}

function measured(id: string, state: BranchState, derived: Derived): Extent | null {
  const element = elementIn(state, id);
  if (element === undefined) return null;
  if (element.kind === 'body') {
    const { box, volume_mm3 } = element.params;
    return { box, volume_mm3 };
  }
  try {
    const box = derived.bounds(state, element);
    if (box === null) return null;
    const mesh = derived.mesh(state, element);
    return { box, volume_mm3: mesh === null ? null : Math.abs(meshVolume(mesh)) };
  } catch (error) {
    // A kind refuses parameters that have no body.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
