/** @module modify_parameter: changes one parameter of an element. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import type { Element } from '../../../kernel/building/kinds/elements.ts';
import { slopeFor } from '../../../kernel/building/kinds/roof/roof-form.ts';
import { planModify } from '../../../kernel/building/model/plan/modify.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { namesIn } from '../../../kernel/building/view/names/given-names.ts';
import { storedName } from '../../../kernel/building/view/names/parameter-names.ts';
import { referringParams, shownReference } from '../../../kernel/building/view/shown-references.ts';
import type { PlanContext } from '../../../schemas/plan.ts';
import { ElementId } from '../../building/arguments.ts';
import { resolvedId } from '../../building/element-references.ts';
import { hintsFor } from '../../building/hints.ts';
import { ELEMENT_HINTS } from './element-hints.ts';

type ParameterChange = {
  readonly element_id: string;
  readonly parameter_name: string;
  readonly value: unknown;
};

/** Replaces `ridge_height` of a roof with the slope that results in this height, as create_roof does. */
function withRidge(
  change: ParameterChange,
  element: Element | undefined,
  context: PlanContext<'INVALID_ARGUMENT'>,
): ParameterChange {
  if (change.parameter_name !== 'ridge_height' || element?.kind !== 'roof') return change;
  const { value } = change;
  const found =
    typeof value === 'number'
      ? slopeFor(element.params, value)
      : { ok: false as const, why: 'expected a length in mm' };
  if (found.ok) return { ...change, parameter_name: 'slope_deg', value: found.slope_deg };
  return context.refuse('INVALID_ARGUMENT', `\`ridge_height\` ${String(value)}: ${found.why}`, {
    element_id: element.id,
  });
}

/** A new host and where the element is in it. */
const Rehosting = z.strictObject({ host_id: z.unknown(), offset: z.number() });

/** Takes `{host_id, offset}` for a new host apart, so that both change at once; any other value is returned unchanged. */
function withOffset({ parameter_name, value }: ParameterChange): {
  readonly value: unknown;
  readonly along?: Readonly<Record<string, unknown>>;
} {
  const both = parameter_name === 'host_id' ? Rehosting.safeParse(value).data : undefined;
  return both === undefined ? { value } : { value: both.host_id, along: { offset: both.offset } };
}

/** Changes a parameter. */
export const modifyParameter = defineCommand({
  name: 'modify_parameter',
  title: 'Change a parameter of an element',
  description:
    'Sets one parameter that get_element lists, e.g. height 2800 or end {x,y} of a wall. Dependent elements follow.',
  action: 'MODIFY',
  idempotent: true,
  input: z.strictObject({
    element_id: ElementId,
    parameter_name: z
      .string()
      .min(1)
      .max(60)
      .describe(
        'Parameter as get_element lists it, or an optional one that is not set, e.g. shape of a window; the refusal of an unknown name lists all.',
      ),
    value: z
      .unknown()
      .describe(
        'New value as get_element shows it; mm, degrees. host_id also takes {host_id, offset}.',
      ),
  }),
  output: z.object({
    element_id: z.string(),
    parameter_name: z.string(),
    from: z.unknown(),
    to: z.unknown(),
  }),
  refusals: { ...ELEMENT_HINTS, ...hintsFor('UNKNOWN_PARAMETER') },
  async plan(input, view: ModelView, context) {
    const element = view.element(input.element_id);
    const shape = element === undefined ? {} : view.kinds.of(element).params.shape;
    const parameter_name = storedName(input.parameter_name, shape);
    const refers =
      element !== undefined &&
      (Object.hasOwn(view.kinds.of(element).refs, parameter_name) ||
        referringParams(element, view).includes(parameter_name));
    const given = withOffset({ ...input, parameter_name });
    const names = refers ? await namesIn(given.value, context.named) : new Map();
    const value = refers ? resolvedId(given.value, [], { view, names }) : given.value;
    const change = { ...input, ...given, parameter_name, value };
    const plan = planModify(withRidge(change, element, context), view, context);
    if (!refers) return plan;
    return { ...plan, data: { ...plan.data, from: shownReference(plan.data.from, view) } };
  },
});
