/** @module completeness: which elements lack a parameter that they must have, and whether it is empty or none of their kind. */
import type { Finding } from '../findings/finding.ts';
import { findingId } from '../findings/finding.ts';
import type { Steps } from '../findings/steps.ts';
import type { Element } from '../kinds/elements.ts';
import { propertyIn, propertyName } from '../kinds/properties.ts';
import { isStated, statedBy, statedIn } from '../kinds/stated.ts';
import type { ModelView } from '../model/view.ts';
import type { PlacingView } from './place-of.ts';
import { placeOf } from './place-of.ts';

/** What completeness asks of a branch. */
export type CompletenessView = PlacingView & ModelView;

/** Which elements, and what each must have. */
export type Required = {
  readonly parameters: readonly string[];
  /** Whether an element is looked at. */
  readonly about: (element: Element) => boolean;
};

/** How one parameter is filled in. */
export type ParameterCount = {
  readonly filled: number;
  readonly empty: number;
  readonly not_a_parameter: number;
  /** Categories that have it, whether there are such elements or not. */
  readonly categories: readonly string[];
};

export type Completeness = {
  /** In the order of the elements, then of the parameters. */
  readonly findings: readonly Finding[];
  readonly elements: number;
  /** Elements that lack nothing. */
  readonly complete: number;
  readonly parameters: Readonly<Record<string, ParameterCount>>;
};

const STEP = 500;

/** How a parameter of an element is filled in. */
type Filled = keyof Omit<ParameterCount, 'categories'>;

/** Elements with the parameters that they lack; a step for each few hundred elements. */
export function* completeness(
  view: CompletenessView,
  { parameters, about }: Required,
): Steps<Completeness> {
  const elements = [...view.elements()].filter(about);
  const counts = new Map(
    parameters.map((name): [string, Record<Filled, number>] => [
      name,
      { filled: 0, empty: 0, not_a_parameter: 0 },
    ]),
  );
  const findings: Finding[] = [];
  let complete = 0;
  for (const [done, element] of elements.entries()) {
    if (done % STEP === 0) yield { done, total: elements.length, doing: 'parameters' };
    const before = findings.length;
    for (const [name, count] of counts) {
      const how = filled(element, name, view);
      count[how] += 1;
      if (how !== 'filled') findings.push(lacking(element, name, how, view));
    }
    if (findings.length === before) complete += 1;
  }
  return {
    findings,
    elements: elements.length,
    complete,
    parameters: Object.fromEntries(
      [...counts].map(([name, count]) => [name, { ...count, categories: having(name, view) }]),
    ),
  };
}

function filled(element: Element, name: string, view: CompletenessView): Filled {
  if (propertyName(name) !== null) {
    return isEmpty(propertyIn(element, name, view)) ? 'empty' : 'filled';
  }
  const { params } = view.kinds.of(element);
  if (!Object.hasOwn(params.shape, name)) {
    if (!isStated(name) || !statedBy(element.kind).includes(name)) return 'not_a_parameter';
    return isEmpty(statedIn(element, name, view)) ? 'empty' : 'filled';
  }
  return isEmpty(Object.entries(element.params).find(([key]) => key === name)?.[1])
    ? 'empty'
    : 'filled';
}

/** Nothing, a text of blanks or a list of nothing; 0 and false are values. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function having(name: string, { kinds }: CompletenessView): readonly string[] {
  return kinds.all
    .filter(
      ({ kind, params }) =>
        Object.hasOwn(params.shape, name) || (isStated(name) && statedBy(kind).includes(name)),
    )
    .map(({ category }) => category);
}

function lacking(
  { id, kind }: Element,
  parameter: string,
  how: Exclude<Filled, 'filled'>,
  view: CompletenessView,
): Finding {
  const check = `missing.${how}`;
  return {
    finding_id: findingId(check, [id], parameter),
    check,
    severity: 'warning',
    element_ids: [id],
    message:
      how === 'empty'
        ? `\`${parameter}\` of ${kind} \`${id}\` is empty`
        : `\`${parameter}\` is not a parameter of a ${kind} such as \`${id}\``,
    ...placeOf(id, view),
    details: { parameter, kind, lack: how },
  };
}
