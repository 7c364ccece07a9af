/** @module check-dictionary: elements whose codes or properties are not as a data dictionary has them. */
import { nearest } from '../../../base/text/nearest.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Element } from '../../../building/kinds/elements.ts';
import { CLASSIFICATION } from '../../../building/kinds/shared/classification.ts';
import { propertyIn, type PropertyValue } from '../../../building/kinds/shared/properties.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { type Finding, findingId } from '../../findings/finding.ts';
import { placeOf } from '../place-of.ts';
import type { Dictionary, DictionaryClass, DictionaryProperty } from './dictionary.ts';

/** A class that elements have, as one sets it; `name` and `uri` are null for an unknown code. */
export type UsedClass = Pick<DictionaryClass, 'code' | 'name' | 'uri'> & {
  readonly known: boolean;
  readonly elements: number;
};

/** What a check against a dictionary found. */
export type DictionaryCheck = {
  /** In order of elements. */
  readonly findings: readonly Finding[];
  /** Number of elements with a code in the system of the dictionary. */
  readonly elements: number;
  readonly complete: number;
  /** In order of their codes. */
  readonly classes: readonly UsedClass[];
};

const STEP = 500;
/** Number of unknown codes for which the closest code is looked for, and of codes among which it is. */
const [MAX_NEAR, MAX_CANDIDATES] = [20, 5000];

type Fault = {
  readonly check: 'unknown_class' | 'missing' | 'type' | 'value';
  /** `SET.NAME`, or the code. */
  readonly subject: string;
  readonly expected: string;
  readonly found: PropertyValue | null;
};

/**
 * Compares the elements that have a code in the system of a dictionary with it: a code must be one of its classes, and an
 * element has the required properties of its classes, with values of their type and enumeration. A type needs no
 * properties, because its elements may have them.
 */
export function checkDictionary(
  view: ModelView,
  dictionary: Dictionary,
  applies_to: (element: Element) => boolean,
): DictionaryCheck {
  const members = membersOf(view, dictionary, applies_to);
  const found: { readonly order: number; readonly finding: Finding }[] = [];
  const checked = new Set<number>();
  const faulty = new Set<number>();
  const closest = new Map<string, string | null>();
  const steps = new Steps();
  for (const [code, elements] of members) {
    const note = ({ element, order }: Member, fault: Fault): void => {
      faulty.add(order);
      found.push({ order, finding: findingOf(element, { fault, code, dictionary }, view) });
    };
    for (const { order } of elements) checked.add(order);
    const known = dictionary.classes.get(code);
    if (known === undefined) {
      const fault = unknownClass(code, dictionary, closest);
      for (const one of elements) note(one, fault);
    }
    // One property after the other: files keep the values of few properties at a time.
    for (const property of known?.properties ?? []) {
      for (const one of elements) {
        steps.add();
        for (const fault of faultOf(one.element, property, view)) note(one, fault);
      }
    }
  }
  return {
    findings: found.toSorted((x, y) => x.order - y.order).map(({ finding }) => finding),
    elements: checked.size,
    complete: checked.size - faulty.size,
    classes: [...members]
      .toSorted(([x], [y]) => (x < y ? -1 : 1))
      .map(([code, elements]) => usedClass(code, elements.length, dictionary)),
  };
}

/** An element with its position in the model. */
type Member = { readonly element: Element; readonly order: number };

/** The elements of each code in the system of the dictionary. */
function membersOf(
  view: ModelView,
  dictionary: Dictionary,
  applies_to: (element: Element) => boolean,
): ReadonlyMap<string, readonly Member[]> {
  const members = new Map<string, Member[]>();
  const steps = new Steps();
  let order = 0;
  for (const element of view.elements()) {
    steps.add();
    order += 1;
    if (!applies_to(element)) continue;
    for (const code of codesOf(element, dictionary, view)) {
      const known = members.get(code) ?? [];
      known.push({ element, order });
      members.set(code, known);
    }
  }
  return members;
}

/** Reports progress after every few hundred steps. */
class Steps {
  #done = 0;

