/** @module structure: checks the elements and attributes of an IDS file by its XSD. */
import { alternatives, type Findings, quoted } from '../finding.ts';
import type { Place } from '../ids.ts';
import { CARDINALITIES, IDS_NAMESPACE, IDS_SCHEMAS, RELATIONS, XS_NAMESPACE } from '../ids.ts';
import { worked } from '../work.ts';
import type { XmlElement } from './xml-tree.ts';

const XSI_NAMESPACE = 'http://www.w3.org/2001/XMLSchema-instance';
const XMLNS = 'http://www.w3.org/2000/xmlns/';
const XML = 'http://www.w3.org/XML/1998/namespace';

/** Steps of work for one element. */
const ELEMENT_STEPS = 200;

/** What a text or attribute must be. */
type TextRule = { readonly expected: string; readonly accepts: (text: string) => boolean };

type ElementRule = {
  /** Children in their order. */
  readonly children: readonly ChildRule[];
  /** `sequence`: in this order; `any`: in any order, any number; `choice`: exactly one of them. */
  readonly order: 'sequence' | 'any' | 'choice';
  readonly attributes: Readonly<Record<string, TextRule & { readonly required?: boolean }>>;
  /** The text of an element without children; null: no text. */
  readonly text: TextRule | null;
};

type ChildRule = {
  readonly name: string;
  readonly min: 0 | 1;
  readonly max: 1 | 'many';
  readonly rule: () => ElementRule;
};

const ANY: TextRule = { expected: 'a text', accepts: () => true };
const MAX_NUMBER = /^\+?\d{1,9}$/u;
const oneOf = (values: readonly string[]): TextRule => ({
  expected: alternatives(values),
  accepts: (text) => values.includes(text),
});
/** `xs:list` of schema names: white space between them. */
const VERSIONS: TextRule = {
  expected: `names among ${alternatives([...IDS_SCHEMAS])}, separated by spaces`,
  accepts: (text) => {
    // The spelling of earlier versions is judged with the version that the file declares.
    const names: readonly string[] = [...IDS_SCHEMAS, 'IFC4X3'];
    return text
      .trim()
      .split(/\s+/u)
      .every((name) => names.includes(name));
  },
};
const DATE: TextRule = {
  expected: 'a date such as `2026-01-31`',
  accepts: (text) => isDate(text.trim()),
};
const AUTHOR: TextRule = {
  expected: 'an e-mail address such as `name@example.org`',
  accepts: (text) => /^[^@]+@[^.]+\.[^\n\r]+$/u.test(text),
};
const UPPER_NAME: TextRule = {
  expected: 'the name of an IFC type in upper case letters, such as `IFCLABEL`',
  accepts: (text) => /^[A-Z]+$/u.test(text),
};
const COUNT: TextRule = { expected: '0 or 1', accepts: (text) => MAX_NUMBER.test(text.trim()) };
const COUNT_OR_MANY: TextRule = {
  expected: '0, 1 or `unbounded`',
  accepts: (text) => text.trim() === 'unbounded' || MAX_NUMBER.test(text.trim()),
};

function isDate(text: string): boolean {
  const found = /^-?\d{4,9}-(\d{2})-(\d{2})(?:Z|[+-]\d{2}:\d{2})?$/u.exec(text);
  if (found === null) return false;
  const [month, day] = [Number(found[1]), Number(found[2])];
  const days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return days !== undefined && day >= 1 && day <= days;
}

const leaf = (text: TextRule): ElementRule => ({
  children: [],
  order: 'sequence',
  attributes: {},
  text,
});
const child = (
  name: string,
  rule: () => ElementRule,
  [min, max]: readonly [0 | 1, 1 | 'many'] = [1, 1],
): ChildRule => ({ name, min, max, rule });
const group = (
  children: readonly ChildRule[],
  attributes: ElementRule['attributes'] = {},
  order: ElementRule['order'] = 'sequence',
): ElementRule => ({ children, order, attributes, text: null });

const VALUE = group(
  [child('simpleValue', () => leaf(ANY)), child('xs:restriction', () => RESTRICTION)],
  {},
  'choice',
);
const value = (): ElementRule => VALUE;
/** The content of a restriction is checked by its reader, which knows its meaning. */
const RESTRICTION: ElementRule = group([]);

const INSTRUCTIONS = { instructions: ANY };
const URI = { uri: ANY };
const SIMPLE_CARDINALITY = { cardinality: oneOf(['required', 'prohibited']) };
const CONDITIONAL_CARDINALITY = { cardinality: oneOf([...CARDINALITIES]) };

const ENTITY_CHILDREN = [child('name', value), child('predefinedType', value, [0, 1])];
const PART_OF = [child('entity', () => group(ENTITY_CHILDREN))];
const CLASSIFICATION = [child('value', value, [0, 1]), child('system', value)];
const ATTRIBUTE = [child('name', value), child('value', value, [0, 1])];
const PROPERTY = [
  child('propertySet', value),
  child('baseName', value),
  child('value', value, [0, 1]),
];
const MATERIAL = [child('value', value, [0, 1])];
const RELATION = { relation: oneOf([...RELATIONS]) };
const DATA_TYPE = { dataType: UPPER_NAME };

