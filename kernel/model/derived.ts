/** @module derived: outlines, boxes, meshes and measures of elements, made when asked for and shared by all branches. */
import type { Element, ElementOf } from '../../schemas/elements.ts';
import { toGrid } from '../../schemas/units.ts';
import type { BoxMm } from '../../schemas/units.ts';
import { meshBounds, meshVolume } from '../geometry/mesh.ts';
import type { Mesh } from '../geometry/mesh.ts';
import type { Region, Ring } from '../geometry/polygon.ts';
import {
  regionArea,
  ringBounds,
  ringPerimeter,
  signedArea,
  validateRegion,
} from '../geometry/polygon.ts';
import type { SolidKernel } from '../geometry/solid-kernel.ts';
import { segmentLengthMm } from '../geometry/vector.ts';
import type { WallFootprint } from '../geometry/wall-joins.ts';
import {
  bodyMesh,
  columnOutline,
  floorRegion,
  profileOf,
  rampOutline,
  roofOutline,
  stairPlan,
} from './bodies.ts';
import { Derivation } from './derived-cache.ts';
import type { Span } from './heights.ts';
import { columnSpan, floorSpan, hostWall, spanInWall, wallSpan } from './heights.ts';
import { hostedIn, isHosted, levelIdOf, levelIn } from './lookup.ts';
import type { BranchState } from './state.ts';
import { elementIn } from './state.ts';
import type { HostedElement, Measures } from './view.ts';
import { WallPlan, rectangleAround, rectangleInWall } from './wall-plan.ts';

type Level = ElementOf<'level'>;

const NOTHING: Measures = { length_mm: null, area_mm2: null, perimeter_mm: null, volume_mm3: null };

/** Plan of a room: `holes` are free-standing groups of walls inside, which the area leaves out. */
type RoomOutline = {
  readonly ring: Ring;
  readonly holes: readonly Ring[];
  readonly area_mm2: number;
  readonly enclosed: boolean;
};

/**
 * Derived results of one model. Every answer depends on the element and on the elements named as its
 * inputs, and on nothing else; what was made for one branch serves all others.
 */
export class Derived {
  readonly walls = new WallPlan();
  readonly #solids: SolidKernel | null;
  readonly #meshes = new Derivation<Mesh | null>();
  readonly #bounds = new Derivation<BoxMm | null>();

  /** `solids` cuts what direct meshes cannot (openings in sloping roofs and in mitred wall ends). */
  constructor(solids: SolidKernel | null) {
    this.#solids = solids;
  }

  /** Outline of a wall in plan. */
  footprint(state: BranchState, wall: ElementOf<'wall'>): WallFootprint {
    return this.walls.footprint(state, wall);
  }

  /** Counter-clockwise outline in plan of what has one, mm; null for the rest. */
  outline(state: BranchState, element: Element): Ring | null {
    switch (element.kind) {
      case 'wall':
        return this.footprint(state, element).ring;
      case 'floor':
        return element.params.boundary_points;
      case 'roof':
        return roofOutline(element);
      case 'room':
        return this.roomOutline(state, element).ring;
      case 'door':
      case 'window':
      case 'opening':
        return hostedOutline(state, element);
      case 'column':
        return columnOutline(element);
      case 'stair':
        return stairPlan(state, element).footprint;
      case 'ramp': {
        const level = this.#levelOf(state, element);
        return level === undefined ? null : rampOutline(level, element);
      }
      case 'solid':
      case 'beam':
      case 'railing':
      case 'grid':
      case 'level':
        return null;
      default:
        return element satisfies never;
    }
  }

  /** Outline of a room; `enclosed` is false when it follows walls that no longer enclose its point. */
  roomOutline(state: BranchState, room: ElementOf<'room'>): RoomOutline {
    const { point, boundary_points: ring } = room.params;
    const face = point === null ? null : this.walls.roomFace(state, room, point);
    if (face === null)
      return { ring, holes: [], area_mm2: Math.abs(signedArea(ring)), enclosed: point === null };
    const { holes, area_mm2 } = face;
    return { ring: face.ring, holes, area_mm2, enclosed: true };
  }

