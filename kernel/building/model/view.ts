/** @module view: what planning and questions see of one branch at one moment; nothing here changes. */
import type { PlannedEvent } from '../../schemas/events.ts';
import type { BoxMm, PlanPoint } from '../../schemas/units.ts';
import type { Steps } from '../findings/steps.ts';
import type { ConvexPiece } from '../geometry/convex/convex-piece.ts';
import type { Mesh } from '../geometry/mesh/mesh.ts';
import type { Box2 } from '../geometry/vector.ts';
import type { WallFootprint } from '../geometry/walls/wall-joins.ts';
import type { Element, ElementKind, ElementOf } from '../kinds/elements.ts';
import type { Kinds } from '../kinds/kinds.ts';
import type { Mark } from '../kinds/symbol.ts';

/** Numbers derived from an element's geometry; what does not apply to its kind is null. Lengths mm, areas mm², volumes mm³. */
export type Measures = {
  readonly length_mm: number | null;
  /** Floor, roof and room: plan area. Wall: net area of one face. Door, window, opening: clear area. */
  readonly area_mm2: number | null;
  readonly perimeter_mm: number | null;
  readonly volume_mm3: number | null;
};

/** One branch at one moment: a pointer into persistent state, so making and keeping one costs nothing. */
export interface ModelView {
  readonly branch: string;
  /** Last event of this branch that is in the view (0 for an empty main). */
  readonly branch_seq: number;
  /** Ledger seq up to which the view is complete. */
  readonly seq: number;
  /** A position in the log as answers show it; null where it would count what may not be seen. */
  position(seq: number): number | null;
  /**
   * Number that an id got when the log first named it, from 0: its own for ever, on every branch. Null for an id that
   * the log does not know, and where it would count what may not be seen.
   */
  placeInLog(id: string): number | null;
  /** The kinds that its elements are of. */
  readonly kinds: Kinds;

  element(id: string): Element | undefined;
  /** The element if it is of this kind. */
  elementOf<K extends ElementKind>(id: string, kind: K): ElementOf<K> | undefined;
  /** Ledger seq of the last event that touched this id, its deletion included; 0 when none ever did. */
  version(id: string): number;
  /** By elevation, then id. */
  levels(): readonly ElementOf<'level'>[];
  /** In order of creation. */
  elements(): Iterable<Element>;
  elementsOf<K extends ElementKind>(kind: K): Iterable<ElementOf<K>>;
  elementsOnLevel(level_id: string): Iterable<Element>;
  count(kind?: string): number;
  /** Openings, doors and windows of a host, by offset then id. */
  hostedBy(host_id: string): readonly Element[];
  /** Level an element stands on (a door's is its wall's), null for levels and site-wide grids. */
  levelOf(id: string): string | null;
  /** Everything that would go when `id` is deleted, `id` first, then in deterministic order, each with what took it along. */
  cascadeOf(id: string): readonly { readonly id: string; readonly cascade_of: string | null }[];
  /** Walls whose ends meet, touch or are touched by this wall. */
  joinedWalls(wall_id: string): readonly string[];
  /** Walls of a level that may touch a plan box, by id. */
  wallsNear(level_id: string, box: Box2): readonly ElementOf<'wall'>[];
  /** Elements whose name a person reads as this one, whatever its case and spelling, in order of creation. */
  named(name: string): readonly Element[];
  /** Ids that look like `id` (edit distance, common prefix), best first. */
  nearIds(id: string, limit: number): readonly string[];
  /** Other open branches that have an element of this id, when this one has not. */
  branchesWith(id: string): readonly string[];

  /** World bounding box in mm; null for elements without a body (level, grid). */
  bounds(id: string): BoxMm | null;
  /** Mitred outline of a wall in plan. */
  footprint(wall_id: string): WallFootprint | null;
  /** Net outline in plan (ccw) of anything that has one. */
  outline(id: string): readonly PlanPoint[] | null;
  /** Outlines of what stands free in a room and is left out of it, mm; none of anything else. */
  holes(id: string): readonly (readonly PlanPoint[])[];
  /** What it is drawn with in plan, mm; nothing where that cannot be made. */
  marks(id: string): readonly Mark[];
  /** World mesh in mm, openings cut; null for elements without a body. */
  mesh(id: string): Mesh | null;
  /** The same mesh with round parts followed finely. */
  fineMesh(id: string): Mesh | null;
  /** World mesh in mm as if the element held nothing. */
  uncutMesh(id: string): Mesh | null;
  /** The body as convex pieces that share no volume, mm; null where it has none or is known by its mesh only. */
  pieces(id: string): readonly ConvexPiece[] | null;
  /** What must stay free so that the element can be used, as convex pieces, mm; empty where nothing must. */
  workspace(id: string): readonly ConvexPiece[];
  measures(id: string): Measures;
  /** The measures that it would have with nothing in it: no opening, door or window. Holes of its own outline stay out. */
  grossMeasures(id: string): Measures;
  /** Elements whose box intersects `box`, in deterministic order. */
  inBox(box: BoxMm): readonly string[];

  /** A view with these events applied on top; this one stays as it is. Throws Refusal REGENERATION_FAILED when derived geometry cannot be made. */
  apply(events: readonly PlannedEvent[]): ModelView;
  /** `apply` in steps. */
  applying(events: readonly PlannedEvent[]): Steps<ModelView>;
}