const APPLICABILITY = group(
  [
    child('entity', () => group(ENTITY_CHILDREN), [0, 1]),
    child('partOf', () => group(PART_OF, RELATION), [0, 'many']),
    child('classification', () => group(CLASSIFICATION), [0, 'many']),
    child('attribute', () => group(ATTRIBUTE), [0, 'many']),
    child('property', () => group(PROPERTY, DATA_TYPE), [0, 'many']),
    child('material', () => group(MATERIAL), [0, 'many']),
  ],
  { minOccurs: COUNT, maxOccurs: COUNT_OR_MANY },
);

const CONDITIONAL = { ...URI, ...CONDITIONAL_CARDINALITY, ...INSTRUCTIONS };
const REQUIREMENTS = group(
  [
    child('entity', () => group(ENTITY_CHILDREN, INSTRUCTIONS), [0, 'many']),
    child('partOf', () => group(PART_OF, { ...RELATION, ...SIMPLE_CARDINALITY, ...INSTRUCTIONS }), [
      0,
      'many',
    ]),
    child('classification', () => group(CLASSIFICATION, CONDITIONAL), [0, 'many']),
    child('attribute', () => group(ATTRIBUTE, { ...CONDITIONAL_CARDINALITY, ...INSTRUCTIONS }), [
      0,
      'many',
    ]),
    child('property', () => group(PROPERTY, { ...DATA_TYPE, ...CONDITIONAL }), [0, 'many']),
    child('material', () => group(MATERIAL, CONDITIONAL), [0, 'many']),
  ],
  { description: ANY },
  'any',
);

const SPECIFICATION = group(
  [child('applicability', () => APPLICABILITY), child('requirements', () => REQUIREMENTS, [0, 1])],
  {
    name: { ...ANY, required: true },
    ifcVersion: { ...VERSIONS, required: true },
    identifier: ANY,
    description: ANY,
    instructions: ANY,
  },
);

const text = (name: string, rule: TextRule = ANY): ChildRule =>
  child(name, () => leaf(rule), [0, 1]);
const INFO = group([
  child('title', () => leaf(ANY)),
  text('copyright'),
  text('version'),
  text('description'),
  text('author', AUTHOR),
  text('date', DATE),
  text('purpose'),
  text('milestone'),
]);

const IDS = group([
  child('info', () => INFO),
  child('specifications', () => group([child('specification', () => SPECIFICATION, [1, 'many'])])),
]);

/** The place of an element below a path; `index` counts from 1 among equal siblings, 0 for the only one. */
export function placeOf({ line, column }: XmlElement, path: string): Place {
  return { line, column, path };
}

