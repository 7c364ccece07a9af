/** @module kind: one kind of element as one value; code that handles all kinds reads these facets. */
import type * as z from 'zod';

import type { ElementRecord, Json } from '../../../schemas/events.ts';
import type { PlanContext } from '../../../schemas/plan.ts';
import type { BoxMm, PlanPoint, SpacePoint } from '../../../schemas/units.ts';
import type { ConvexPiece } from '../geometry/convex/convex-piece.ts';
import type { Mesh } from '../geometry/mesh/mesh.ts';
import type { SolidKernel } from '../geometry/mesh/solid-kernel.ts';
import type { MeshPlace } from '../geometry/mesh/stored-mesh.ts';
import type { Detail } from '../geometry/plan/circle-sides.ts';
import type { FaceShape } from '../geometry/plan/face-shape.ts';
import type { Ring } from '../geometry/plan/polygon.ts';
import type { Box2 } from '../geometry/vector.ts';
import type { RoomFace } from '../geometry/walls/rooms.ts';
import type { WallFootprint } from '../geometry/walls/wall-joins.ts';
import type { Appearance } from './facets/appearance.ts';
import type { FileMeshFacet } from './facets/file-mesh.ts';
import type { IfcFacet } from './facets/ifc.ts';
import type { Bears, Covers, Obstructs } from './facets/presence.ts';
import type { Schedule } from './facets/scheduled.ts';
import type { StatedSet } from './facets/stated-properties.ts';
import type { Mark } from './facets/symbol.ts';

/** The stored parameters of a kind: a strict object, lengths in millimetres. */
export type ParamsSchema = z.ZodObject<{ readonly [name: string]: z.ZodType<Json> }>;

/** An element of a kind: id and kind never change, everything else is a parameter. */
export type ElementFor<K extends string, P extends ParamsSchema> = {
  readonly id: string;
  readonly kind: K;
  readonly params: z.output<P>;
};

/** An element of any kind. */
export type AnyElement = ElementRecord;

/** The parts of a level that its elements need; mm. */
export type Storey = {
  readonly id: string;
  readonly params: { readonly name: string; readonly elevation: number; readonly height: number };
};

/**
 * What a reference means. `stands_on`: the level from whose elevation its heights are measured. `hangs_from`: the level
 * from whose top they are measured. `ends_on`: the level at which it ends. `sits_in`: the host that it cuts. `is_of`:
 * its type. `rises_to`: the level that its stored height reaches. `ends_under`: the roof or floor at whose underside it
 * ends. A level, roof or floor to which the last two refer cannot be deleted.
 */
export type Role =
  | 'stands_on'
  | 'hangs_from'
  | 'ends_on'
  | 'sits_in'
  | 'is_of'
  | 'rises_to'
  | 'ends_under';

/** From the lower to the upper end, mm in world coordinates. */
export type Span = { readonly low: number; readonly high: number };

/**
 * Spatial indexes, by the origin of their heights: the elevation of the level (`walls` separately from other `bodies`),
 * its top (`heads`), or no fixed level (`tall`).
 */
export type GridName = 'walls' | 'bodies' | 'heads' | 'tall';

/** A conservative box: the body never leaves it, whatever its neighbours and levels do. Heights in mm from the origin of the grid. */
export type Reach = {
  readonly grid: GridName;
  readonly box: Box2;
  readonly low: number;
  readonly high: number;
};

/** Numbers derived from geometry. Lengths mm, areas mm², volumes mm³. */
export const QUANTITIES = ['length_mm', 'area_mm2', 'perimeter_mm', 'volume_mm3'] as const;
export type Quantity = (typeof QUANTITIES)[number];

/** The void of an element in its host, mm: along a wall from its start, or around a point of a floor or roof. */
export type Cut = {
  readonly host_id: string;
  readonly offset: number | null;
  readonly location: PlanPoint | null;
  readonly sill: number;
  readonly width: number;
  readonly height: number;
  /** Rotation of a void around a point: counter-clockwise, degrees. */
  readonly turn_deg?: number | null;
  /** The point of a wall from which the void keeps its distance when the wall changes. */
  readonly anchor?: 'start' | 'middle' | 'end' | null | undefined;
  /**
   * Outline of a void that is not a rectangle, counter-clockwise: plan points in a floor or roof; in a wall, x along it
   * from its start and y above its base. Sizes and place are then those of its bounding box.
   */
  readonly outline?: readonly PlanPoint[] | null;
  /** The round or arched form of which `outline` has the facets. */
  readonly arcs?: FaceShape;
};

