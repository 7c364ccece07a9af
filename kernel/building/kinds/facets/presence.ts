/** @module presence: what the body of an element does to its surroundings: it obstructs, bears or covers. */
import type { PlanPoint } from '../../../../schemas/units.ts';

/** What a body obstructs. */
export type Obstructs<E> = {
  /** Whether routes go around a body that rises above the level, by 20 to 1,800 mm. */
  readonly routes: boolean;
  /** Whether it reduces the free floor of a room and of its exits. */
  readonly rooms: boolean;
  /** Whether headroom is measured to its underside; false if nobody walks below it. */
  readonly heads: boolean;
  /** Centre line in plan of a body too thin to have an outline, mm; null: its outline, else the hull of its body. */
  readonly path: { call(element: E): readonly PlanPoint[] }['call'] | null;
};

/** A body that obstructs routes, rooms and headroom with its whole outline. */
export const OBSTRUCTS = { routes: true, rooms: true, heads: true, path: null } as const;

/**
 * How a body carries loads. `slab`: rests on others or is framed by them. `member`: a beam; is framed by others and
 * frames others. `post`: must rest on something and frames others. `way`: must rest on something and frames nothing.
 */
export type Bears = 'slab' | 'member' | 'post' | 'way';

/** How a slab covers what is below it. */
export type Covers<E> = {
  /** Whether it is a plate of constant thickness, with level faces. */
  flat(element: E): boolean;
  /** Holes of its own outline in plan, mm; without the openings that it hosts. */
  holes(element: E): readonly (readonly PlanPoint[])[];
};
