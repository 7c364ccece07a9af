/** @module derived: outlines, boxes, meshes and measures of elements, made when asked for and shared by all branches. */
import type { BoxMm } from '../../../schemas/units.ts';
import { toGrid } from '../../../schemas/units.ts';
import type { ConvexPiece } from '../../geometry/convex/convex-piece.ts';
import { meshPieces } from '../../geometry/convex/mesh-pieces.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import { meshBounds, meshVolume } from '../../geometry/mesh/mesh.ts';
import type { SolidKernel } from '../../geometry/mesh/solid-kernel.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import type { WallFootprint } from '../../geometry/walls/wall-joins.ts';
import { roundedBox } from '../../kinds/boxes.ts';
import type { Element, ElementOf } from '../../kinds/elements.ts';
import type { AnyElement, AnyKind, Quantity, Site, Storey } from '../../kinds/kind.ts';
import type { RoomOutline } from '../../kinds/room.ts';
import { roomOutline } from '../../kinds/room.ts';
import { levelIdOf, levelIn } from '../state/lookup.ts';
import type { BranchState } from '../state/state.ts';
import type { Measures } from '../view.ts';
import { BoxIndex } from './box-index.ts';
import { Derivation } from './derived-cache.ts';
import { EmptySite, StateSite } from './state-site.ts';
import { WallPlan } from './wall-plan.ts';

/**
 * Derived results of one model. Every answer depends on the element and on the elements named as its
 * inputs, and on nothing else; what was made for one branch serves all others.
 */
export class Derived {
  readonly walls = new WallPlan();
  readonly boxes: BoxIndex = new BoxIndex(this);
  readonly solids: SolidKernel | null;
  readonly #meshes = new Derivation<Mesh | null>();
  readonly #pieces = new Derivation<readonly ConvexPiece[] | null>();
  readonly #workspaces = new Derivation<readonly ConvexPiece[]>();
  readonly #bounds = new Derivation<BoxMm | null>();

  /** `solids` cuts what direct meshes cannot (openings in sloping roofs and in mitred wall ends). */
  constructor(solids: SolidKernel | null) {
    this.solids = solids;
  }

  /** What the kinds may ask of a state. */
  site(state: BranchState): Site {
    return new StateSite(state, this);
  }

  /** Outline of a wall in plan. */
  footprint(state: BranchState, wall: ElementOf<'wall'>): WallFootprint {
    return this.walls.footprint(state, wall);
  }

  /** Counter-clockwise outline in plan of what has one, mm; null for the rest. */
  outline(state: BranchState, element: Element): Ring | null {
    const { outline } = kindIn(state, element);
    return outline === 'none' ? null : outline(element, this.site(state));
  }

  /** Outline of a room; `enclosed` is false when it follows walls that no longer enclose its point. */
  roomOutline(state: BranchState, room: ElementOf<'room'>): RoomOutline {
    return roomOutline(room, this.site(state));
  }

