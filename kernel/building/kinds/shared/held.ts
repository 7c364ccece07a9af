/** @module held: the elements in a host and their voids, for code that does not know the kinds. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import type { BoxMm, PlanPoint } from '../../../../schemas/units.ts';
import type { ConvexPiece } from '../../geometry/convex/convex-piece.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import type { WallFootprint } from '../../geometry/walls/wall-joins.ts';

/** An element in a wall, in mm along the wall and above its foot. */
export type Held = {
  readonly id: string;
  readonly cut: {
    readonly offset: number | null;
    readonly sill: number;
    readonly width: number;
    readonly height: number;
  };
};

type Occupies = 'matter' | 'space';

/** Measures of an element. */
type Measured = 'length_mm' | 'area_mm2' | 'perimeter_mm' | 'volume_mm3';

/** The part of the model that hosts need. */
export type HoldingView = {
  element(id: string): ElementRecord | undefined;
  /** World box of the body, mm. */
  bounds(id: string): BoxMm | null;
  /** Openings, doors and windows of a host, by offset then id. */
  hostedBy(host_id: string): readonly ElementRecord[];
  /** Mitred outline of a wall in plan. */
  footprint(id: string): WallFootprint | null;
  /** Net outline in plan; null without one. */
  outline(id: string): readonly PlanPoint[] | null;
  /** Outlines of the free-standing walls in a room, mm. */
  holes(id: string): readonly (readonly PlanPoint[])[];
  measures(id: string): Readonly<Record<Measured, number | null>>;
  mesh(id: string): Mesh | null;
  /** The body as convex pieces that share no volume, mm; null if it has no body or only a mesh. */
  pieces(id: string): readonly ConvexPiece[] | null;
  /** Elements whose box meets this one. */
  inBox(box: BoxMm): readonly string[];
  readonly kinds: {
    of(element: ElementRecord): {
      readonly fills: 'none' | { cut(element: ElementRecord): Held['cut'] };
      readonly body:
        | 'none'
        | { readonly occupies: Occupies | { call(element: ElementRecord): Occupies }['call'] };
      readonly covers:
        | 'none'
        | {
            flat(element: ElementRecord): boolean;
            holes(element: ElementRecord): readonly (readonly PlanPoint[])[];
          };
    };
  };
};

/** Everything in a host. */
export function heldBy(host_id: string, view: HoldingView): readonly Held[] {
  return view.hostedBy(host_id).flatMap((element) => {
    const { fills } = view.kinds.of(element);
    return fills === 'none' ? [] : [{ id: element.id, cut: fills.cut(element) }];
  });
}