/** An element in a host with its void. */
export type Filling = { readonly id: string; readonly kind: string; readonly cut: Cut };

/** Why an element is inconsistent, in words that follow its name. */
export type Fault = {
  readonly why: string;
  /** The element at fault, if it is another one. */
  readonly of?: { readonly id: string; readonly kind: string };
  readonly data?: Readonly<Record<string, unknown>>;
};

/** The model around an element, for the checks of its kind. */
export type KindView = {
  readonly branch: string;
  readonly kinds: KindTable;
  element(id: string): AnyElement | undefined;
  /** Ledger seq of the last event about this id, including its deletion; 0 without one. */
  version(id: string): number;
  /** By elevation, then id. */
  levels(): readonly Storey[];
  elementsOnLevel(level_id: string): Iterable<AnyElement>;
  /** Openings, doors and windows of a host, by offset then id. */
  hostedBy(host_id: string): readonly AnyElement[];
  /** Elements with this name, compared without case and Unicode spelling, in order of creation. */
  named(name: string): readonly AnyElement[];
  nearIds(id: string, limit: number): readonly string[];
  branchesWith(id: string): readonly string[];
  outline(id: string): readonly PlanPoint[] | null;
  /** Mitred outline of a wall in plan. */
  footprint(id: string): WallFootprint | null;
  inBox(box: BoxMm): readonly string[];
};

/** The state around an element, for the geometry of its kind. */
export type Site = {
  readonly solids: SolidKernel | null;
  element(id: string): AnyElement | undefined;
  level(id: string): Storey | undefined;
  /** The elements that sit in a host, by offset then id. */
  contents(host_id: string): readonly AnyElement[];
  /** Their voids. */
  fillings(host_id: string): readonly Filling[];
  /** Mitred outline of a wall among its neighbours. Throws `RangeError` for a wall without length. */
  footprint(wall: AnyElement): WallFootprint;
  /** The space between walls around the point of a room; null if they do not enclose it. */
  roomFace(room: AnyElement, point: PlanPoint): RoomFace | null;
  bounds(element: AnyElement): BoxMm | null;
  /** Volume of the body in mm³, null without one. */
  volume(element: AnyElement): number | null;
  /**
   * The mesh of an imported product, in mm from the lowest corner of its box; null where stored meshes are not at hand.
   * Throws if it is missing or damaged.
   */
  storedMesh(place: MeshPlace): Mesh | null;
};

/** An element as it would be stored, warnings, and facts for the answer of the tool that creates it. */
export type Checked<E, Facts> = {
  readonly element: E;
  readonly warnings: readonly string[];
  readonly facts: Facts;
};

/** A motion: of plan points, and upwards by `dz` mm. */
export type Motion = {
  readonly point: (point: PlanPoint) => PlanPoint;
  readonly dz: number;
  /** Counter-clockwise rotation of directions, degrees; a mirrored direction is first mirrored in the x axis. */
  readonly turn_deg: number;
  /** Whether left and right change places. A wall with openings then runs the other way. */
  readonly mirrored: boolean;
};

/** Every code with which the checks of a kind can refuse an element. */
export type KindCode =
  | 'CROSS_BRANCH'
  | 'ELEMENT_NOT_FOUND'
  | 'INVALID_ARGUMENT'
  | 'INVALID_BOUNDARY'
  | 'INVALID_PROFILE'
  | 'INVALID_STAIR'
  | 'LEVEL_EXISTS'
  | 'LEVEL_NOT_FOUND'
  | 'NOT_A_HOST'
  | 'OPENING_EXCEEDS_HOST'
  | 'OPENING_OVERLAP'
  | 'OUT_OF_MODEL_BOUNDS'
  | 'OUT_OF_RANGE'
  | 'WALL_ZERO_LENGTH';

