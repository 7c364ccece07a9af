/** @module read-restriction: an `xs:restriction` or `simpleValue` as a constraint. */
import { alternatives, type Findings, quoted } from '../finding.ts';
import {
  type BoundName,
  BOUNDS,
  type Constraint,
  type LengthName,
  LENGTHS,
  type Restriction,
  XS_NAMESPACE,
} from '../ids.ts';
import { worked } from '../work.ts';
import { childPaths, isNamed, placeOf } from './structure.ts';
import type { XmlElement } from './xml-tree.ts';

/** Where findings about a part of the file go. */
export type Reading = { readonly path: string; readonly findings: Findings };

/** Steps of work for one part of a restriction. */
const FACET_STEPS = 100;

/** Constraining facets of XSD that IDS does not support. */
const UNSUPPORTED: readonly string[] = [
  'totalDigits',
  'fractionDigits',
  'whiteSpace',
  'simpleType',
  'assertion',
  'explicitTimezone',
];
const KNOWN: readonly string[] = ['annotation', 'enumeration', 'pattern', ...BOUNDS, ...LENGTHS];

/**
 * The constraint in an element of the type `idsValue`. Null if it has none, which the check of the structure reports;
 * faults inside a restriction are reported here.
 */
export function readConstraint(
  element: XmlElement,
  { path, findings }: Reading,
): Constraint | null {
  const paths = childPaths(element, path);
  for (const [index, child] of element.children.entries()) {
    const at = paths[index] ?? path;
    if (isNamed(child, 'simpleValue')) {
      return { kind: 'simple', text: child.text, place: placeOf(child, at) };
    }
    if (isNamed(child, 'xs:restriction')) return readRestriction(child, { path: at, findings });
  }
  return null;
}

type Draft = {
  readonly enumeration: string[];
  readonly patterns: string[];
  readonly bounds: { [name in BoundName]?: string };
  readonly lengths: { [name in LengthName]?: number };
  readonly digits: { fraction?: number; total?: number };
  readonly annotations: string[];
};

function readRestriction(element: XmlElement, reading: Reading): Restriction {
  const { path, findings } = reading;
  const place = placeOf(element, path);
  checkAttributes(element, ['base', 'id'], reading);
  const stated = attribute(element, 'base');
  if (stated === null) {
    findings.error('restriction-base', place, {
      message: 'a restriction lacks its base',
      found: 'no attribute `base`',
      expected: 'a type such as `xs:string` or `xs:double`',
    });
  }
  const draft: Draft = {
    enumeration: [],
    patterns: [],
    bounds: {},
    lengths: {},
    digits: {},
    annotations: [],
  };
  const paths = childPaths(element, path);
  for (const [index, child] of element.children.entries()) {
    readFacet(child, draft, { path: paths[index] ?? path, findings });
  }
  if (element.text.trim() !== '') {
    findings.error('text-unexpected', place, {
      message: 'a restriction has a text',
      found: quoted(element.text.trim()),
      expected: `only elements such as ${alternatives(KNOWN.map((name) => `xs:${name}`))}`,
    });
  }
  const { annotations, ...rest } = draft;
  return {
    kind: 'restriction',
    base: (stated ?? 'string').replace(/^.*:/u, ''),
    ...rest,
    annotation: annotations.length === 0 ? null : annotations.join('\n'),
    place,
  };
}

function readFacet(child: XmlElement, draft: Draft, { path, findings }: Reading): void {
  worked(FACET_STEPS, 'reading the IDS file');
  const { name } = child;
  const place = placeOf(child, path);
  const isXs = child.namespace === XS_NAMESPACE;
  if (isXs && name === 'annotation') {
    draft.annotations.push(...child.children.map((one) => allText(one).trim()));
    return;
  }
  if (!isXs || !(KNOWN.includes(name) || UNSUPPORTED.includes(name))) {
    findings.error('restriction-element', place, {
      message: 'a restriction has an element that XML Schema does not define there',
      found: quoted(name),
      expected: `elements among ${alternatives(KNOWN.map((one) => `xs:${one}`))}`,
    });
    return;
  }
  if (UNSUPPORTED.includes(name)) {
    findings.error('restriction-unsupported', place, {
      message: `IDS does not support \`xs:${name}\` in a restriction`,
      found: `\`xs:${name}\``,
      expected: `elements among ${alternatives(KNOWN.map((one) => `xs:${one}`))}`,
    });
  }
  checkAttributes(child, ['value', 'fixed', 'id'], { path, findings });
  const value = attribute(child, 'value');
  if (value === null) {
    findings.error('restriction-value', place, {
      message: `\`xs:${name}\` lacks its value`,
      found: 'no attribute `value`',
      expected: 'an attribute `value`',
    });
    return;
  }
  addFacet({ name, value, draft }, { place, findings });
}

/** Attributes without namespace that XML Schema does not define for an element. */
function checkAttributes(
  element: XmlElement,
  known: readonly string[],
  { path, findings }: Reading,
): void {
  for (const { name, namespace } of element.attributes) {
    if (namespace !== '' || known.includes(name)) continue;
    findings.error('attribute-unknown', placeOf(element, path), {
      message: `\`xs:${element.name}\` has an attribute that XML Schema does not define`,
      found: `the attribute ${quoted(name)}`,
      expected: `attributes among ${alternatives(known)}`,
    });
  }
}

function addFacet(
  facet: { readonly name: string; readonly value: string; readonly draft: Draft },
  at: { readonly place: Restriction['place']; readonly findings: Findings },
): void {
  const { name, value, draft } = facet;
  if (name === 'enumeration') draft.enumeration.push(value);
  if (name === 'pattern') draft.patterns.push(value);
  const bound = BOUNDS.find((one) => one === name);
  if (bound !== undefined) {
    if (draft.bounds[bound] !== undefined) repeated(name, at);
    draft.bounds[bound] = value;
  }
  const length = LENGTHS.find((one) => one === name);
  const isDigits = name === 'totalDigits' || name === 'fractionDigits';
  if (length === undefined && !isDigits) return;
  const count = countOf(value);
  if (count === null) {
    at.findings.error('restriction-value', at.place, {
      message: `the value of \`xs:${name}\` is no number of characters`,
      found: quoted(value),
      expected: 'a whole number from 0 on',
    });
  } else if (length !== undefined) {
    if (draft.lengths[length] !== undefined) repeated(name, at);
    draft.lengths[length] = count;
  } else if (name === 'totalDigits') {
    draft.digits.total = count;
  } else {
    draft.digits.fraction = count;
  }
}

function repeated(
  name: string,
  at: { readonly place: Restriction['place']; readonly findings: Findings },
): void {
  at.findings.error('restriction-repeated', at.place, {
    message: `a restriction has \`xs:${name}\` more than once`,
    found: `a further \`xs:${name}\``,
    expected: 'at most one',
  });
}

/** A non-negative whole number of at most 9 digits. */
function countOf(text: string): number | null {
  return /^\s*\+?\d{1,9}\s*$/u.test(text) ? Number(text) : null;
}

/** Value of an attribute without namespace; null without one. */
export function attribute(element: XmlElement, name: string): string | null {
  const found = element.attributes.find((one) => one.namespace === '' && one.name === name);
  return found?.value ?? null;
}

function allText(element: XmlElement): string {
  return [element.text, ...element.children.map(allText)].join('');
}
