/** @module scheduled: what a schedule of a kind shows where nothing is asked for. */

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
  | 'volume_m3';

/** The schedule of a kind, by the names of its parameters. */
export type Schedule<Name extends string = string> = {
  /** The parameter that says of which type an element is; null without one. */
  readonly type: Name | null;
  /** Columns, in order. */
  readonly columns: readonly (Name | Scheduled)[];
  /** Parameters that add up. */
  readonly summed: readonly Name[];
};