  add(): void {
    if (this.#done % STEP === 0) {
      checkpoint({ done: this.#done, total: 0, doing: 'comparing with the dictionary' });
    }
    this.#done += 1;
  }
}

function usedClass(code: string, elements: number, { classes }: Dictionary): UsedClass {
  const found = classes.get(code);
  const { name, uri } = found ?? { name: null, uri: null };
  return { code, name, uri, known: found !== undefined, elements };
}

/** The codes of an element in the system of a dictionary, under any of its names. */
function codesOf(
  element: Element,
  { system, others }: Dictionary,
  view: ModelView,
): readonly string[] {
  for (const name of [system, ...others]) {
    const codes = propertyIn(element, `${CLASSIFICATION}.${name}`, view);
    if (typeof codes === 'string') return codes.split(', ');
  }
  return [];
}

function unknownClass(
  code: string,
  { classes }: Dictionary,
  closest: Map<string, string | null>,
): Fault {
  if (!closest.has(code) && closest.size < MAX_NEAR) {
    const candidates = [...classes.keys()].slice(0, MAX_CANDIDATES);
    closest.set(code, nearest(code, candidates));
  }
  const near = closest.get(code) ?? null;
  const expected = near === null ? 'a code of the dictionary' : `for example \`${near}\``;
  return { check: 'unknown_class', subject: code, expected, found: code };
}

/** What is wrong with a property of an element; nothing if it is right, or absent and not required. */
function faultOf(
  element: Element,
  property: DictionaryProperty,
  view: ModelView,
): readonly Fault[] {
  const subject = `${property.set}.${property.name}`;
  const value = propertyIn(element, subject, view);
  const expected = expectedText(property);
  if (value === null || (typeof value === 'string' && value.trim() === '')) {
    if (!property.required || element.kind === 'type') return [];
    return [{ check: 'missing', subject, expected, found: null }];
  }
  if (!hasType(value, property)) return [{ check: 'type', subject, expected, found: value }];
  if (isAllowed(value, property)) return [];
  return [{ check: 'value', subject, expected, found: value }];
}

function hasType(value: PropertyValue, { type }: DictionaryProperty): boolean {
  if (type === null) return true;
  if (type === 'integer') return Number.isInteger(value);
  return type === (typeof value === 'string' ? 'text' : typeof value);
}

/** Whether a value is in an enumeration; a list of a file, `a, b`, may have several of its values. */
function isAllowed(value: PropertyValue, { values }: DictionaryProperty): boolean {
  const text = String(value);
  return (
    values.length === 0 ||
    values.includes(text) ||
    text.split(', ').every((part) => values.includes(part))
  );
}

/** Maximum number of values of an enumeration that a message names. */
const MAX_VALUES = 12;

function expectedText({ type, unit, values }: DictionaryProperty): string {
  if (values.length > 0) {
    const rest = values.length > MAX_VALUES ? ` or ${values.length - MAX_VALUES} others` : '';
    return `one of ${values.slice(0, MAX_VALUES).join(', ')}${rest}`;
  }
  const word = type === null ? 'a value' : type === 'integer' ? 'an integer' : `a ${type}`;
  return unit === null ? word : `${word} in ${unit}`;
}

type Found = { readonly fault: Fault; readonly code: string; readonly dictionary: Dictionary };

function findingOf(
  { id, kind }: Element,
  { fault: { check: name, subject, expected, found }, code, dictionary }: Found,
  view: ModelView,
): Finding {
  const check = `dictionary.${name}`;
  const { system } = dictionary;
  const message =
    name === 'unknown_class'
      ? `${kind} \`${id}\` has the code \`${code}\`, which ${system} lacks, expected ${expected}`
      : found === null
        ? `${kind} \`${id}\` of class \`${code}\` has no \`${subject}\`, expected ${expected}`
        : `\`${subject}\` of ${kind} \`${id}\` of class \`${code}\` is \`${String(found)}\`, expected ${expected}`;
  return {
    finding_id: findingId(check, [id], JSON.stringify([system, code, subject])),
    check,
    severity: name === 'missing' ? 'warning' : 'error',
    element_ids: [id],
    message,
    ...placeOf(id, view),
    details: { system, code, parameter: subject, kind, expected, found },
  };
}