/** How an element without a host is moved, turned and copied. */
export interface Transform<E> {
  /** The points that define it in plan, mm. */
  points(element: E): readonly PlanPoint[];
  /** Its reference point: start of a line, location, or first corner; mm. */
  reference(element: E): PlanPoint;
  /** The moved element. Refuses INVALID_ARGUMENT if the kind cannot be lifted or turned. */
  moved(element: E, motion: Motion, context: PlanContext<'INVALID_ARGUMENT'>): E;
  /** The element on another level. One that ends at a level ends as many levels above as before. */
  relevelled(element: E, target: Storey, view: KindView, context: PlanContext<KindCode>): E;
}

/** An element with the walls that it follows, and notes for the answer. */
export type Followed<E> = {
  readonly element: E;
  readonly wall_ids: readonly string[];
  readonly notes: readonly string[];
};

/** Codes of an element that must find the walls that it follows. */
export type FollowCode = KindCode | 'ROOM_NOT_ENCLOSED';

/** How an element that follows others, as a room follows its walls, finds them again. */
export interface Follows<E> {
  /** After a user changed one parameter. */
  modified(before: E, after: E, view: KindView, context: PlanContext<FollowCode>): Followed<E>;
  moved(after: E, view: KindView, context: PlanContext<FollowCode>): Followed<E>;
  /** The element with its current outline, before it is copied. */
  present(element: E, view: KindView): E;
  /** The copy at its new place. */
  copied(element: E, view: KindView): Followed<E>;
}

/** How an element sits in a host. */
export interface Fills<E> {
  /** Kinds that can host it. */
  readonly hosts: readonly AnyKind[];
  cut(element: E): Cut;
  /** The element moved in its host: to `offset` along a wall, and up by `dz`. */
  slid(
    element: E,
    to: { readonly offset: number; readonly dz: number },
    context: PlanContext<KindCode>,
  ): E;
  /** The element in a host that was moved or copied: `host` is the new host; places in plan follow the motion. */
  carried(element: E, host: AnyElement, motion: Motion): E;
}

/** How an element hosts openings, doors and windows. */
export interface Holds<E> {
  /** Refuses OPENING_EXCEEDS_HOST or OPENING_OVERLAP for an element that does not fit next to `siblings`. */
  requireFits(
    host: E,
    filling: Filling,
    siblings: readonly Filling[],
    context: PlanContext<'OPENING_EXCEEDS_HOST' | 'OPENING_OVERLAP'>,
  ): void;
  /** The displacement of a filling in this host that corresponds to `delta` mm in the world. */
  slide(
    host: E,
    filling: Filling,
    delta: SpacePoint,
    context: PlanContext<KindCode>,
  ): { readonly along: number | null; readonly notes: readonly string[] };
  /** Offset of a filling after a change of the host, mm: at the same place, or at the distance of its anchor. */
  kept(before: E, after: E, filling: Filling): number | null;
  /** Why a filling cannot be where it is; null if it can. */
  misfit(host: E, filling: Filling): Fault | null;
  /** Outline of a filling in plan, counter-clockwise, mm; null without a place. */
  outline(host: E, filling: Filling): Ring | null;
  /** Heights of a filling, mm; null without a body to cut. */
  span(host: E, level: Storey, filling: Filling, site: Site): Span | null;
}

/** The solid of an element. */
export interface Body<E> {
  /** Whether it is solid, or a space in which other elements stand. */
  readonly occupies: PerElement<E, 'matter' | 'space'>;
  /** Whether valid references and parameters can still result in an impossible body. */
  readonly may_fail: boolean;
  /** A lower bound of its volume in mm³, calculated without the body; `'of_body'` if it is known only from the body. */
  readonly least_volume: OfElement<E, [level: Storey, site: Site], number> | 'of_body';
  /** World mesh in mm; null for a stored mesh that is not at hand. Throws `RangeError` for an impossible body. */
  mesh(element: E, level: Storey, site: Site, detail: Detail): Mesh | null;
  /**
   * The same body as convex pieces in mm, computed without the mesh; null without pieces. `'of_mesh'` derives them from the
   * mesh. Throws as `mesh` does.
   */
  readonly pieces:
    | OfElement<E, [level: Storey, site: Site], readonly ConvexPiece[] | null>
    | 'of_mesh';
}

/** A function of an element of the kind. The registry calls it with elements of this kind only. */
type OfElement<E, Rest extends readonly unknown[], Result> = {
  call(element: E, ...rest: Rest): Result;
}['call'];

