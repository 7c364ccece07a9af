/** @module derived: outlines, boxes, meshes and measures of elements, made on request and shared by all branches. */
import type { BoxMm } from '../../../../schemas/units.ts';
import { toGrid } from '../../../../schemas/units.ts';
import type { ConvexPiece } from '../../geometry/convex/convex-piece.ts';
import { meshPieces } from '../../geometry/convex/mesh-pieces.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import { meshBounds, meshVolume } from '../../geometry/mesh/mesh.ts';
import type { SolidKernel } from '../../geometry/mesh/solid-kernel.ts';
import type { MeshSource } from '../../geometry/mesh/stored-mesh.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import type { WallFootprint } from '../../geometry/walls/wall-joins.ts';
import type { Element, ElementOf } from '../../kinds/elements.ts';
import type { FileMesh } from '../../kinds/facets/file-mesh.ts';
import type { AnyElement, AnyKind, Quantity, Site, Storey } from '../../kinds/kind.ts';
import type { RoomOutline } from '../../kinds/room/room.ts';
import { roomOutline } from '../../kinds/room/room.ts';
import { currentAppearance, placedFileMesh } from '../../kinds/shared/appearance.ts';
import { roundedBox } from '../../kinds/shared/boxes.ts';
import type { FileSource } from '../file-source.ts';
import { levelIdOf, levelIn } from '../state/lookup.ts';
import type { BranchState } from '../state/state.ts';
import type { Measures } from '../view.ts';
import { BoxIndex } from './box-index.ts';
import { Derivation } from './derived-cache.ts';
import { GrownRooms } from './grown-rooms.ts';
import { RecentMeshes } from './recent-meshes.ts';
import { EmptySite, StateSite } from './state-site.ts';
import { WallPlan } from './wall-plan.ts';

/** Memory for meshes; a model up to some 20,000 elements stays below it. */
const MESH_BYTES = 32 * 2 ** 20;

/** Results for one element and its inputs; each is undefined until its first request. */
type Results = {
  bounds: BoxMm | null | undefined;
  pieces: readonly ConvexPiece[] | null | undefined;
  workspace: readonly ConvexPiece[] | undefined;
  volume_mm3: number | undefined;
  /** Key of the mesh of the file in the cache of meshes. */
  file_mesh: object | undefined;
};

/** An element with its level and the state around it. */
type Placed = { readonly element: Element; readonly level: Storey; readonly around: Site };

/**
 * Derived results of one model. Every result depends only on the element and on its inputs, so a result computed for one
 * branch serves all others.
 */
export class Derived {
  readonly walls = new WallPlan();
  readonly grown_rooms = new GrownRooms(this.walls);
  readonly boxes: BoxIndex = new BoxIndex(this);
  readonly solids: SolidKernel | null;
  readonly meshes: MeshSource | null;
  readonly files: FileSource | null;
  readonly #results = new Derivation<Results>();
  readonly #meshes = new RecentMeshes(MESH_BYTES);

  /**
   * The solid kernel `solids` makes cuts that direct meshes cannot (openings in sloping roofs and in mitred wall ends).
   * `meshes` reads the meshes of imported products; without it these have a box and no mesh. `files` reads the files of
   * imports.
   */
  constructor(
    solids: SolidKernel | null,
    meshes: MeshSource | null = null,
    files: FileSource | null = null,
  ) {
    this.solids = solids;
    this.meshes = meshes;
    this.files = files;
  }

  /** The state as a `Site` for the geometry of kinds. */
  site(state: BranchState): Site {
    return new StateSite(state, this);
  }

  /** Outline of a wall in plan. */
  footprint(state: BranchState, wall: ElementOf<'wall'>): WallFootprint {
    return this.walls.footprint(state, wall);
  }

  /** Counter-clockwise outline in plan, mm; null for kinds without one. */
  outline(state: BranchState, element: Element): Ring | null {
    const { outline } = kindIn(state, element);
    return outline === 'none' ? null : outline(element, this.site(state));
  }

  /** Outline of a room; `enclosed` is false when it follows walls that no longer enclose its point. */
  roomOutline(state: BranchState, room: ElementOf<'room'>): RoomOutline {
    return roomOutline(room, this.site(state));
  }

