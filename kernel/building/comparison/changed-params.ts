/** @module changed params: parameters that differ, as answers show them, and what kind of difference that is. */
import { compareText } from '../../base/canonical/deep-equal.ts';
import type { Element } from '../kinds/elements.ts';
import { shownParams } from '../kinds/kind.ts';
import { shownDifference } from '../model/effect/effect.ts';
import type { ModelView } from '../model/view.ts';
import { referringParams, shownReference } from '../view/shown-references.ts';
import type { ChangedElement } from './changed-elements.ts';
import type { ChangedParam } from './row.ts';
import type { Sides } from './sides.ts';

/** Longest value that is shown as it is, characters of JSON; the same limit as in the answers of tools. */
const VALUE_CHARS = 300;

/**
 * Parameters that differ, in alphabetical order. Of a created or deleted element these are all its values. Ids of
 * elements that the view of a side does not show are null.
 */
export function changedParamsOf(sides: Sides, one: ChangedElement): readonly ChangedParam[] {
  if (!one.direct) return [];
  const { before, after } = sides;
  const values = valuesOf(sides, one);
  const element = one.is ?? one.was;
  const names = [
    ...(one.was === undefined ? [] : referringParams(one.was, before)),
    ...(one.is === undefined ? [] : referringParams(one.is, after)),
  ];
  const shown: ChangedParam[] = [];
  for (const [name, from, to] of values) {
    const refers = names.includes(name);
    shown.push({
      name,
      label: labelOf(name),
      ...unitOf(element, name, from ?? to, after),
      from: cut(refers ? shownReference(from, before) : from),
      to: cut(refers ? shownReference(to, after) : to),
    });
  }
  return shown;
}

type Values = readonly (readonly [name: string, from: unknown, to: unknown])[];

function valuesOf({ after }: Sides, { was, is }: ChangedElement): Values {
  const { kinds } = after;
  if (was !== undefined && is !== undefined) {
    return Object.entries(shownDifference(was, is, kinds)).map(([name, { from, to }]) => [
      name,
      from,
      to,
    ]);
  }
  return Object.entries(shownParams(is ?? was, kinds))
    .filter(([, value]) => value !== null && value !== undefined)
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([name, value]) => (is === undefined ? [name, value, null] : [name, null, value]));
}

/** A value, or the beginning of its JSON followed by `…`. */
function cut(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null';
  return text.length <= VALUE_CHARS ? value : `${text.slice(0, VALUE_CHARS)}…`;
}

/** The name of a parameter in words: `top_level_id` is `top level`. */
function labelOf(name: string): string {
  return name.replace(/_(?:id|deg|mm)$/, '').replaceAll('_', ' ');
}

function unitOf(
  element: Element,
  name: string,
  value: unknown,
  { kinds }: ModelView,
): { readonly unit?: 'mm' | 'deg' } {
  if (typeof value !== 'number') return {};
  const { plain_numbers } = kinds.of(element);
  if (!Object.hasOwn(plain_numbers, name)) return { unit: 'mm' };
  return plain_numbers[name] === 'deg' ? { unit: 'deg' } : {};
}

/**
 * Whether a parameter states something other than a size, a place or a reference. Sizes and places are lengths and
 * angles, alone or in lists and objects.
 */
export function isData(
  name: string,
  values: readonly unknown[],
  element: Element,
  view: ModelView,
): boolean {
  const { plain_numbers, refs } = view.kinds.of(element);
  if (Object.hasOwn(refs, name) || name === 'appearance' || name === 'mesh') return false;
  if (Object.hasOwn(plain_numbers, name)) return plain_numbers[name] !== 'deg';
  return !values.some(hasNumber);
}

function hasNumber(value: unknown): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNumber);
}
