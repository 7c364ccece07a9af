/** @module box surroundings: bounds of element boxes known before walls are joined and bodies are made. */
import type { BoxMm } from '../../../../schemas/units.ts';
import { GRID_MM } from '../../../../schemas/units.ts';
import type { Element } from '../../kinds/elements.ts';
import type { AnyElement, Reach, Site, Storey } from '../../kinds/kind.ts';
import type { Kinds } from '../../kinds/kinds.ts';
import { reachOfRoom } from '../../kinds/room/room.ts';
import { widened } from '../../kinds/shared/boxes.ts';
import { levelIn } from '../state/lookup.ts';
import { vectorEach } from '../state/persistent-vector.ts';
import { placementOf } from '../state/placement.ts';
import type { BranchState } from '../state/state.ts';
import { elementIn } from '../state/state.ts';
import { ALWAYS_AROUND, AROUND, BoxGrid, BoxTable, EXACT } from './box-grid.ts';
import { mitreMargin } from './wall-plan.ts';

/** The boxes of a state in a grid, by slot. */
export function gridOf(around: Surroundings): BoxGrid {
  const { entries } = around.state;
  const ids: string[] = [];
  vectorEach(entries, ({ element }, slot) => {
    while (ids.length < slot) ids.push('');
    ids.push(element?.id ?? '');
  });
  const table = new BoxTable(ids.length);
  vectorEach(entries, ({ element }, slot) => {
    if (element !== null) around.putInto(table, slot, element);
  });
  return new BoxGrid(table, ids);
}

/** Bounds of boxes derived from parameters, levels and hosts alone. */
export class Surroundings {
  readonly state: BranchState;
  readonly #site: Site;
  readonly #mitre: number;
  readonly #levels = new Map<string, Storey | undefined>();

  constructor(state: BranchState, site: Site) {
    this.state = state;
    this.#site = site;
    this.#mitre = mitreMargin(state);
  }

  /** Stores the box of an element in a table, or an enclosing box that the element cannot leave. */
  putInto(table: BoxTable, place: number, element: Element): void {
    const { kinds } = this.state.keys;
    const kind = kinds.of(element);
    const { bounds } = kind;
    if (bounds === 'none') return;
    const own = placementOf(element, kinds);
    const holder = own.host === null ? undefined : elementIn(this.state, own.host);
    const { level, reach } = holder === undefined ? own : placementOf(holder, kinds);
    const storey = level === null ? undefined : this.#level(level);
    if (reach === null || storey === undefined) return;
    if (element.kind === 'wall') {
      table.set(place, this.#around(reach, storey), AROUND);
      return;
    }
    // The boxes of followers are computed when a query first meets them.
    const isKnown =
      kind.follows === 'none' &&
      kind
        .inputs(element, this.#site)
        .every((input) => isTracked(input, { id: element.id, host: own.host }, kinds));
    if (!isKnown) {
      table.set(place, this.#around(reach, storey), ALWAYS_AROUND);
    } else if (bounds === 'of_body') {
      table.set(place, this.#around(reach, storey), AROUND);
    } else {
      table.set(place, bounds(element, storey, this.#site), EXACT);
    }
  }

  /** An enclosing box for any element with this reach relative to its level. */
  #around({ grid, box, low, high }: Reach, { params: { elevation, height } }: Storey): BoxMm {
    const { min, max } = widened(box, grid === 'walls' ? this.#mitre : 0);
    if (grid === 'tall') {
      return { min: { ...min, z: -Infinity }, max: { ...max, z: Infinity } };
    }
    const zero = grid === 'heads' ? elevation + height : elevation;
    return { min: { ...min, z: zero + low }, max: { ...max, z: zero + high } };
  }

  #level(id: string): Storey | undefined {
    if (!this.#levels.has(id)) this.#levels.set(id, levelIn(this.state, id));
    return this.#levels.get(id);
  }
}

/**
 * Whether an input of a box is a level, a type, the element's host or an element that it hosts. Changes of these are
 * tracked.
 */
function isTracked(
  input: unknown,
  { id, host }: { readonly id: string; readonly host: string | null },
  kinds: Kinds,
): boolean {
  if (input === null || input === undefined) return true;
  if (!isElement(input)) return false;
  if (input.kind === 'level' || input.kind === 'type') return true;
  return input.id === host || kinds.references(input).host === id;
}

function isElement(input: unknown): input is AnyElement {
  return typeof input === 'object' && input !== null && 'kind' in input && 'params' in input;
}

/**
 * Returns the box in which an element with the given box is found. A room that follows its walls is found only within
 * the reach of its stored boundary. Returns null if the element is found nowhere.
 */
export function searchBox(element: Element, own: BoxMm): BoxMm | null {
  if (element.kind !== 'room') return own;
  const { min, max } = widened(reachOfRoom(element), GRID_MM);
  const [x0, x1] = [Math.max(own.min.x, min.x), Math.min(own.max.x, max.x)];
  const [y0, y1] = [Math.max(own.min.y, min.y), Math.min(own.max.y, max.y)];
  if (x0 > x1 || y0 > y1) return null;
  return { min: { x: x0, y: y0, z: own.min.z }, max: { x: x1, y: y1, z: own.max.z } };
}
