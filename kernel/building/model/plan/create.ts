/** @module create: creates one element of any kind. */
import type * as z from 'zod';

import type { Plan, PlanContext } from '../../../../schemas/plan.ts';
import type { ElementFor, Kind, KindCode, ParamsSchema } from '../../kinds/kind.ts';
import { fillingsIn } from '../../kinds/rules/hosting.ts';
import type { ModelView } from '../view.ts';
import { requireBuildable } from './check.ts';
import { created, paramsOnGrid } from './planned.ts';

/** A new element as it would be stored, with the facts that its check returned. */
export type Creation<K extends string, P extends ParamsSchema, Facts> = {
  readonly id: string;
  readonly element: ElementFor<K, P>;
  readonly facts: Facts;
  /** Returns the plan that creates the element, with `data` as the answer. */
  plan<Data>(data: Data, more?: More): Plan<Data>;
};

/** Additional warnings and dependencies of a plan. */
type More = {
  readonly warnings?: readonly string[];
  readonly relies_on?: readonly string[];
};

/**
 * Plans an element with these parameters. Refuses an element that breaks a rule of its kind; the
 * caller's context must therefore accept every code of the kind.
 */
export function createElement<
  K extends string,
  P extends ParamsSchema,
  Code extends KindCode,
  Facts extends object,
>(
  kind: Kind<K, P, Code, Facts>,
  params: z.output<P>,
  view: ModelView,
  context: PlanContext<NoInfer<Code> | 'OUT_OF_RANGE'>,
): Creation<K, P, Facts> {
  const proposed: ElementFor<K, P> = {
    id: context.ids.next(kind.kind),
    kind: kind.kind,
    params: paramsOnGrid(params, kind.plain_numbers),
  };
  const { element, facts, warnings } = kind.check(proposed, view, context);
  requireBuildable(element, view, context);
  const { level, top, host, type, rise, under } = view.kinds.references(element);
  const needed =
    host === null
      ? [level, top, type, rise, under]
      : [view.levelOf(host), type, ...fillingsIn(view, host).map(({ id }) => id)];
  return {
    id: element.id,
    element,
    facts,
    plan: (data, more = {}) => ({
      events: created(element, view.kinds),
      data,
      warnings: [...warnings, ...(more.warnings ?? [])],
      relies_on: [...needed.filter((id) => id !== null), ...(more.relies_on ?? [])],
    }),
  };
}