  #roomRegion(state: BranchState, room: ElementOf<'room'>): Region {
    const { ring, holes } = this.roomOutline(state, room);
    const check = validateRegion(ring, holes);
    // Groups of walls that touch themselves or each other leave no clean outline to cut out.
    return check.ok ? check.region : { boundary: ring, holes: [] };
  }

  /** World mesh, null for levels, grids and openings. Throws `RangeError` when it cannot be made. */
  mesh(state: BranchState, element: Element): Mesh | null {
    const level = this.#levelOf(state, element);
    if (level === undefined || !hasMesh(element)) return null;
    return this.#meshes.of(element, this.#inputs(state, element, level), () =>
      bodyMesh(element, {
        state,
        level,
        solids: this.#solids,
        footprint: (wall) => this.footprint(state, wall),
        roomRegion: (room) => this.#roomRegion(state, room),
      }),
    );
  }

  /** World box, null for levels and grids. */
  bounds(state: BranchState, element: Element): BoxMm | null {
    const level = this.#levelOf(state, element);
    if (level === undefined) return null;
    return this.#bounds.of(element, this.#inputs(state, element, level), () =>
      this.#boundsNow(state, element, level),
    );
  }

  #levelOf(state: BranchState, element: Element): Level | undefined {
    const id = levelIdOf(state, element);
    return id === null ? undefined : levelIn(state, id);
  }

  /** Everything beside the element itself that its body depends on. */
  #inputs(state: BranchState, element: Element, level: Level): readonly unknown[] {
    switch (element.kind) {
      case 'wall':
        return [level, this.footprint(state, element), ...hostedIn(state, element.id)];
      case 'floor':
      case 'roof':
        return [level, ...hostedIn(state, element.id)];
      case 'door':
      case 'window':
      case 'opening':
        return [level, elementIn(state, element.params.host_id)];
      case 'column':
      case 'stair': {
        const top = element.params.top_level_id;
        return [level, top === null ? null : levelIn(state, top)];
      }
      case 'room':
        return [level, this.roomOutline(state, element).ring];
      case 'beam':
      case 'ramp':
      case 'railing':
      case 'solid':
      case 'grid':
      case 'level':
        return [level];
      default:
        return element satisfies never;
    }
  }

  #boundsNow(state: BranchState, element: Element, level: Level): BoxMm | null {
    switch (element.kind) {
      case 'wall':
        return boxOver(this.footprint(state, element).ring, wallSpan(level, element));
      case 'floor':
        return boxOver(element.params.boundary_points, floorSpan(level, element));
      case 'door':
      case 'window':
      case 'opening':
        return this.#hostedBounds(state, element, level);
      case 'room': {
        const low = level.params.elevation;
        const span = { low, high: low + element.params.height };
        return boxOver(this.roomOutline(state, element).ring, span);
      }
      case 'level':
      case 'grid':
        return null;
      case 'roof':
      case 'column':
      case 'beam':
      case 'stair':
      case 'ramp':
      case 'railing':
      case 'solid': {
        const mesh = this.mesh(state, element);
        return mesh === null || mesh.positions.length === 0 ? null : rounded(meshBounds(mesh));
      }
      default:
        return element satisfies never;
    }
  }

  #hostedBounds(state: BranchState, element: HostedElement, level: Level): BoxMm | null {
    const outline = hostedOutline(state, element);
    if (outline === null) return null;
    const wall = hostWall(state, element);
    if (wall !== undefined) return boxOver(outline, spanInWall(level, wall, element));
    const host = elementIn(state, element.params.host_id);
    if (host?.kind === 'floor') return boxOver(outline, floorSpan(level, host));
    const box = host?.kind === 'roof' ? this.bounds(state, host) : null;
    return box === null ? null : boxOver(outline, { low: box.min.z, high: box.max.z });
  }

  /** Lengths in mm, areas in mm², volumes in mm³, rounded to 0.001 of their unit. */
  measures(state: BranchState, element: Element): Measures {
    const raw = this.#measuresNow(state, element);
    return {
      length_mm: roundedOrNull(raw.length_mm),
      area_mm2: roundedOrNull(raw.area_mm2),
      perimeter_mm: roundedOrNull(raw.perimeter_mm),
      volume_mm3: roundedOrNull(raw.volume_mm3),
    };
  }

  #volume(state: BranchState, element: Element): number | null {
    const mesh = this.mesh(state, element);
    return mesh === null ? null : meshVolume(mesh);
  }

  #measuresNow(state: BranchState, element: Element): Measures {
    switch (element.kind) {
      case 'level':
        return NOTHING;
      case 'grid':
        return { ...NOTHING, length_mm: segmentLengthMm(element.params.start, element.params.end) };
      case 'wall': {
        const { start, end, height } = element.params;
        const length = segmentLengthMm(start, end);
        const cut = hostedIn(state, element.id).reduce((sum, hosted) => sum + clearArea(hosted), 0);
        const volume_mm3 = this.#volume(state, element);
        return { ...NOTHING, length_mm: length, area_mm2: length * height - cut, volume_mm3 };
      }
      case 'floor': {
        const area = regionArea(floorRegion(state, element));
        const perimeter_mm = ringPerimeter(element.params.boundary_points);
        const volume_mm3 = area * element.params.thickness;
        return { ...NOTHING, area_mm2: area, perimeter_mm, volume_mm3 };
      }
      case 'roof': {
        const edge = roofOutline(element);
        const volume_mm3 = this.#volume(state, element);
        return {
          ...NOTHING,
          area_mm2: Math.abs(signedArea(edge)),
          perimeter_mm: ringPerimeter(edge),
          volume_mm3,
        };
      }
      case 'room': {
        const { ring, area_mm2 } = this.roomOutline(state, element);
        const volume_mm3 = area_mm2 * element.params.height;
        return { ...NOTHING, area_mm2, perimeter_mm: ringPerimeter(ring), volume_mm3 };
      }
      case 'door':
      case 'window':
      case 'opening':
        return {
          ...NOTHING,
          area_mm2: clearArea(element),
          volume_mm3: this.#volume(state, element),
        };
      case 'column':
      case 'beam':
      case 'stair':
      case 'ramp':
      case 'railing':
      case 'solid':
        return this.#memberMeasures(state, element);
      default:
        return element satisfies never;
    }
  }

  #memberMeasures(
    state: BranchState,
    element: ElementOf<'column' | 'beam' | 'stair' | 'ramp' | 'railing' | 'solid'>,
  ): Measures {
    const volume_mm3 = this.#volume(state, element);
    switch (element.kind) {
      case 'column': {
        const level = levelIn(state, element.params.level_id);
        if (level === undefined) return NOTHING;
        const { low, high } = columnSpan(state, level, element);
        const { area_mm2 } = profileOf(element);
        return { ...NOTHING, length_mm: high - low, volume_mm3: area_mm2 * (high - low) };
      }
      case 'beam': {
        const length_mm = segmentLengthMm(element.params.start, element.params.end);
        return { ...NOTHING, length_mm, volume_mm3: profileOf(element).area_mm2 * length_mm };
      }
      case 'ramp': {
        const { start, end } = element.params;
        return { ...NOTHING, length_mm: segmentLengthMm(start, end), volume_mm3 };
      }
      case 'railing':
        return { ...NOTHING, length_mm: pathLength(element.params.path), volume_mm3 };
      case 'stair':
      case 'solid':
        return { ...NOTHING, volume_mm3 };
      default:
        return element satisfies never;
    }
  }
}