/** Paths of the children of an element. */
export function childPaths(element: XmlElement, path: string): readonly string[] {
  const totals = new Map<string, number>();
  for (const { name } of element.children) totals.set(name, (totals.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  return element.children.map(({ name }) => {
    const index = (seen.get(name) ?? 0) + 1;
    seen.set(name, index);
    return (totals.get(name) ?? 0) > 1 ? `${path}/${name}[${index}]` : `${path}/${name}`;
  });
}

/** Reports everything in which a file differs from the XSD of IDS, except the content of restrictions. */
export function checkStructure(root: XmlElement, findings: Findings): void {
  if (root.name !== 'ids' || root.namespace !== IDS_NAMESPACE) {
    findings.error('root', placeOf(root, root.name), {
      message: 'the file is no IDS file',
      found: `the root element ${quoted(root.name)} of the namespace ${quoted(root.namespace)}`,
      expected: `the root element \`ids\` of the namespace \`${IDS_NAMESPACE}\``,
    });
    return;
  }
  checkElement(root, IDS, { path: 'ids', findings });
}

type Context = { readonly path: string; readonly findings: Findings };

function checkElement(element: XmlElement, rule: ElementRule, context: Context): void {
  worked(ELEMENT_STEPS, 'reading the IDS file');
  checkAttributes(element, rule, context);
  if (rule === RESTRICTION) return;
  checkText(element, rule, context);
  checkChildren(element, rule, context);
}

function checkAttributes(element: XmlElement, rule: ElementRule, context: Context): void {
  const { path, findings } = context;
  const place = placeOf(element, path);
  if (rule === RESTRICTION) return;
  for (const { name, namespace, value: given } of element.attributes) {
    if (namespace === XMLNS || namespace === XSI_NAMESPACE || namespace === XML) continue;
    const known = namespace === '' ? rule.attributes[name] : undefined;
    if (known === undefined) {
      const names = Object.keys(rule.attributes);
      findings.error('attribute-unknown', place, {
        message: `${quoted(element.name)} has an attribute that IDS 1.0 does not define there`,
        found: `the attribute ${quoted(name)}`,
        expected: names.length === 0 ? 'no attributes' : `attributes among ${alternatives(names)}`,
      });
    } else if (!known.accepts(given)) {
      findings.error('attribute-value', place, {
        message: `the attribute ${quoted(name)} of ${quoted(element.name)} has a wrong value`,
        found: quoted(given),
        expected: known.expected,
      });
    }
  }
  for (const [name, { required = false, expected }] of Object.entries(rule.attributes)) {
    const isGiven = element.attributes.some((one) => one.namespace === '' && one.name === name);
    if (required && !isGiven) {
      findings.error('attribute-missing', place, {
        message: `${quoted(element.name)} lacks the attribute \`${name}\``,
        found: 'no such attribute',
        expected,
      });
    }
  }
}

function checkText(element: XmlElement, rule: ElementRule, { path, findings }: Context): void {
  const place = placeOf(element, path);
  if (rule.text === null) {
    if (element.text.trim() === '') return;
    findings.error('text-unexpected', place, {
      message: `${quoted(element.name)} has a text`,
      found: quoted(element.text.trim()),
      expected: `only the elements ${alternatives(rule.children.map(({ name }) => name))}`,
    });
  } else if (!rule.text.accepts(element.text)) {
    findings.error('text-value', place, {
      message: `the text of ${quoted(element.name)} is wrong`,
      found: quoted(element.text),
      expected: rule.text.expected,
    });
  }
}

function checkChildren(element: XmlElement, rule: ElementRule, context: Context): void {
  const { path, findings } = context;
  const paths = childPaths(element, path);
  const counts = new Map<ChildRule, number>();
  let reached = 0;
  for (const [index, one] of element.children.entries()) {
    const position = rule.children.findIndex((known) => isNamed(one, known.name));
    const known = rule.children[position];
    const at: Context = { path: paths[index] ?? path, findings };
    if (known === undefined) {
      unknownChild(one, element, { rule, at });
      continue;
    }
    counts.set(known, (counts.get(known) ?? 0) + 1);
    if (rule.order === 'sequence' && position < reached) {
      findings.error('element-order', placeOf(one, at.path), {
        message: `${quoted(one.name)} is at a wrong position in ${quoted(element.name)}`,
        found: `${quoted(one.name)} after \`${rule.children[reached]?.name ?? ''}\``,
        expected: `the order ${rule.children.map(({ name }) => `\`${name}\``).join(', ')}`,
      });
    }
    reached = Math.max(reached, position);
    checkElement(one, known.rule(), at);
  }
  checkCounts(element, rule, { counts, context });
}

function checkCounts(
  element: XmlElement,
  rule: ElementRule,
  {
    counts,
    context,
  }: { readonly counts: ReadonlyMap<ChildRule, number>; readonly context: Context },
): void {
  const place = placeOf(element, context.path);
  const names = rule.children.map(({ name }) => name);
  if (rule.order === 'choice') {
    const total = [...counts.values()].reduce((sum, one) => sum + one, 0);
    if (total === 1) return;
    context.findings.error('element-count', place, {
      message: `${quoted(element.name)} has ${total === 0 ? 'no' : 'more than one'} value`,
      found: `${total} values`,
      expected: `exactly one of ${alternatives(names)}`,
    });
    return;
  }
  if (rule.order === 'any' && counts.size === 0) return;
  for (const known of rule.children) {
    const count = counts.get(known) ?? 0;
    if (count >= known.min && (known.max === 'many' || count <= known.max)) continue;
    context.findings.error('element-count', place, {
      message:
        count === 0
          ? `${quoted(element.name)} lacks \`${known.name}\``
          : `${quoted(element.name)} has \`${known.name}\` more than once`,
      found: `${count} elements \`${known.name}\``,
      expected: known.max === 'many' ? 'at least one' : 'exactly one',
    });
  }
}

function unknownChild(
  one: XmlElement,
  parent: XmlElement,
  { rule, at }: { readonly rule: ElementRule; readonly at: Context },
): void {
  const names = rule.children.map(({ name }) => name);
  const isForeign = one.namespace !== IDS_NAMESPACE && names.includes(one.name);
  at.findings.error('element-unknown', placeOf(one, at.path), {
    message: `${quoted(parent.name)} has an element that IDS 1.0 does not define there`,
    found: isForeign
      ? `${quoted(one.name)} of the namespace ${quoted(one.namespace)}`
      : quoted(one.name),
    expected: names.length === 0 ? 'only text' : `elements among ${alternatives(names)}`,
  });
}

/** Whether an element is the one of a rule; `xs:` is the namespace of XML Schema. */
export function isNamed({ name, namespace }: XmlElement, expected: string): boolean {
  if (expected.startsWith('xs:')) return namespace === XS_NAMESPACE && `xs:${name}` === expected;
  return namespace === IDS_NAMESPACE && name === expected;
}
