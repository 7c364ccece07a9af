/** @module building: a branch as the checker compares it: every element with its parameters, its box and its plan area. */
import { openSessionIn } from '../../../clients/plumbline/session.ts';
import { loadSolidKernel } from '../../../kernel/building/geometry/mesh/solid-kernel.ts';
import { openProjection } from '../../../kernel/building/model/projection/open-projection.ts';
import type { BoxMm } from '../../../schemas/units.ts';

/** One element. Walls have `start` and `end` on their axis, whatever line they are drawn on. */
export type Seen = {
  readonly id: string;
  readonly kind: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** World, mm; null for an element without a body. */
  readonly box: BoxMm | null;
  /** Plan area of a room, mm²; null for other kinds. */
  readonly area: number | null;
};

/** The elements of a branch by id. */
export type Building = ReadonlyMap<string, Seen>;

/** Reads a branch of the workspace in a folder. @throws LedgerError if the store cannot be read */
export async function readBuilding(dir: string, branch = 'main'): Promise<Building> {
  await using session = openSessionIn(dir);
  const { view } = await openProjection(session.reader, branch, {
    solids: await loadSolidKernel(),
  });
  const { model } = view;
  return new Map(
    [...model.elements()].map(({ id, kind, params }) => [
      id,
      {
        id,
        kind,
        params: { ...params },
        box: model.bounds(id),
        area: kind === 'room' ? model.measures(id).area_mm2 : null,
      },
    ]),
  );
}
