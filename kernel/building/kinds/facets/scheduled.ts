/** @module scheduled: the default columns of a kind's schedule. */

import type { HoldingView } from '../shared/held.ts';

/** Columns besides parameters: names of referenced elements, and quantities in metres. */
type Scheduled =
  | 'level'
  | 'top_level'
  | 'host'
  | 'from_room'
  | 'to_room'
  | 'length_m'
  | 'area_m2'
  | 'perimeter_m'
  | 'sloped_area_m2'
  | 'net_sloped_area_m2'
  | 'volume_m3'
  | 'kg_per_metre'
  | 'mass_kg';

/** Numbers besides parameters and measures, derived from the element and its surroundings; names end with their units. */
export interface Figures<E> {
  readonly names: readonly string[];
  /** By name; missing numbers are left out. */
  of(element: E, view: HoldingView): Readonly<Record<string, number>>;
}

/** The schedule of a kind, by the names of its parameters. */
export type Schedule<Name extends string = string, E = never> = {
  /** The parameter that is the type of an element; null without one. */
  readonly type: Name | null;
  /** Columns, in order. */
  readonly columns: readonly (Name | Scheduled)[];
  /** Parameters that add up. */
  readonly summed: readonly Name[];
  /** Figures besides its measures; answers show them with the measures. */
  readonly figures?: Figures<E>;
  /** Parameters that are shown as the body has them, by name; the others are shown as stored. */
  readonly actual?: Figures<E>;
};