/** The same value for all elements of a kind, or a function of the element. Read it with `facets/per-element.ts`. */
export type PerElement<E, Value> = Value | OfElement<E, [], Value>;

/** How an element is drawn in plan, seen from above. */
export interface PlanSymbol<E> {
  /** Order of kinds in pictures of changes: higher layers are drawn over lower ones. */
  readonly layer: number;
  /** What plan drawings show of a body: `'body'`, its outline and where the plan cuts it, or `'marks'`, its symbol. */
  readonly plans: 'body' | 'marks';
  marks(element: E, site: Site): readonly Mark[];
}

/** Maximum distance of a workspace from the box of its element, mm. */
export const MAX_WORKSPACE_MM = 2500;

/** Unit of a number that is not a length; null for counts and other numbers. */
export type NumberUnit = 'deg' | null;

/** A size in mm and its smallest plausible value. */
export type PlausibleSize = readonly [name: string, mm: number, least: number];

/** A size and the smallest value that can be built. */
export type BuildableSize = {
  readonly name: string;
  readonly size: number;
  readonly least: number;
  readonly unit: 'mm' | 'mm²';
};

/** Why modify_parameter cannot set a parameter at all, or why it can only set it to null. */
export type Fixed<E = AnyElement> =
  | string
  | OfElement<E, [], string>
  | { readonly unless_null: string };

/**
 * One kind of element. A facet that does not apply is `'none'`; a missing facet does not compile. The registry calls
 * methods with elements of this kind only.
 */
export interface Kind<
  K extends string = string,
  P extends ParamsSchema = ParamsSchema,
  Code extends KindCode = KindCode,
  Facts extends object = object,
> {
  readonly kind: K;
  /** Name in permissions, schedules and queries. */
  readonly category: string;
  readonly params: P;
  /**
   * Parameters that modify_parameter refuses, each with the reason for the refusal. `*`: why the kind has none of the other
   * parameters that a caller may expect.
   */
  readonly fixed: {
    readonly [name in (keyof z.output<P> & string) | '*']?: Fixed<ElementFor<K, P>>;
  };
  /**
   * Numbers that are not lengths, with the unit that a script may write after them (null: no unit). All other numbers
   * are lengths and are rounded to the 0.001 mm grid.
   */
  readonly plain_numbers: { readonly [name in keyof z.output<P> & string]?: NumberUnit };
  /** Parameters that are ids of other elements, with the meaning of the reference. */
  readonly refs: { readonly [name in keyof z.output<P> & string]?: Role };

  /**
   * Refuses an element that breaks a rule of its kind in this view. Returned outlines are counter-clockwise. `siblings`
   * are the other elements in its host.
   */
  check(
    element: ElementFor<K, P>,
    view: KindView,
    context: PlanContext<Code>,
    siblings?: readonly Filling[],
  ): Checked<ElementFor<K, P>, Facts>;
  /** Why the element is inconsistent after a change, besides its references; null if it is consistent. */
  integrity(element: ElementFor<K, P>, site: Site): Fault | null;

  readonly reach: OfElement<ElementFor<K, P>, [], Reach> | 'none';
  /** Everything besides the element and its level on which body and bounds depend, compared by identity. */
  inputs(element: ElementFor<K, P>, site: Site): readonly unknown[];
  readonly body: Body<ElementFor<K, P>> | 'none';
  /** The space that its use needs, such as the swing of a door, as convex pieces in mm; empty if it needs none. */
  readonly workspace:
    | OfElement<ElementFor<K, P>, [level: Storey, site: Site], readonly ConvexPiece[]>
    | 'none';
  /** What its body obstructs; `'none'` if it has no body, encloses a space, or fills a void in its host. */
  readonly obstructs: PerElement<ElementFor<K, P>, Obstructs<ElementFor<K, P>> | 'none'>;
  /** How it carries loads; `'none'` if it carries nothing but itself. */
  readonly bears: PerElement<ElementFor<K, P>, Bears | 'none'>;
  /** How it covers what is below it, as a floor or roof does. */
  readonly covers: Covers<ElementFor<K, P>> | 'none';
  /** World box in mm, if it is known without the body; `'of_body'`: the box of the mesh. */
  readonly bounds:
    | OfElement<ElementFor<K, P>, [level: Storey, site: Site], BoxMm | null>
    | 'of_body'
    | 'none';
  /** Net outline in plan, counter-clockwise, mm. */
  readonly outline: OfElement<ElementFor<K, P>, [site: Site], Ring | null> | 'none';
  /** The measures of the kind; the others are null in every answer. */
  readonly quantities: readonly Quantity[];
  /** Its measures, not rounded. */
  measures(
    element: ElementFor<K, P>,
    site: Site,
  ): { readonly [quantity in Quantity]?: number | null };

  /** `'in_host'`: it moves within its host. `'up_and_down'`: only its elevation changes. `'none'`: it has no place. */
  readonly transform: Transform<ElementFor<K, P>> | 'in_host' | 'up_and_down' | 'none';
  readonly follows: Follows<ElementFor<K, P>> | 'none';
  readonly fills: Fills<ElementFor<K, P>> | 'none';
  readonly holds: Holds<ElementFor<K, P>> | 'none';

  readonly symbol: PlanSymbol<ElementFor<K, P>> | 'none';
  /** Its colours; `'none'` without a body. */
  readonly appearance: Appearance | 'none';
  /** How its elements are shown with the mesh of their file; `'none'` if an import keeps no mesh of them. */
  readonly file_mesh: FileMeshFacet<ElementFor<K, P>> | 'none';
  /** The standard property set that states its fire rating, load bearing and exterior. */
  readonly stated: StatedSet | 'none';
  /** Its entity and shape in IFC files. */
  readonly ifc: IfcFacet<NoInfer<ElementFor<K, P>>> | 'none';
  /** Sizes that suggest a wrong unit if they are tiny or huge; `fresh`: the element is new. */
  sizes(element: ElementFor<K, P>, fresh: boolean): readonly PlausibleSize[];
  /** Sizes with the smallest value that can be built; a plan below it is refused. */
  buildable(element: ElementFor<K, P>): readonly BuildableSize[];
  /** Its schedule. */
  readonly schedule: Schedule<keyof z.output<P> & string, ElementFor<K, P>>;
  /** The parameters that answers show; `'all'` if no parameter is too long. */
  readonly shown: OfElement<ElementFor<K, P>, [], Readonly<Record<string, unknown>>> | 'all';
}

