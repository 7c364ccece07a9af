/** @module transform: elements moved or turned in plan and lifted, by their parameters. */
import type { Element, ElementKind, ElementOf } from '../../../schemas/elements.ts';
import type { PlanContext } from '../../../schemas/plan.ts';
import type { PlanPoint } from '../../../schemas/units.ts';
import { toGrid } from '../../../schemas/units.ts';

/** What happens to each plan point, and how far everything goes up, mm. */
export type Motion = {
  readonly point: (point: PlanPoint) => PlanPoint;
  readonly dz: number;
  /** Counter-clockwise turn, degrees. */
  readonly turn_deg: number;
};

/** Kinds that stand on their own, not in a wall. */
export type Free = ElementOf<Exclude<ElementKind, 'level' | 'door' | 'window' | 'opening'>>;

/** The element moved. Refuses INVALID_ARGUMENT where the kind cannot be lifted or turned. */
export function transformed(
  element: Free,
  { point, dz, turn_deg }: Motion,
  context: PlanContext<'INVALID_ARGUMENT'>,
): Free {
  const points = (list: readonly PlanPoint[]): PlanPoint[] => list.map(point);
  const flat = (): void => {
    if (toGrid(dz) !== 0)
      context.refuse(
        'INVALID_ARGUMENT',
        `a ${element.kind} stands on its level: expected \`delta.z\` = 0, got \`${dz}\``,
      );
  };
  switch (element.kind) {
    case 'wall': {
      const { start, end, base_offset } = element.params;
      return withParams(element, {
        start: point(start),
        end: point(end),
        base_offset: base_offset + dz,
      });
    }
    case 'beam': {
      const { start, end, elevation_offset } = element.params;
      return withParams(element, {
        start: point(start),
        end: point(end),
        elevation_offset: elevation_offset + dz,
      });
    }
    case 'floor': {
      const { boundary_points, holes, top_offset } = element.params;
      return withParams(element, {
        boundary_points: points(boundary_points),
        holes: holes.map(points),
        top_offset: top_offset + dz,
      });
    }
    case 'roof': {
      const { boundary_points, base_offset } = element.params;
      return withParams(element, {
        boundary_points: points(boundary_points),
        base_offset: base_offset + dz,
      });
    }
    case 'column': {
      const { location, base_offset } = element.params;
      return withParams(element, { location: point(location), base_offset: base_offset + dz });
    }
    case 'railing': {
      const { path, base_offset } = element.params;
      return withParams(element, { path: points(path), base_offset: base_offset + dz });
    }
    case 'stair': {
      flat();
      const { start, direction_deg } = element.params;
      const turned = turn_deg === 0 ? direction_deg : (direction_deg + turn_deg) % 360;
      return withParams(element, { start: point(start), direction_deg: turned });
    }
    case 'ramp':
    case 'grid': {
      flat();
      const { start, end } = element.params;
      return withParams(element, { start: point(start), end: point(end) });
    }
    case 'room': {
      flat();
      const { boundary_points, point: inside } = element.params;
      return withParams(element, {
        boundary_points: points(boundary_points),
        point: inside === null ? null : point(inside),
      });
    }
    case 'solid': {
      if (turn_deg !== 0)
        context.refuse(
          'INVALID_ARGUMENT',
          `\`${element.id}\` is a solid, which keeps its directions: rotate its sources and repeat the operation`,
        );
      const { offset } = element.params;
      const moved = point({ x: offset.x, y: offset.y });
      return withParams(element, { offset: { ...moved, z: offset.z + dz } });
    }
    default:
      return element satisfies never;
  }
}

function withParams<E extends Element>(element: E, params: Partial<E['params']>): E {
  return { ...element, params: { ...element.params, ...params } };
}

/** The point by which an element is taken: start of a line, location, first corner; mm. */
export function referencePoint(element: Free): PlanPoint {
  switch (element.kind) {
    case 'wall':
    case 'beam':
    case 'ramp':
    case 'grid':
    case 'stair':
      return element.params.start;
    case 'column':
      return element.params.location;
    case 'floor':
    case 'roof':
    case 'room':
      return element.params.boundary_points[0] ?? { x: 0, y: 0 };
    case 'railing':
      return element.params.path[0] ?? { x: 0, y: 0 };
    case 'solid':
      return { x: element.params.offset.x, y: element.params.offset.y };
    default:
      return element satisfies never;
  }
}

/** The points that define an element in plan, mm. */
export function definingPoints(element: Free): readonly PlanPoint[] {
  switch (element.kind) {
    case 'wall':
    case 'beam':
    case 'ramp':
    case 'grid':
      return [element.params.start, element.params.end];
    case 'floor':
    case 'roof':
    case 'room':
      return element.params.boundary_points;
    case 'railing':
      return element.params.path;
    case 'column':
    case 'stair':
    case 'solid':
      return [referencePoint(element)];
    default:
      return element satisfies never;
  }
}