  /** World mesh, null for kinds without a body. Throws `RangeError` when it cannot be made. */
  mesh(state: BranchState, element: Element): Mesh | null {
    const { body } = kindIn(state, element);
    const level = body === 'none' ? undefined : this.#levelOf(state, element);
    if (body === 'none' || level === undefined) return null;
    const site = this.site(state);
    return this.#meshes.of(element, inputsOf(site, state, element, level), () =>
      body.mesh(element, level, site, 'usual'),
    );
  }

  /** The world mesh with round parts followed finely, made anew each time. */
  fineMesh(state: BranchState, element: Element): Mesh | null {
    const { body } = kindIn(state, element);
    const level = body === 'none' ? undefined : this.#levelOf(state, element);
    if (body === 'none' || level === undefined) return null;
    return body.mesh(element, level, this.site(state), 'fine');
  }

  /** The world mesh as if the element held nothing, made anew each time. */
  uncutMesh(state: BranchState, element: Element): Mesh | null {
    const { body } = kindIn(state, element);
    const level = body === 'none' ? undefined : this.#levelOf(state, element);
    if (body === 'none' || level === undefined) return null;
    return body.mesh(element, level, new EmptySite(state, this), 'usual');
  }

  /** Convex pieces of the body, null without one or where it has none. Throws `RangeError` as `mesh` does. */
  pieces(state: BranchState, element: Element): readonly ConvexPiece[] | null {
    const { body } = kindIn(state, element);
    const level = body === 'none' ? undefined : this.#levelOf(state, element);
    if (body === 'none' || level === undefined) return null;
    const site = this.site(state);
    return this.#pieces.of(element, inputsOf(site, state, element, level), () => {
      if (body.pieces !== 'of_mesh') return body.pieces(element, level, site);
      const mesh = this.mesh(state, element);
      return mesh === null ? null : meshPieces(mesh);
    });
  }

  /** What must stay free for the use of an element; empty where nothing must. */
  workspace(state: BranchState, element: Element): readonly ConvexPiece[] {
    const { workspace } = kindIn(state, element);
    const level = workspace === 'none' ? undefined : this.#levelOf(state, element);
    if (workspace === 'none' || level === undefined) return [];
    const site = this.site(state);
    return this.#workspaces.of(element, inputsOf(site, state, element, level), () =>
      workspace(element, level, site),
    );
  }

  /** World box, null for kinds without a place. */
  bounds(state: BranchState, element: Element): BoxMm | null {
    const { bounds } = kindIn(state, element);
    const level = bounds === 'none' ? undefined : this.#levelOf(state, element);
    if (bounds === 'none' || level === undefined) return null;
    const site = this.site(state);
    return this.#bounds.of(element, inputsOf(site, state, element, level), () =>
      bounds === 'of_body' ? this.#meshBounds(state, element) : bounds(element, level, site),
    );
  }

  #meshBounds(state: BranchState, element: Element): BoxMm | null {
    const mesh = this.mesh(state, element);
    return mesh === null || mesh.positions.length === 0 ? null : roundedBox(meshBounds(mesh));
  }

  #levelOf(state: BranchState, element: Element): Storey | undefined {
    const id = levelIdOf(state, element);
    return id === null ? undefined : levelIn(state, id);
  }

  /** Lengths in mm, areas in mm², volumes in mm³, rounded to 0.001 of their unit. */
  measures(state: BranchState, element: Element): Measures {
    const raw = kindIn(state, element).measures(element, this.site(state));
    const rounded = (quantity: Quantity): number | null => {
      const value = raw[quantity] ?? null;
      return value === null ? null : toGrid(value);
    };
    return {
      length_mm: rounded('length_mm'),
      area_mm2: rounded('area_mm2'),
      perimeter_mm: rounded('perimeter_mm'),
      volume_mm3: rounded('volume_mm3'),
    };
  }

  /** A volume in mm³ than which that of the body is no less, made without it; 0 where only the body tells. */
  leastVolume(state: BranchState, element: Element): number {
    const { body } = kindIn(state, element);
    const level = body === 'none' ? undefined : this.#levelOf(state, element);
    if (body === 'none' || body.least_volume === 'of_body' || level === undefined) return 0;
    return body.least_volume(element, level, this.site(state));
  }

  /** Volume of the body in mm³, null without one. */
  volume(state: BranchState, element: Element): number | null {
    const mesh = this.mesh(state, element);
    return mesh === null ? null : meshVolume(mesh);
  }
}

function kindIn(state: BranchState, element: AnyElement): AnyKind {
  return state.keys.kinds.of(element);
}

/** Everything beside the element itself that its body and its box depend on. */
function inputsOf(
  site: Site,
  state: BranchState,
  element: Element,
  level: Storey,
): readonly unknown[] {
  return [level, ...kindIn(state, element).inputs(element, site)];
}
