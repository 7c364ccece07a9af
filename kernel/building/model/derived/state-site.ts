/** @module state site: answers the queries of a kind's geometry from one state. */
import type { BoxMm, PlanPoint } from '../../../../schemas/units.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import type { SolidKernel } from '../../geometry/mesh/solid-kernel.ts';
import type { MeshPlace, MeshSource } from '../../geometry/mesh/stored-mesh.ts';
import type { RoomFace } from '../../geometry/walls/rooms.ts';
import type { WallFootprint } from '../../geometry/walls/wall-joins.ts';
import type { Element, ElementOf } from '../../kinds/elements.ts';
import type { AnyElement, Filling, Site, Storey } from '../../kinds/kind.ts';
import { isOf } from '../../kinds/kind.ts';
import { room } from '../../kinds/room/room.ts';
import { wall } from '../../kinds/wall/wall.ts';
import { hostedCuts, hostedIn, levelIn } from '../state/lookup.ts';
import type { BranchState } from '../state/state.ts';
import { elementIn } from '../state/state.ts';
import type { WallPlan } from './wall-plan.ts';

/** The derived results that a site provides. */
type Results = {
  readonly walls: WallPlan;
  readonly solids: SolidKernel | null;
  readonly meshes: MeshSource | null;
  bounds(state: BranchState, element: Element): BoxMm | null;
  volume(state: BranchState, element: Element): number | null;
};

/** One state with its derived results. It is created for each query, because it holds only two pointers. */
export class StateSite implements Site {
  readonly #state: BranchState;
  readonly #results: Results;

  constructor(state: BranchState, results: Results) {
    this.#state = state;
    this.#results = results;
  }

  get solids(): SolidKernel | null {
    return this.#results.solids;
  }
  storedMesh(place: MeshPlace): Mesh | null {
    return this.#results.meshes?.mesh(place) ?? null;
  }
  element(id: string): Element | undefined {
    return elementIn(this.#state, id);
  }
  level(id: string): Storey | undefined {
    return levelIn(this.#state, id);
  }
  contents(host_id: string): readonly Element[] {
    return hostedIn(this.#state, host_id);
  }
  fillings(host_id: string): readonly Filling[] {
    return hostedCuts(this.#state, host_id).map(({ filling }) => filling);
  }
  footprint(element: AnyElement): WallFootprint {
    return this.#results.walls.footprint(this.#state, asWall(element));
  }
  roomFace(element: AnyElement, point: PlanPoint): RoomFace | null {
    if (!isOf(room, element)) throw new RangeError(`\`${element.id}\` is not a room`);
    return this.#results.walls.roomFace(this.#state, element, point);
  }
  bounds(element: AnyElement): BoxMm | null {
    const own = elementIn(this.#state, element.id);
    return own === undefined ? null : this.#results.bounds(this.#state, own);
  }
  volume(element: AnyElement): number | null {
    const own = elementIn(this.#state, element.id);
    return own === undefined ? null : this.#results.volume(this.#state, own);
  }
}

/** The state as if hosts had no contents. */
export class EmptySite extends StateSite {
  override contents(): readonly Element[] {
    return [];
  }
  override fillings(): readonly Filling[] {
    return [];
  }
}

function asWall(element: AnyElement): ElementOf<'wall'> {
  if (isOf(wall, element)) return element;
  throw new RangeError(`\`${element.id}\` is not a wall`);
}
