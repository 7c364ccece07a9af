/** @module boolean: the exact union, difference or intersection of two elements, which takes their place. */
import type { Plan, PlanContext } from '../../../../../schemas/plan.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import type { Mesh } from '../../../geometry/mesh/mesh.ts';
import { meshVolume } from '../../../geometry/mesh/mesh.ts';
import type { SolidResult } from '../../../geometry/mesh/solid-kernel.ts';
import { loadSolidKernel, SolidKernelFault } from '../../../geometry/mesh/solid-kernel.ts';
import type { ElementCode } from '../../../kinds/rules/lookup.ts';
import { requireElement } from '../../../kinds/rules/lookup.ts';
import type { BOOLEAN_OPERATIONS, SolidCode } from '../../../kinds/solid/solid.ts';
import {
  MAX_INDICES,
  MAX_POSITIONS,
  solid,
  volumeToleranceOf,
} from '../../../kinds/solid/solid.ts';
import type { ModelView } from '../../view.ts';
import { createElement } from '../create.ts';
import { planDelete } from '../delete.ts';
import { joinedWarnings, SMALLEST_LEFT_OUT_MM3, type Trimmed, trimmed } from './joined-growth.ts';

export type BooleanCode =
  | SolidCode
  | ElementCode
  | 'INVALID_ARGUMENT'
  | 'OUT_OF_RANGE'
  | 'EMPTY_RESULT'
  | 'REGENERATION_FAILED';

type BooleanInput = {
  readonly element_a: string;
  readonly element_b: string;
  readonly operation: (typeof BOOLEAN_OPERATIONS)[number];
};

/**
 * Plans the boolean of two elements and the deletion of those whose place it takes, so that nothing
 * exists twice: both, but of a difference only the first, because the second one fills the place that
 * it was cut from. Walls that were joined to a deleted one grow into its place; the solid leaves out what
 * they fill. Union and intersection sort the operands by id, so that both orders give the same
 * solid; a difference uses the order of the arguments. The result has world coordinates: it does not
 * move when its level or a source moves. The volume is that of the stored mesh, mm³; the tolerance
 * bounds the error of replacing true circles by polygons.
 */
export async function planBoolean(
  input: BooleanInput,
  view: ModelView,
  context: PlanContext<BooleanCode>,
): Promise<
  Plan<
    {
      readonly solid_id: string;
      readonly volume_mm3: number;
      readonly volume_tolerance_mm3: number;
      readonly watertight: boolean;
      readonly triangle_count: number;
    } & ReturnType<typeof planDelete>['data']
  >
> {
  const { operation } = input;
  const [a, b] = orderedIds(input, context);
  const first = requireBody(a, view, context);
  const second = requireBody(b, view, context);
  const level_id = view.levelOf(a) ?? view.levelOf(b);
  if (level_id === null) {
    return context.refuse('INVALID_ARGUMENT', `neither \`${a}\` nor \`${b}\` stands on a level`);
  }
  const replaced = operation === 'subtract' ? [a] : [a, b];
  requireHostsReplaced({ replaced, b }, view, context);
  const kernel = await loadSolidKernel();
  const removal = planDelete(replaced, view, context);
  const sides = { kernel, before: view, after: view.apply(removal.events) };
  const { whole, cut } = combined(context, () => {
    const all = kernel.boolean(first.mesh, second.mesh, operation);
    return { whole: all, cut: trimmed(all, replaced, sides) };
  });
  const { result } = cut;
  if (result.empty) {
    context.refuse('EMPTY_RESULT', `${operation} of \`${a}\` and \`${b}\` is empty`, {
      element_a: a,
      element_b: b,
      operation,
    });
  }
  const { positions, triangles } = result.mesh;
  if (positions.length > MAX_POSITIONS || triangles.length > MAX_INDICES) {
    context.refuse(
      'OUT_OF_RANGE',
      `the result has ${triangles.length / 3} triangles, expected at most ${MAX_INDICES / 3}`,
    );
  }
  const volume_tolerance_mm3 = first.tolerance_mm3 + second.tolerance_mm3;
  const params = {
    level_id,
    name: null,
    operation,
    source_ids: [a, b],
    positions: [...positions],
    triangles: [...triangles],
    offset: { x: 0, y: 0, z: 0 },
    volume_tolerance_mm3,
  };
  const made = createElement(solid, params, view, context);
  const data = {
    solid_id: made.id,
    volume_mm3: toGrid(meshVolume(result.mesh)),
    volume_tolerance_mm3,
    watertight: result.watertight,
    triangle_count: triangles.length / 3,
  };
  const plan = made.plan(data, { relies_on: [a, b, ...cut.walls, ...cut.unknown] });
  const warnings = [
    ...(plan.warnings ?? []),
    ...(isUnchanged(operation, [first, second], { whole, cut })
      ? [apartWarning(operation, [a, b], view)]
      : []),
    ...joinedWarnings(cut, view),
  ];
  return inPlace({ ...plan, warnings }, removal, view);
}

/** The ids of the operands, sorted if the order has no meaning. */
function orderedIds(
  { element_a, element_b, operation }: BooleanInput,
  context: PlanContext<'INVALID_ARGUMENT'>,
): readonly [string, string] {
  if (element_a === element_b) {
    context.refuse(
      'INVALID_ARGUMENT',
      `\`element_a\` and \`element_b\` are both \`${element_a}\`, expected two elements`,
    );
  }
  return operation === 'subtract' || element_a < element_b
    ? [element_a, element_b]
    : [element_b, element_a];
}

