/** @module scheduled: what a schedule of a kind shows where nothing is asked for. */

import type { HoldingView } from './held.ts';

/** What schedules show beside parameters: names of what an element refers to, and quantities in metres. */
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

/** Numbers beside parameters and measures that follow from the element and what is around it; the names end with their units. */
export interface Figures<E> {
  readonly names: readonly string[];
  /** By name; a number that it does not have is left out. */
  of(element: E, view: HoldingView): Readonly<Record<string, number>>;
}

/** The schedule of a kind, by the names of its parameters. */
export type Schedule<Name extends string = string, E = never> = {
  /** The parameter that says of which type an element is; null without one. */
  readonly type: Name | null;
  /** Columns, in order. */
  readonly columns: readonly (Name | Scheduled)[];
  /** Parameters that add up. */
  readonly summed: readonly Name[];
  /** What is counted of it beside its measures; it is answered with them, too. */
  readonly figures?: Figures<E>;
  /** Parameters that are shown as the body has them, by their names; as they are stored where it says nothing. */
  readonly actual?: Figures<E>;
};
