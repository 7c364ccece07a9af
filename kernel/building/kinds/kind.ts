/** @module kind: what one kind of element is, as one value; whatever goes over all kinds asks these facets. */
import type * as z from 'zod';

import type { ElementRecord, Json } from '../../schemas/events.ts';
import type { PlanContext } from '../../schemas/plan.ts';
import type { BoxMm, PlanPoint, SpacePoint } from '../../schemas/units.ts';
import type { ConvexPiece } from '../geometry/convex/convex-piece.ts';
import type { Detail } from '../geometry/members/profile.ts';
import type { Mesh } from '../geometry/mesh/mesh.ts';
import type { SolidKernel } from '../geometry/mesh/solid-kernel.ts';
import type { Ring } from '../geometry/plan/polygon.ts';
import type { Box2 } from '../geometry/vector.ts';
import type { RoomFace } from '../geometry/walls/rooms.ts';
import type { WallFootprint } from '../geometry/walls/wall-joins.ts';
import type { IfcFacet } from './ifc/facet.ts';
import type { Schedule } from './scheduled.ts';
import type { Mark } from './symbol.ts';

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

/** A level, as far as what stands on it asks; mm. */
export type Storey = {
  readonly id: string;
  readonly params: { readonly name: string; readonly elevation: number; readonly height: number };
};

/**
 * What a reference means. `stands_on`: a level whose elevation its heights are counted from. `hangs_from`: a level
 * whose top they are counted from. `ends_on`: a level that ends it. `sits_in`: the host that it cuts. `is_of`: its type.
 * `rises_to`: a level that its stored height reaches, which is not deleted while it does.
 * `ends_under`: a roof or floor at whose underside it ends, which is not deleted either.
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

/** Grids by what heights in them are counted from: the level's elevation (walls apart), its top, or nothing that stays. */
export type GridName = 'walls' | 'bodies' | 'heads' | 'tall';

/** A conservative box: the body never leaves it, whatever its neighbours and levels do. Heights mm from the grid's zero. */
export type Reach = {
  readonly grid: GridName;
  readonly box: Box2;
  readonly low: number;
  readonly high: number;
};

/** Numbers derived from geometry. Lengths mm, areas mm², volumes mm³. */
export const QUANTITIES = ['length_mm', 'area_mm2', 'perimeter_mm', 'volume_mm3'] as const;
export type Quantity = (typeof QUANTITIES)[number];

/** What something in a host takes of it, mm: along a wall from its start, or around a place in a floor or roof. */
export type Cut = {
  readonly host_id: string;
  readonly offset: number | null;
  readonly location: PlanPoint | null;
  readonly sill: number;
  readonly width: number;
  readonly height: number;
  /** Of what lies around a place: counter-clockwise, degrees. */
  readonly turn_deg?: number | null;
  /** Of what lies along a wall: from where it keeps its distance when the wall changes. */
  readonly anchor?: 'start' | 'middle' | 'end' | null | undefined;
  /**
   * Of what is no rectangle, counter-clockwise: plan points in a floor or roof, in a wall x along it from its start and
   * y above its base. The sizes and the place are then those of its box.
   */
  readonly outline?: readonly PlanPoint[] | null;
};

/** Something in a host with what it takes. */
export type Filling = { readonly id: string; readonly kind: string; readonly cut: Cut };

/** Why an element does not hold together, in words that follow its name. */
export type Fault = {
  readonly why: string;
  /** The element at fault where it is another. */
  readonly of?: { readonly id: string; readonly kind: string };
  readonly data?: Readonly<Record<string, unknown>>;
};

/** What the rules of a kind may ask of the model that the element would stand in. */
export type KindView = {
  readonly branch: string;
  readonly kinds: KindTable;
  element(id: string): AnyElement | undefined;
  /** Ledger seq of the last event that touched this id, its deletion included; 0 when none ever did. */
  version(id: string): number;
  /** By elevation, then id. */
  levels(): readonly Storey[];
  elementsOnLevel(level_id: string): Iterable<AnyElement>;
  /** Openings, doors and windows of a host, by offset then id. */
  hostedBy(host_id: string): readonly AnyElement[];
  /** Elements whose name a person reads as this one, in order of creation. */
  named(name: string): readonly AnyElement[];
  nearIds(id: string, limit: number): readonly string[];
  branchesWith(id: string): readonly string[];
  outline(id: string): readonly PlanPoint[] | null;
  /** Mitred outline of a wall in plan. */
  footprint(id: string): WallFootprint | null;
  inBox(box: BoxMm): readonly string[];
};

