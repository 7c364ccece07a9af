/** @module completeness: elements that lack a required parameter: it is empty, or not defined for their kind. */
import { checkpoint } from '../../base/work/checkpoint.ts';
import type { Element } from '../../building/kinds/elements.ts';
import { propertyIn, propertyName } from '../../building/kinds/shared/properties.ts';
import { isStated, statedBy, statedIn } from '../../building/kinds/shared/stated.ts';
import type { ModelView } from '../../building/model/view.ts';
import type { Finding } from '../findings/finding.ts';
import { findingId } from '../findings/finding.ts';
import { placeOf } from './place-of.ts';

/** The elements to check, and the parameters that each must have. */
export type Required = {
  readonly parameters: readonly string[];
  /** Whether an element is checked. */
  readonly applies_to: (element: Element) => boolean;
};

/** Number of elements for each state of one parameter. */
export type ParameterCount = {
  readonly filled: number;
  readonly empty: number;
  readonly not_a_parameter: number;
  /** Categories that define the parameter, including those without elements. */
  readonly categories: readonly string[];
};

export type Completeness = {
  /** Sorted by element, then by parameter. */
  readonly findings: readonly Finding[];
  readonly elements: number;
  /** Number of elements with all required parameters. */
  readonly complete: number;
  readonly parameters: Readonly<Record<string, ParameterCount>>;
};

const STEP = 500;

/** State of a parameter of an element. */
type ParameterState = keyof Omit<ParameterCount, 'categories'>;

/** Finds elements that lack required parameters, with a checkpoint after every few hundred elements. */
export function completeness(view: ModelView, { parameters, applies_to }: Required): Completeness {
  const elements = [...view.elements()].filter(applies_to);
  const counts = new Map(
    parameters.map((name): [string, Record<ParameterState, number>] => [
      name,
      { filled: 0, empty: 0, not_a_parameter: 0 },
    ]),
  );
  const findings: Finding[] = [];
  let complete = 0;
  for (const [done, element] of elements.entries()) {
    if (done % STEP === 0) checkpoint({ done, total: elements.length, doing: 'parameters' });
    const before = findings.length;
    for (const [name, count] of counts) {
      const state = stateOf(element, name, view);
      count[state] += 1;
      if (state !== 'filled') findings.push(lackFinding(element, name, state, view));
    }
    if (findings.length === before) complete += 1;
  }
  return {
    findings,
    elements: elements.length,
    complete,
    parameters: Object.fromEntries(
      [...counts].map(([name, count]) => [
        name,
        { ...count, categories: categoriesWith(name, view) },
      ]),
    ),
  };
}

function stateOf(element: Element, name: string, view: ModelView): ParameterState {
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

/** Whether a value is missing, a blank string or an empty list; 0 and false are not empty. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function categoriesWith(name: string, { kinds }: ModelView): readonly string[] {
  return kinds.all
    .filter(
      ({ kind, params }) =>
        Object.hasOwn(params.shape, name) || (isStated(name) && statedBy(kind).includes(name)),
    )
    .map(({ category }) => category);
}

function lackFinding(
  { id, kind }: Element,
  parameter: string,
  state: Exclude<ParameterState, 'filled'>,
  view: ModelView,
): Finding {
  const check = `missing.${state}`;
  return {
    finding_id: findingId(check, [id], parameter),
    check,
    severity: 'warning',
    element_ids: [id],
    message:
      state === 'empty'
        ? `\`${parameter}\` of ${kind} \`${id}\` is empty`
        : `\`${parameter}\` is not a parameter of a ${kind} such as \`${id}\``,
    ...placeOf(id, view),
    details: { parameter, kind, lack: state },
  };
}
