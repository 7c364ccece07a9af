/** @module view: one branch at one moment, immutable, as plans and queries read it. */
import type { PlannedEvent } from '../../../schemas/events.ts';
import type { PlaceLimits } from '../../../schemas/sight.ts';
import type { BoxMm, PlanPoint } from '../../../schemas/units.ts';
import type { ConvexPiece } from '../geometry/convex/convex-piece.ts';
import type { Mesh } from '../geometry/mesh/mesh.ts';
import type { Box2 } from '../geometry/vector.ts';
import type { WallFootprint } from '../geometry/walls/wall-joins.ts';
import type { Element, ElementKind, ElementOf } from '../kinds/elements.ts';
import type { FileMesh } from '../kinds/facets/file-mesh.ts';
import type { Mark } from '../kinds/facets/symbol.ts';
import type { Kinds } from '../kinds/kinds.ts';
import type { PropertyValue } from '../kinds/shared/properties.ts';
import type { FileFacts } from './file-source.ts';
import type { ImportedProduct } from './state/imported-products.ts';

/** Numbers derived from an element's geometry, null if they do not apply to its kind. Lengths mm, areas mm², volumes mm³. */
export type Measures = {
  readonly length_mm: number | null;
  /** Floor, roof and room: plan area. Wall: net area of one face. Door, window, opening: clear area. */
  readonly area_mm2: number | null;
  readonly perimeter_mm: number | null;
  readonly volume_mm3: number | null;
};

/** The measures of an element that does not exist in the view. */
export const NO_MEASURES: Measures = {
  length_mm: null,
  area_mm2: null,
  perimeter_mm: null,
  volume_mm3: null,
};

/** A reference model: an import next to the building, of which nothing may change. */
export type ReferenceModel = {
  readonly import_id: string;
  /** Name of its file; null for a caller who may not see it. */
  readonly name: string | null;
};

/** A reference model with the number of its elements in a view. */
export type CountedReference = ReferenceModel & { readonly elements: number };

/** One branch at one moment: a pointer into persistent state, so a view is cheap to create and to keep. */
export interface ModelView {
  readonly branch: string;
  /** Last event of this branch that is in the view (0 for an empty main). */
  readonly branch_seq: number;
  /** Ledger seq up to which the view is complete. */
  readonly seq: number;
  /** A position in the log as answers show it; null if it would count hidden events. */
  position(seq: number): number | null;
  /**
   * Number that an id got when the log first named it, from 0; unique, permanent and the same on every branch. Null for
   * an id that is not in the log, and if the number would count hidden ids.
   */
  placeInLog(id: string): number | null;
  /**
   * The product of a file that an imported element is, also after edits and merges; null for other elements. It is that of
   * the newest active import of the branch with the element. Of several elements of the branch with one GlobalId, the
   * first one has it, and the others have null.
   */
  importedAs(id: string): ImportedProduct | null;
  /** The same product with the GlobalId that the file states, also if another element has it. */
  productOf(id: string): ImportedProduct | null;
  /** Id of the imported element with this GlobalId; null if there is none. */
  withImportedGuid(guid: string): string | null;
  /** Ids of all elements whose file states this GlobalId; the first one has it. */
  idsWithGuid(guid: string): readonly string[];
  /** What the file of an imported element states about it; null for other elements. Reads the file. */
  fileFacts(id: string): FileFacts | null;
  /**
   * A property `SET.NAME` that the file of an imported element states, also by its type; null without one. Lengths mm,
   * areas mm², volumes mm³, angles degrees, anything else in SI units. Reads the file.
   */
  fileProperty(id: string, name: string): PropertyValue | null;
  /** The registry of the kinds of its elements. */
  readonly kinds: Kinds;