/** Whether a union or difference is its operands as they are: they have nothing in common, and no wall cuts the result. */
function isUnchanged(
  operation: BooleanInput['operation'],
  [first, second]: readonly [Operand, Operand],
  { whole, cut }: { readonly whole: SolidResult; readonly cut: Trimmed },
): boolean {
  const both = operation === 'union' ? meshVolume(second.mesh) : 0;
  const all = meshVolume(first.mesh) + both;
  return (
    operation !== 'intersect' &&
    cut.walls.length === 0 &&
    Math.abs(all - whole.volume_mm3) <= NOISE * all + SMALLEST_LEFT_OUT_MM3
  );
}

/** Warns that the bodies have nothing in common. */
function apartWarning(
  operation: BooleanInput['operation'],
  [a, b]: readonly [string, string],
  view: ModelView,
): string {
  const [first, second] = [a, b].map((id) => `${view.element(id)?.kind ?? 'element'} \`${id}\``);
  const is = operation === 'union' ? 'both bodies as they are' : `the body of \`${a}\` as it is`;
  return `${first} and ${second} share no volume: the solid is ${is}`;
}

/**
 * Refuses INVALID_ARGUMENT if something would be missing or exist twice after the deletion: if the second operand of a
 * difference is deleted as a dependant of the first, or if an operand is deleted whose host remains, because the host
 * then fills the place of the operand.
 */
function requireHostsReplaced(
  { replaced, b }: { readonly replaced: readonly string[]; readonly b: string },
  view: ModelView,
  context: PlanContext<'INVALID_ARGUMENT'>,
): void {
  const kindOf = (id: string): string => view.element(id)?.kind ?? 'element';
  const deleted = new Set(replaced.flatMap((id) => view.cascadeOf(id).map((one) => one.id)));
  const [first = ''] = replaced;
  if (!replaced.includes(b) && deleted.has(b)) {
    context.refuse(
      'INVALID_ARGUMENT',
      `${kindOf(b)} \`${b}\` belongs to ${kindOf(first)} \`${first}\` and is deleted with it, but subtract keeps \`element_b\`: give an element that \`${first}\` does not host`,
      { element_id: b, host_id: first },
    );
  }
  for (const id of replaced) {
    const element = view.element(id);
    const host = element === undefined ? null : view.kinds.references(element).host;
    if (host === null || deleted.has(host)) continue;
    context.refuse(
      'INVALID_ARGUMENT',
      `${kindOf(id)} \`${id}\` is in ${kindOf(host)} \`${host}\`, which fills its place when it is deleted: give the ${kindOf(host)}, or an element without a host`,
      { element_id: id, host_id: host },
    );
  }
}

/** The plan of a solid with the deletion of the elements whose place it takes. */
function inPlace<Data extends { readonly solid_id: string }>(
  plan: Plan<Data>,
  removal: ReturnType<typeof planDelete>,
  view: ModelView,
): Plan<Data & ReturnType<typeof planDelete>['data']> {
  const { exclusive } = removal;
  const taken = removal.data.deleted_ids.map(
    (id) => `${view.element(id)?.kind ?? 'element'} \`${id}\``,
  );
  const deletes = taken.length === 1 ? 'it' : 'both';
  return {
    ...plan,
    data: { ...plan.data, ...removal.data },
    events: [...plan.events, ...removal.events],
    warnings: [
      ...(plan.warnings ?? []),
      `solid \`${plan.data.solid_id}\` takes the place of ${taken.join(' and ')}: deletes ${deletes}`,
      ...(removal.warnings ?? []),
    ],
    ...(exclusive === undefined ? {} : { exclusive }),
  };
}

/** An operand, and the upper bound of the difference between its mesh volume and its true volume, mm³. */
type Operand = { readonly mesh: Mesh; readonly tolerance_mm3: number };

/** Relative volume difference that is treated as rounding error: measures are rounded and face sums have noise. */
const NOISE = 1e-9;

function requireBody(
  id: string,
  view: ModelView,
  context: PlanContext<ElementCode | 'INVALID_ARGUMENT'>,
): Operand {
  const element = requireElement(view, id, context);
  const mesh =
    view.fineMesh(id) ??
    context.refuse(
      'INVALID_ARGUMENT',
      `\`${id}\` is a ${element.kind}, which has no body to combine`,
    );
  // The polygon of a circle lies inside the circle. A boolean therefore differs by at most the full volume
  // between the two.
  const volume = meshVolume(mesh);
  const between = Math.abs((view.measures(id).volume_mm3 ?? volume) - volume);
  const round = between <= NOISE * volume + 0.001 ? 0 : Math.ceil(between);
  return { mesh, tolerance_mm3: round + volumeToleranceOf(element) };
}

/** The result of work with the solid kernel, whose faults are refused. */
function combined<Result>(
  context: PlanContext<'OUT_OF_RANGE' | 'REGENERATION_FAILED'>,
  work: () => Result,
): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SolidKernelFault) || error.code === 'crashed') throw error;
    return error.code === 'too_many_triangles'
      ? context.refuse('OUT_OF_RANGE', error.message)
      : context.refuse('REGENERATION_FAILED', error.message, { fault: error.code });
  }
}
