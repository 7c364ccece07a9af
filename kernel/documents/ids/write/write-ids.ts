/** @module write-ids: an IDS 1.0 file from typed content, the same bytes for the same content. */
import { xmlAttribute, xmlText } from '../../../base/text/xml-text.ts';
import {
  BOUNDS,
  type Cardinality,
  type Constraint,
  type Facet,
  type Ids,
  IDS_NAMESPACE,
  LENGTHS,
  type Restriction,
  type Specification,
  XS_NAMESPACE,
} from '../ids.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACES = {
  xmlns: IDS_NAMESPACE,
  'xmlns:xs': XS_NAMESPACE,
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xsi:schemaLocation': `${IDS_NAMESPACE} ${IDS_NAMESPACE}/1.0/ids.xsd`,
};
/** Positions of facets in an applicability. */
const ORDER: Readonly<Record<Facet['facet'], number>> = {
  entity: 0,
  partOf: 1,
  classification: 2,
  attribute: 3,
  property: 4,
  material: 5,
};
const OCCURS: Readonly<Record<Cardinality, readonly [min: string, max: string]>> = {
  required: ['1', 'unbounded'],
  optional: ['0', 'unbounded'],
  prohibited: ['0', '0'],
};

/** Attributes of an element; those without value are left out. */
type Attributes = { readonly [name: string]: string | null };
/** An element: its text, or its children. */
type Xml = {
  readonly name: string;
  readonly attributes: Attributes;
  readonly content: string | readonly Xml[];
};

/**
 * The text of the file, with a line feed at its end. Its content is not audited. Characters that XML cannot
 * contain are replaced.
 * @throws {RangeError} for an applicability of several entities, and for a file without specifications or a specification
 * without schema, which the format cannot express
 */
export function writeIds({ info, specifications }: Ids): string {
  if (specifications.length === 0) {
    throw new RangeError('an IDS file needs at least one specification; received none');
  }
  const texts = Object.entries({
    title: info.title,
    copyright: info.copyright,
    version: info.version,
    description: info.description,
    author: info.author,
    date: info.date,
    purpose: info.purpose,
    milestone: info.milestone,
  });
  const root = element('ids', NAMESPACES, [
    element(
      'info',
      {},
      texts.flatMap(([name, text]) => (text === null ? [] : [element(name, {}, text)])),
    ),
    element('specifications', {}, specifications.map(specificationXml)),
  ]);
  const lines: string[] = [HEAD];
  print(root, '', lines);
  return `${lines.join('\n')}\n`;
}

function element(name: string, attributes: Attributes, content: Xml['content']): Xml {
  return { name, attributes, content };
}

function print({ name, attributes, content }: Xml, indent: string, lines: string[]): void {
  const listed = Object.entries(attributes).flatMap(([key, value]) =>
    value === null ? [] : [` ${key}="${xmlAttribute(value)}"`],
  );
  const start = `${indent}<${name}${listed.join('')}`;
  if (content.length === 0) {
    lines.push(`${start}/>`);
  } else if (typeof content === 'string') {
    lines.push(`${start}>${xmlText(content)}</${name}>`);
  } else {
    lines.push(`${start}>`);
    for (const child of content) print(child, `${indent}  `, lines);
    lines.push(`${indent}</${name}>`);
  }
}

function specificationXml(specification: Specification): Xml {
  const { name, ifcVersion, cardinality, applicability, requirements } = specification;
  if (ifcVersion.length === 0) {
    throw new RangeError(`the specification \`${name}\` names no schema; expected at least one`);
  }
  const facets = applicability.toSorted((a, b) => ORDER[a.facet] - ORDER[b.facet]);
  if (facets.filter(({ facet }) => facet === 'entity').length > 1) {
    throw new RangeError(
      `the applicability of \`${name}\` has several entities; expected at most one, with an enumeration`,
    );
  }
  const [minOccurs, maxOccurs] = OCCURS[cardinality];
  const parts = [
    element(
      'applicability',
      { minOccurs, maxOccurs },
      facets.map((facet) => facetXml(facet, false)),
    ),
  ];
  if (requirements.length > 0) {
    const description = specification.requirementsDescription;
    const listed = requirements.map((facet) => facetXml(facet, true));
    parts.push(element('requirements', { description }, listed));
  }
  const { identifier, description, instructions } = specification;
  const attributes = {
    name,
    ifcVersion: ifcVersion.join(' '),
    identifier,
    description,
    instructions,
  };
  return element('specification', attributes, parts);
}

/** A facet; only requirements have a cardinality, instructions and an address. */
function facetXml(facet: Facet, isRequired: boolean): Xml {
  const own: Attributes = isRequired
    ? {
        uri: 'uri' in facet ? facet.uri : null,
        cardinality: facet.facet === 'entity' ? null : facet.cardinality,
        instructions: facet.instructions,
      }
    : {};
  switch (facet.facet) {
    case 'entity':
      return element('entity', own, entityParts(facet));
    case 'partOf':
      return element('partOf', { relation: facet.relation, ...own }, [
        element('entity', {}, entityParts(facet)),
      ]);
    case 'classification':
      return element('classification', own, [
        ...valueXml('value', facet.value),
        ...valueXml('system', facet.system),
      ]);
    case 'attribute':
      return element('attribute', own, [
        ...valueXml('name', facet.name),
        ...valueXml('value', facet.value),
      ]);
    case 'property':
      return element('property', { dataType: facet.dataType, ...own }, [
        ...valueXml('propertySet', facet.propertySet),
        ...valueXml('baseName', facet.baseName),
        ...valueXml('value', facet.value),
      ]);
    case 'material':
      return element('material', own, valueXml('value', facet.value));
    default:
      return facet satisfies never;
  }
}

function entityParts(facet: {
  readonly name: Constraint;
  readonly predefinedType: Constraint | null;
}): readonly Xml[] {
  return [...valueXml('name', facet.name), ...valueXml('predefinedType', facet.predefinedType)];
}

function valueXml(name: string, value: Constraint | null): readonly Xml[] {
  if (value === null) return [];
  const content =
    value.kind === 'simple' ? element('simpleValue', {}, value.text) : restrictionXml(value);
  return [element(name, {}, [content])];
}

function restrictionXml({ base, annotation, ...content }: Restriction): Xml {
  const { enumeration, patterns, bounds, lengths, digits } = content;
  const one = (name: string, value: string | number | undefined): readonly Xml[] =>
    value === undefined ? [] : [element(`xs:${name}`, { value: String(value) }, [])];
  const documentation =
    annotation === null
      ? []
      : [element('xs:annotation', {}, [element('xs:documentation', {}, annotation)])];
  return element('xs:restriction', { base: `xs:${base}` }, [
    ...documentation,
    ...enumeration.flatMap((text) => one('enumeration', text)),
    ...patterns.flatMap((text) => one('pattern', text)),
    ...BOUNDS.flatMap((name) => one(name, bounds[name])),
    ...LENGTHS.flatMap((name) => one(name, lengths[name])),
    ...one('totalDigits', digits.total),
    ...one('fractionDigits', digits.fraction),
  ]);
}