/** What the geometry of a kind may ask of the state around the element. */
export type Site = {
  readonly solids: SolidKernel | null;
  element(id: string): AnyElement | undefined;
  level(id: string): Storey | undefined;
  /** The elements that a host holds, by offset then id. */
  contents(host_id: string): readonly AnyElement[];
  /** What they take of it. */
  fillings(host_id: string): readonly Filling[];
  /** Mitred outline of a wall among its neighbours. Throws `RangeError` for a wall without length. */
  footprint(wall: AnyElement): WallFootprint;
  /** The space between walls around the point of a room, null when they do not enclose it. */
  roomFace(room: AnyElement, point: PlanPoint): RoomFace | null;
  bounds(element: AnyElement): BoxMm | null;
  /** Volume of the body in mm³, null without one. */
  volume(element: AnyElement): number | null;
};

/** An element as it would be stored, what to say about it, and what its making answers. */
export type Checked<E, Facts> = {
  readonly element: E;
  readonly warnings: readonly string[];
  readonly facts: Facts;
};

/** What happens to each plan point, and how far everything goes up, mm. */
export type Motion = {
  readonly point: (point: PlanPoint) => PlanPoint;
  readonly dz: number;
  /** Counter-clockwise turn, degrees: of a direction after it was mirrored in the x axis, where it is mirrored. */
  readonly turn_deg: number;
  /** Whether left and right change places. Then what runs along a line with an opening in it runs the other way. */
  readonly mirrored: boolean;
};

/** Every code with which the rules of a kind can refuse an element. */
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

/** How an element that stands on its own is moved, turned and copied. */
export interface Transform<E> {
  /** The points that define it in plan, mm. */
  points(element: E): readonly PlanPoint[];
  /** The point by which it is taken: start of a line, location, first corner; mm. */
  reference(element: E): PlanPoint;
  /** The element moved. Refuses INVALID_ARGUMENT where the kind cannot be lifted or turned. */
  moved(element: E, motion: Motion, context: PlanContext<'INVALID_ARGUMENT'>): E;
  /** The element on another level; what ends at a level ends as many levels further up. */
  relevelled(element: E, target: Storey, view: KindView, context: PlanContext<KindCode>): E;
}

/** What an element found of its surroundings: walls it follows, and what to say. */
export type Followed<E> = {
  readonly element: E;
  readonly wall_ids: readonly string[];
  readonly notes: readonly string[];
};

/** Codes of an element that must find what it follows. */
export type FollowCode = KindCode | 'ROOM_NOT_ENCLOSED';

/** How an element that follows others (a room its walls) finds them again. */
export interface Follows<E> {
  /** With one parameter changed by hand. */
  modified(before: E, after: E, view: KindView, context: PlanContext<FollowCode>): Followed<E>;
  moved(after: E, view: KindView, context: PlanContext<FollowCode>): Followed<E>;
  /** As it stands now, before it is copied. */
  present(element: E, view: KindView): E;
  /** Where it is copied to. */
  copied(element: E, view: KindView): Followed<E>;
}

/** How an element sits in a host. */
export interface Fills<E> {
  /** Kinds that can hold it. */
  readonly hosts: readonly AnyKind[];
  cut(element: E): Cut;
  /** Moved by this much in its host: to `offset` along a wall and up by `dz`, or by the point motion in a slab. */
  slid(
    element: E,
    to: { readonly offset: number; readonly dz: number },
    context: PlanContext<KindCode>,
  ): E;
  /** In a host that is moved or copied: `host` is that as it will be, places in plan go with the motion. */
  carried(element: E, host: AnyElement, motion: Motion): E;
}