/** Whether elements of this kind have a body that can be meshed; openings are the absence of one. */
function hasMesh(element: Element): boolean {
  return element.kind !== 'level' && element.kind !== 'grid' && element.kind !== 'opening';
}

function pathLength(path: Ring): number {
  let sum = 0;
  for (const [i, point] of path.entries()) {
    const before = path[i - 1];
    if (before !== undefined) sum += segmentLengthMm(before, point);
  }
  return sum;
}

function roundedOrNull(value: number | null): number | null {
  return value === null ? null : toGrid(value);
}

function clearArea({ params }: HostedElement): number {
  return params.width * params.height;
}

function rounded({ min, max }: BoxMm): BoxMm {
  return {
    min: { x: toGrid(min.x), y: toGrid(min.y), z: toGrid(min.z) },
    max: { x: toGrid(max.x), y: toGrid(max.y), z: toGrid(max.z) },
  };
}

function boxOver(ring: Ring, { low, high }: Span): BoxMm {
  const { min, max } = ringBounds(ring);
  return rounded({ min: { ...min, z: low }, max: { ...max, z: high } });
}

/** Outline in plan of an opening, door or window; null without a host. */
export function hostedOutline(state: BranchState, element: HostedElement): Ring | null {
  const wall = hostWall(state, element);
  if (wall !== undefined) return rectangleInWall(wall, element);
  if (element.kind !== 'opening' || element.params.location === null) return null;
  const host = elementIn(state, element.params.host_id);
  if (host === undefined || isHosted(host)) return null;
  return rectangleAround(element);
}