  element(id: string): Element | undefined;
  /** The element if it is of this kind. */
  elementOf<K extends ElementKind>(id: string, kind: K): ElementOf<K> | undefined;
  /** Ledger seq of the last event that touched this id, its deletion included; 0 if there is none. */
  version(id: string): number;
  /** By elevation, then id. */
  levels(): readonly ElementOf<'level'>[];
  /** In order of creation. */
  elements(): Iterable<Element>;
  elementsOf<K extends ElementKind>(kind: K): Iterable<ElementOf<K>>;
  elementsOnLevel(level_id: string): Iterable<Element>;
  /**
   * Elements that may keep these limits: all that do, and few others; in order of creation. The time does not depend on
   * the number of the others.
   */
  candidates(limits: PlaceLimits): Iterable<Element>;
  count(kind?: string): number;
  /** Openings, doors and windows of a host, by offset then id. */
  hostedBy(host_id: string): readonly Element[];
  /** Level of an element (for a door the level of its wall), null for levels and site-wide grids. */
  levelOf(id: string): string | null;
  /** Elements that a deletion of `id` deletes, `id` first, then in deterministic order, each with the element that causes it. */
  cascadeOf(id: string): readonly { readonly id: string; readonly cascade_of: string | null }[];
  /** Walls whose ends meet, touch or are touched by this wall. */
  joinedWalls(wall_id: string): readonly string[];
  /** Walls of a level that may touch a plan box, by id. */
  wallsNear(level_id: string, box: Box2): readonly ElementOf<'wall'>[];
  /** Its reference models, in the order of their imports. */
  references(): readonly CountedReference[];
  /** The reference model that an element belongs to; null for elements of the building itself. */
  referenceOf(id: string): ReferenceModel | null;
  /** Elements with this name, regardless of case and spelling variants, in order of creation. */
  named(name: string): readonly Element[];
  /** Ids that look like `id` (edit distance, common prefix), best first. */
  nearIds(id: string, limit: number): readonly string[];
  /** Other open branches that have an element of this id, if this branch has none. */
  branchesWith(id: string): readonly string[];

  /** World bounding box in mm; null for elements without a body (level, grid). */
  bounds(id: string): BoxMm | null;
  /** Mitred outline of a wall in plan. */
  footprint(wall_id: string): WallFootprint | null;
  /** Net outline in plan (ccw); null for elements without one. */
  outline(id: string): readonly PlanPoint[] | null;
  /** Outlines of free-standing obstacles that are subtracted from a room, mm; empty for other kinds. */
  holes(id: string): readonly (readonly PlanPoint[])[];
  /** Marks of its plan symbol, mm; empty if the symbol cannot be computed. */
  marks(id: string): readonly Mark[];
  /** World mesh in mm, openings cut; null for elements without a body. */
  mesh(id: string): Mesh | null;
  /**
   * An object without content: the same one for two views means the same `mesh`. Null for elements without a body.
   */
  bodyKey(id: string): object | null;
  /**
   * The mesh of its file that an imported door or window is shown with while its form is that of the file; null: it is
   * shown with `mesh`. It may be open, so it is for pictures and files only.
   */
  fileMesh(id: string): FileMesh | null;
  /** The mesh with a finer approximation of round parts. */
  fineMesh(id: string): Mesh | null;
  /** World mesh in mm without the cuts of hosted elements. */
  uncutMesh(id: string): Mesh | null;
  /** The body as convex pieces that share no volume, mm; null if it has no body or only a mesh. */
  pieces(id: string): readonly ConvexPiece[] | null;
  /** Space that must stay free for the use of the element, as convex pieces, mm; empty if it needs none. */
  workspace(id: string): readonly ConvexPiece[];
  measures(id: string): Measures;
  /** The measures without hosted openings, doors and windows; holes of its own outline are still subtracted. */
  grossMeasures(id: string): Measures;
  /** Elements whose box intersects `box`, in deterministic order. */
  inBox(box: BoxMm): readonly string[];

  /**
   * A new view with these events applied.
   * @throws Refusal REGENERATION_FAILED if derived geometry cannot be computed.
   */
  apply(events: readonly PlannedEvent[]): ModelView;
}