/** How an element holds openings, doors and windows. */
export interface Holds<E> {
  /** Refuses OPENING_EXCEEDS_HOST or OPENING_OVERLAP for what does not fit beside `siblings`. */
  requireFits(
    host: E,
    filling: Filling,
    siblings: readonly Filling[],
    context: PlanContext<'OPENING_EXCEEDS_HOST' | 'OPENING_OVERLAP'>,
  ): void;
  /** How a filling that is moved by `delta` mm moves in this host. */
  slide(
    host: E,
    filling: Filling,
    delta: SpacePoint,
    context: PlanContext<KindCode>,
  ): { readonly along: number | null; readonly notes: readonly string[] };
  /** Offset that a filling has after a change of the host, mm: kept in its place, or where its anchor takes it. */
  kept(before: E, after: E, filling: Filling): number | null;
  /** Why a filling cannot be where it is; null when it can. */
  misfit(host: E, filling: Filling): Fault | null;
  /** Outline in plan of a filling, counter-clockwise, mm; null without a place. */
  outline(host: E, filling: Filling): Ring | null;
  /** Heights of a filling, mm; null without a body to cut. */
  span(host: E, level: Storey, filling: Filling, site: Site): Span | null;
}

/** The solid of an element. */
export interface Body<E> {
  /** Whether it is filled, or is a space in which other things stand. */
  readonly occupies: 'matter' | 'space';
  /** Whether it may be impossible although references and parameters are right. */
  readonly may_fail: boolean;
  /** A volume in mm³ than which its own is no less, by arithmetic; `'of_body'` where only the body tells. */
  readonly least_volume: OfElement<E, [level: Storey, site: Site], number> | 'of_body';
  /** World mesh in mm. Throws `RangeError` when it cannot be made. */
  mesh(element: E, level: Storey, site: Site, detail: Detail): Mesh;
  /**
   * The same body as convex pieces in mm, made without the mesh; null where it has none. `'of_mesh'` takes those of the
   * mesh. Throws as `mesh` does.
   */
  readonly pieces:
    | OfElement<E, [level: Storey, site: Site], readonly ConvexPiece[] | null>
    | 'of_mesh';
}

/** A function of an element of the kind, which the registry calls with such elements only. */
type OfElement<E, Rest extends readonly unknown[], Result> = {
  call(element: E, ...rest: Rest): Result;
}['call'];

/** How an element is drawn in plan, from below; `layer` orders kinds. */
export interface PlanSymbol<E> {
  readonly layer: number;
  marks(element: E, site: Site): readonly Mark[];
}

/** No workspace reaches further from the box of its element, mm. */
export const GREATEST_WORKSPACE_MM = 2500;

/** Unit of a number that is no length; null for a count or the like. */
export type NumberUnit = 'deg' | null;

/** A size in mm and the least that is plausible. */
export type PlausibleSize = readonly [name: string, mm: number, least: number];

/** A size and the least that can be built. */
export type BuildableSize = {
  readonly name: string;
  readonly size: number;
  readonly least: number;
  readonly unit: 'mm' | 'mm²';
};