  /** World mesh, null for kinds without a body. Throws `RangeError` for an impossible body. */
  mesh(state: BranchState, element: Element): Mesh | null {
    const { body } = kindIn(state, element);
    const placed = body === 'none' ? null : this.#placed(state, element);
    if (body === 'none' || placed === null) return null;
    const { level, around } = placed;
    return this.#meshes.of(this.#resultsOf(state, placed), () =>
      body.mesh(element, level, around, 'usual'),
    );
  }

  /** The object with which the world mesh is cached: the same object means the same mesh. Null for kinds without a body. */
  bodyKey(state: BranchState, element: Element): object | null {
    const placed = kindIn(state, element).body === 'none' ? null : this.#placed(state, element);
    return placed === null ? null : this.#resultsOf(state, placed);
  }

  /**
   * The mesh of the file that an imported element shows instead of its body; null if it shows its body. Throws
   * `RangeError` for a mesh that is missing or damaged.
   */
  fileMesh(state: BranchState, element: Element): FileMesh | null {
    const kind = kindIn(state, element);
    if (kind.file_mesh === 'none') return null;
    const around = this.site(state);
    const appearance = currentAppearance(element, kind, around);
    const placed = appearance === null ? null : this.#placed(state, element);
    if (appearance === null || placed === null) return null;
    const results = this.#resultsOf(state, placed);
    results.file_mesh ??= {};
    const mesh = this.#meshes.of(results.file_mesh, () =>
      placedFileMesh(element, kind, placed.level, around),
    );
    if (mesh === null) return null;
    const glass_from = Math.max(0, mesh.triangles.length - 3 * appearance.glass);
    return { mesh, glass_from, is_closed: appearance.closed };
  }

  /** The world mesh with a fine approximation of round parts; not cached. */
  fineMesh(state: BranchState, element: Element): Mesh | null {
    const { body } = kindIn(state, element);
    const placed = body === 'none' ? null : this.#placed(state, element);
    if (body === 'none' || placed === null) return null;
    return body.mesh(element, placed.level, placed.around, 'fine');
  }

  /** The world mesh without the cuts of hosted elements; not cached. */
  uncutMesh(state: BranchState, element: Element): Mesh | null {
    const { body } = kindIn(state, element);
    const placed = body === 'none' ? null : this.#placed(state, element);
    if (body === 'none' || placed === null) return null;
    return body.mesh(element, placed.level, new EmptySite(state, this), 'usual');
  }

  /** Convex pieces of the body; null without a body or without pieces. Throws `RangeError` as `mesh` does. */
  pieces(state: BranchState, element: Element): readonly ConvexPiece[] | null {
    const { body } = kindIn(state, element);
    const placed = body === 'none' ? null : this.#placed(state, element);
    if (body === 'none' || placed === null) return null;
    const results = this.#resultsOf(state, placed);
    if (results.pieces === undefined) {
      if (body.pieces === 'of_mesh') {
        const mesh = this.mesh(state, element);
        results.pieces = mesh === null ? null : meshPieces(mesh);
      } else {
        results.pieces = body.pieces(element, placed.level, placed.around);
      }
    }
    return results.pieces;
  }

  /** The space that is needed to use an element; empty if it needs none. */
  workspace(state: BranchState, element: Element): readonly ConvexPiece[] {
    const { workspace } = kindIn(state, element);
    const placed = workspace === 'none' ? null : this.#placed(state, element);
    if (workspace === 'none' || placed === null) return [];
    const results = this.#resultsOf(state, placed);
    results.workspace ??= workspace(element, placed.level, placed.around);
    return results.workspace;
  }

  /** World box, null for kinds without a place. */
  bounds(state: BranchState, element: Element): BoxMm | null {
    const { bounds } = kindIn(state, element);
    const placed = bounds === 'none' ? null : this.#placed(state, element);
    if (bounds === 'none' || placed === null) return null;
    const results = this.#resultsOf(state, placed);
    if (results.bounds === undefined) {
      results.bounds =
        bounds === 'of_body'
          ? this.#meshBounds(state, element)
          : bounds(element, placed.level, placed.around);
    }
    return results.bounds;
  }

  #meshBounds(state: BranchState, element: Element): BoxMm | null {
    const mesh = this.mesh(state, element);
    return mesh === null || mesh.positions.length === 0 ? null : roundedBox(meshBounds(mesh));
  }

  /** Returns null for an element without a level. */
  #placed(state: BranchState, element: Element): Placed | null {
    const id = levelIdOf(state, element);
    const level = id === null ? undefined : levelIn(state, id);
    return level === undefined ? null : { element, level, around: this.site(state) };
  }

  #resultsOf(state: BranchState, { element, level, around }: Placed): Results {
    const inputs = [level, ...kindIn(state, element).inputs(element, around)];
    return this.#results.of(element, inputs, () => ({
      bounds: undefined,
      pieces: undefined,
      workspace: undefined,
      volume_mm3: undefined,
      file_mesh: undefined,
    }));
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

  /** Lower bound of the volume of the body in mm³, calculated without the body; 0 if the volume is known only from the body. */
  leastVolume(state: BranchState, element: Element): number {
    const { body } = kindIn(state, element);
    const placed = body === 'none' ? null : this.#placed(state, element);
    if (body === 'none' || body.least_volume === 'of_body' || placed === null) return 0;
    return body.least_volume(element, placed.level, placed.around);
  }

  /** Volume of the body in mm³, null without one. */
  volume(state: BranchState, element: Element): number | null {
    const placed = kindIn(state, element).body === 'none' ? null : this.#placed(state, element);
    if (placed === null) return null;
    const results = this.#resultsOf(state, placed);
    if (results.volume_mm3 === undefined) {
      const mesh = this.mesh(state, element);
      if (mesh === null) return null;
      results.volume_mm3 = meshVolume(mesh);
    }
    return results.volume_mm3;
  }
}

function kindIn(state: BranchState, element: AnyElement): AnyKind {
  return state.keys.kinds.of(element);
}