/** Any kind. */
export type AnyKind = Kind;

/** Looks kinds up by name. */
export type KindTable = {
  /** In the order of the list: levels and hosts before the elements that need them. */
  readonly all: readonly AnyKind[];
  find(kind: string): AnyKind | undefined;
  /** The kind of an element. Throws `RangeError` for one that is not listed. */
  of(element: { readonly kind: string }): AnyKind;
  /** Ids of the elements to which the element refers. */
  references(element: AnyElement): Referred;
};

/** Ids to which an element refers; null without a reference. */
export type Referred = {
  /** Level from which its heights are measured. */
  readonly level: string | null;
  /** Level at which it ends. */
  readonly top: string | null;
  readonly host: string | null;
  /** Its type. */
  readonly type: string | null;
  /** Level that its height reaches. */
  readonly rise: string | null;
  /** Roof or floor under which it ends. */
  readonly under: string | null;
};

/** Returns the kind unchanged; the compiler checks that no facet is missing. */
export function defineKind<
  const K extends string,
  P extends ParamsSchema,
  Code extends KindCode,
  Facts extends object,
>(kind: Kind<K, P, Code, Facts>): Kind<K, P, Code, Facts> {
  return kind;
}

/** Whether an element is of the kind. */
export function isOf<K extends string, P extends ParamsSchema>(
  kind: { readonly kind: K; readonly params: P },
  element: AnyElement | undefined,
): element is ElementFor<K, P> {
  return element?.kind === kind.kind;
}

/** The parameters of an element that answers show: without those that are too long. */
export function shownParams(
  element: AnyElement,
  kinds: KindTable,
): Readonly<Record<string, unknown>> {
  const { shown } = kinds.of(element);
  return shown === 'all' ? element.params : shown(element);
}

/** An element with its void in its host; null for an element without a host. */
export function fillingOf(kinds: KindTable, element: AnyElement): Filling | null {
  const { fills } = kinds.of(element);
  if (fills === 'none') return null;
  return { id: element.id, kind: element.kind, cut: fills.cut(element) };
}