/**
 * One kind of element. A facet that a kind does not have says so with `'none'`; one that is left out does not compile.
 * Methods are called with elements of the kind only, which the registry sees to.
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
  /** Parameters that modify_parameter does not take, each with what its refusal says of it. */
  readonly fixed: { readonly [name in keyof z.output<P> & string]?: string };
  /**
   * Parameters whose numbers keep their digits, with the unit that a script may write after them (null for none). All
   * other numbers are lengths and are put on the 0.001 mm grid.
   */
  readonly plain_numbers: { readonly [name in keyof z.output<P> & string]?: NumberUnit };
  /** Parameters that hold the id of another element, with what that means. */
  readonly refs: { readonly [name in keyof z.output<P> & string]?: Role };

  /**
   * Refuses an element that breaks a rule of its kind in this view; outlines come back turned counter-clockwise.
   * `siblings` is what else its host holds.
   */
  check(
    element: ElementFor<K, P>,
    view: KindView,
    context: PlanContext<Code>,
    siblings?: readonly Filling[],
  ): Checked<ElementFor<K, P>, Facts>;
  /** Why the element does not hold together by itself after a change, beside its references; null when it does. */
  integrity(element: ElementFor<K, P>, site: Site): Fault | null;

  readonly reach: OfElement<ElementFor<K, P>, [], Reach> | 'none';
  /** What body and bounds depend on beside the element itself and its level, by identity. */
  inputs(element: ElementFor<K, P>, site: Site): readonly unknown[];
  readonly body: Body<ElementFor<K, P>> | 'none';
  /** What must stay free so that it can be used (the swing of a door), as convex pieces in mm; empty where nothing must. */
  readonly workspace:
    | OfElement<ElementFor<K, P>, [level: Storey, site: Site], readonly ConvexPiece[]>
    | 'none';
  /** World box in mm where it is known without the body; `'of_body'` takes that of the mesh. */
  readonly bounds:
    | OfElement<ElementFor<K, P>, [level: Storey, site: Site], BoxMm | null>
    | 'of_body'
    | 'none';
  /** Net outline in plan, counter-clockwise, mm. */
  readonly outline: OfElement<ElementFor<K, P>, [site: Site], Ring | null> | 'none';
  /** Which measures the kind has; the others are null in every answer. */
  readonly quantities: readonly Quantity[];
  /** Its measures before they are rounded. */
  measures(
    element: ElementFor<K, P>,
    site: Site,
  ): { readonly [quantity in Quantity]?: number | null };

  /** `'in_host'`: it moves within its host. `'up_and_down'`: only its elevation moves. `'none'`: it is nowhere. */
  readonly transform: Transform<ElementFor<K, P>> | 'in_host' | 'up_and_down' | 'none';
  readonly follows: Follows<ElementFor<K, P>> | 'none';
  readonly fills: Fills<ElementFor<K, P>> | 'none';
  readonly holds: Holds<ElementFor<K, P>> | 'none';

  readonly symbol: PlanSymbol<ElementFor<K, P>> | 'none';
  /** What it is in IFC files. */
  readonly ifc: IfcFacet<NoInfer<ElementFor<K, P>>> | 'none';
  /** Sizes that look like another unit when they are tiny or huge; `fresh` for a new element. */
  sizes(element: ElementFor<K, P>, fresh: boolean): readonly PlausibleSize[];
  /** Sizes with the least that can be built: a plan that makes one smaller than that is refused. */
  buildable(element: ElementFor<K, P>): readonly BuildableSize[];
  /** What a schedule of it shows. */
  readonly schedule: Schedule<keyof z.output<P> & string, ElementFor<K, P>>;
  /** Parameters as answers show them; `'all'` where nothing is too long for that. */
  readonly shown: OfElement<ElementFor<K, P>, [], Readonly<Record<string, unknown>>> | 'all';
}

/** A kind of which nothing more is known. */
export type AnyKind = Kind;

/** Looks kinds up by name. */
export type KindTable = {
  /** In the order in which they are listed: levels and hosts before what needs them. */
  readonly all: readonly AnyKind[];
  find(kind: string): AnyKind | undefined;
  /** The kind of an element. Throws `RangeError` for one that is not listed. */
  of(element: { readonly kind: string }): AnyKind;
  /** Ids of what the element refers to. */
  references(element: AnyElement): Referred;
};

/** Ids that an element names; null where it names none. */
export type Referred = {
  /** Level that its heights are counted from. */
  readonly level: string | null;
  /** Level that ends it. */
  readonly top: string | null;
  readonly host: string | null;
  /** What it is of. */
  readonly type: string | null;
  /** Level that its height reaches. */
  readonly rise: string | null;
  /** Roof or floor at whose underside it ends. */
  readonly under: string | null;
};

/** Gives the kind back as it is; the compiler sees to it that every facet is there. */
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

/** Parameters of an element as answers show them: without what is too long for that. */
export function shownParams(
  element: AnyElement,
  kinds: KindTable,
): Readonly<Record<string, unknown>> {
  const { shown } = kinds.of(element);
  return shown === 'all' ? element.params : shown(element);
}

/** An element of a host with what it takes of it; null for an element that sits in none. */
export function fillingOf(kinds: KindTable, element: AnyElement): Filling | null {
  const { fills } = kinds.of(element);
  if (fills === 'none') return null;
  return { id: element.id, kind: element.kind, cut: fills.cut(element) };
}
