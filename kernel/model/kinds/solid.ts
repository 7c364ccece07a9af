/** @module solid: the exact union, difference or intersection of two elements, as an element of its own. */
import type { BOOLEAN_OPERATIONS, ElementOf } from '../../../schemas/elements.ts';
import type { Plan, PlanContext } from '../../../schemas/plan.ts';
import { toGrid } from '../../../schemas/units.ts';
import type { Mesh } from '../../geometry/mesh.ts';
import { meshBounds } from '../../geometry/mesh.ts';
import type { SolidResult } from '../../geometry/solid-kernel.ts';
import { loadSolidKernel, SolidKernelFault } from '../../geometry/solid-kernel.ts';
import type { ModelView } from '../view.ts';
import type { ElementCode, LevelCode, References } from './lookup.ts';
import { requireElement, requireLevel } from './lookup.ts';
import type { BoundsCode } from './model-bounds.ts';
import { requireInModel } from './model-bounds.ts';
import { created } from './planned.ts';

/** Limits of `ELEMENT_PARAMS.solid`: numbers, not vertices. */
const MAX_POSITIONS = 600_000;
const MAX_INDICES = 1_200_000;

export type SolidCode = LevelCode | BoundsCode;
export type BooleanCode =
  | SolidCode
  | ElementCode
  | 'INVALID_ARGUMENT'
  | 'OUT_OF_RANGE'
  | 'EMPTY_RESULT'
  | 'REGENERATION_FAILED';

/** Refuses a solid without a level, or moved out of the model. */
export function checkSolid(
  solid: ElementOf<'solid'>,
  view: References,
  context: PlanContext<SolidCode>,
): void {
  const { level_id, offset, positions } = solid.params;
  requireLevel(view, level_id, context);
  const { min, max } = meshBounds({
    positions: Float64Array.from(positions),
    triangles: new Uint32Array(0),
  });
  for (const corner of [min, max])
    requireInModel(
      'a corner of the solid',
      { x: corner.x + offset.x, y: corner.y + offset.y, z: corner.z + offset.z },
      context,
    );
}

/**
 * Plans the boolean of two elements. The operands stay: deleting them is a call of its own, which a
 * person approves. Union and intersection take the operands in the order of their ids, so that both
 * orders give the same solid; a difference takes them as given. The result lies in the world, not on its
 * level: it does not move when the level or a source moves. Volume mm³.
 */
export async function planBoolean(
  input: {
    readonly element_a: string;
    readonly element_b: string;
    readonly operation: (typeof BOOLEAN_OPERATIONS)[number];
  },
  view: ModelView,
  context: PlanContext<BooleanCode>,
): Promise<
  Plan<{
    readonly solid_id: string;
    readonly volume_mm3: number;
    readonly watertight: boolean;
    readonly triangle_count: number;
  }>
> {
  const { operation } = input;
  if (input.element_a === input.element_b)
    context.refuse(
      'INVALID_ARGUMENT',
      `\`element_a\` and \`element_b\` are both \`${input.element_a}\`, expected two elements`,
    );
  const given = [input.element_a, input.element_b] as const;
  const [a, b] = operation === 'subtract' || given[0] < given[1] ? given : [given[1], given[0]];
  const mesh_a = requireBody(a, view, context);
  const mesh_b = requireBody(b, view, context);
  const level_id = view.levelOf(a) ?? view.levelOf(b);
  if (level_id === null)
    return context.refuse('INVALID_ARGUMENT', `neither \`${a}\` nor \`${b}\` stands on a level`);
  const kernel = await loadSolidKernel();
  const result = combined(() => kernel.boolean(mesh_a, mesh_b, operation), context);
  if (result.empty)
    context.refuse('EMPTY_RESULT', `${operation} of \`${a}\` and \`${b}\` leaves nothing`, {
      element_a: a,
      element_b: b,
      operation,
    });
  const { positions, triangles } = result.mesh;
  if (positions.length > MAX_POSITIONS || triangles.length > MAX_INDICES)
    context.refuse(
      'OUT_OF_RANGE',
      `the result has ${triangles.length / 3} triangles, expected at most ${MAX_INDICES / 3}`,
    );
  const solid: ElementOf<'solid'> = {
    id: context.ids.next('solid'),
    kind: 'solid',
    params: {
      level_id,
      name: null,
      operation,
      source_ids: [a, b],
      positions: [...positions],
      triangles: [...triangles],
      offset: { x: 0, y: 0, z: 0 },
    },
  };
  checkSolid(solid, view, context);
  return {
    events: [created(solid)],
    data: {
      solid_id: solid.id,
      volume_mm3: toGrid(result.volume_mm3),
      watertight: result.watertight,
      triangle_count: triangles.length / 3,
    },
    relies_on: [a, b, level_id],
  };
}

function requireBody(
  id: string,
  view: ModelView,
  context: PlanContext<ElementCode | 'INVALID_ARGUMENT'>,
): Mesh {
  const { kind } = requireElement(view, id, context);
  return (
    view.mesh(id) ??
    context.refuse('INVALID_ARGUMENT', `\`${id}\` is a ${kind}, which has no body to combine`)
  );
}

function combined(
  work: () => SolidResult,
  context: PlanContext<'OUT_OF_RANGE' | 'REGENERATION_FAILED'>,
): SolidResult {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SolidKernelFault) || error.code === 'crashed') throw error;
    return error.code === 'too_many_triangles'
      ? context.refuse('OUT_OF_RANGE', error.message)
      : context.refuse('REGENERATION_FAILED', error.message, { fault: error.code });
  }
}
