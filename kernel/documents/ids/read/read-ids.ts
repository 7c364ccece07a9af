/** @module read-ids: an IDS 1.0 file as typed content, with everything in which it differs from the format. */
import { Findings, type IdsFinding } from '../finding.ts';
import {
  type Cardinality,
  CARDINALITIES,
  type Facet,
  type Ids,
  IDS_SCHEMAS,
  type IdsInfo,
  type IdsSchema,
  type PartOfFacet,
  RELATIONS,
  type Specification,
} from '../ids.ts';
import { checkVersion } from './declared-version.ts';
import { type LargePatterns, largePatterns, MAX_PATTERN_STATES } from './pattern-limit.ts';
import { attribute, readConstraint, type Reading } from './read-restriction.ts';
import { checkStructure, childPaths, isNamed, placeOf } from './structure.ts';
import { parseXml, type XmlElement, XmlFault, xmlTextOf } from './xml-tree.ts';

/** What was read. */
export type ReadIds = {
  /** Null if the file is no IDS file, or is beyond a limit. Facets without their required parts are left out; findings name them. */
  readonly ids: Ids | null;
  /** In what the file differs from the format; empty if it is valid by the XSD of IDS. */
  readonly findings: readonly IdsFinding[];
};

/**
 * Reads an IDS file. It never throws for the content of the file: what is no XML, has a DTD or is beyond a limit is a finding
 * of the rule `xml`; patterns beyond `MAX_PATTERN_STATES` are one of the rule `pattern-limit`. Takes time and memory in the size of the file, which is limited.
 */
export function readIds(file: Uint8Array | string): ReadIds {
  const findings = new Findings();
  try {
    const root = parseXml(typeof file === 'string' ? file : xmlTextOf(file));
    const large = largePatterns(root);
    if (large !== null) return { ids: null, findings: [tooLarge(large)] };
    checkStructure(root, findings);
    const isIds = findings.all().every(({ rule }) => rule !== 'root');
    if (isIds) checkVersion(root, findings);
    const ids = isIds ? idsIn(root, findings) : null;
    return { ids, findings: findings.all() };
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    const { line, column, message } = error;
    findings.error(
      'xml',
      { line, column, path: '' },
      { message, found: 'a file that cannot be read', expected: 'an IDS 1.0 file: XML in UTF-8' },
    );
    return { ids: null, findings: findings.all() };
  }
}

function tooLarge({ states, element }: LargePatterns): IdsFinding {
  return {
    rule: 'pattern-limit',
    severity: 'error',
    place: placeOf(element, ''),
    message: `the patterns of the file have ${states} characters when their counts are written out`,
    found: `${states} characters, the first too many in this pattern`,
    expected: `at most ${MAX_PATTERN_STATES} in all, such as \`.*\` instead of \`(.?){1600}\``,
  };
}

function idsIn(root: XmlElement, findings: Findings): Ids {
  const info = root.children.find((one) => isNamed(one, 'info'));
  const list = root.children.find((one) => isNamed(one, 'specifications'));
  const paths = list === undefined ? [] : childPaths(list, 'ids/specifications');
  const specifications = (list?.children ?? []).flatMap((one, index) =>
    isNamed(one, 'specification')
      ? [specificationIn(one, { path: paths[index] ?? '', findings })]
      : [],
  );
  return { info: infoIn(info), specifications };
}

function infoIn(info: XmlElement | undefined): IdsInfo {
  const text = (name: string): string | null =>
    info?.children.find((one) => isNamed(one, name))?.text ?? null;
  return {
    title: text('title') ?? '',
    copyright: text('copyright'),
    version: text('version'),
    description: text('description'),
    author: text('author'),
    date: text('date'),
    purpose: text('purpose'),
    milestone: text('milestone'),
  };
}

function specificationIn(element: XmlElement, { path, findings }: Reading): Specification {
  const paths = childPaths(element, path);
  const part = (name: string): { readonly element: XmlElement; readonly path: string } | null => {
    const index = element.children.findIndex((one) => isNamed(one, name));
    const found = element.children[index];
    return found === undefined ? null : { element: found, path: paths[index] ?? path };
  };
  const [applicability, requirements] = [part('applicability'), part('requirements')];
  const facets = (from: ReturnType<typeof part>): readonly Facet[] =>
    from === null ? [] : facetsIn(from.element, { path: from.path, findings });
  return {
    name: attribute(element, 'name') ?? '',
    identifier: attribute(element, 'identifier'),
    description: attribute(element, 'description'),
    instructions: attribute(element, 'instructions'),
    ifcVersion: versionsIn(attribute(element, 'ifcVersion') ?? ''),
    cardinality: applicability === null ? 'optional' : occursIn(applicability, findings),
    applicability: facets(applicability),
    requirements: facets(requirements),
    requirementsDescription:
      requirements === null ? null : attribute(requirements.element, 'description'),
    place: placeOf(element, path),
  };
}

/** Known schema names; `IFC4X3` is the spelling of earlier versions of IDS. */
function versionsIn(text: string): readonly IdsSchema[] {
  const names = new Set(text.trim().split(/\s+/u));
  return IDS_SCHEMAS.filter(
    (name) => names.has(name) || (name === 'IFC4X3_ADD2' && names.has('IFC4X3')),
  );
}

/** The cardinality that `minOccurs` and `maxOccurs` state; both are 1 by default. */
function occursIn(
  { element, path }: { readonly element: XmlElement; readonly path: string },
  findings: Findings,
): Cardinality {
  const min = (attribute(element, 'minOccurs') ?? '1').trim();
  const max = (attribute(element, 'maxOccurs') ?? '1').trim();
  const [least, most] = [Number(min), max === 'unbounded' ? Infinity : Number(max)];
  const isKnown =
    (max === 'unbounded' && (least === 0 || least === 1)) || (least === 0 && most === 0);
  if (!isKnown) {
    const severity = least <= most ? 'warning' : 'error';
    findings[severity]('occurs', placeOf(element, path), {
      message: 'the applicability has a cardinality that IDS does not define',
      found: `minOccurs \`${min.slice(0, 20)}\`, maxOccurs \`${max.slice(0, 20)}\``,
      expected:
        'minOccurs 1 and maxOccurs `unbounded` (required), 0 and `unbounded` (optional), or 0 and 0 (prohibited)',
    });
  }
  if (most === 0) return 'prohibited';
  return least === 0 ? 'optional' : 'required';
}

function facetsIn(element: XmlElement, { path, findings }: Reading): readonly Facet[] {
  const paths = childPaths(element, path);
  return element.children.flatMap((one, index) => {
    const facet = facetIn(one, { path: paths[index] ?? path, findings });
    return facet === null ? [] : [facet];
  });
}

/** A facet; null if it lacks a part that it needs, or is unknown. */
function facetIn(element: XmlElement, reading: Reading): Facet | null {
  const value = constraints(element, reading);
  const common = {
    cardinality:
      CARDINALITIES.find((one) => one === attribute(element, 'cardinality')) ?? 'required',
    instructions: attribute(element, 'instructions'),
    place: placeOf(element, reading.path),
  };
  const uri = attribute(element, 'uri');
  switch (element.name) {
    case 'entity': {
      const name = value('name');
      if (name === null) return null;
      return { facet: 'entity', name, predefinedType: value('predefinedType'), ...common };
    }
    case 'partOf':
      return partOfIn(element, reading, common);
    case 'classification': {
      const system = value('system');
      return system === null
        ? null
        : { facet: 'classification', value: value('value'), system, uri, ...common };
    }
    case 'attribute': {
      const name = value('name');
      return name === null ? null : { facet: 'attribute', name, value: value('value'), ...common };
    }
    case 'property': {
      const [propertySet, baseName] = [value('propertySet'), value('baseName')];
      if (propertySet === null || baseName === null) return null;
      const dataType = attribute(element, 'dataType');
      return {
        facet: 'property',
        propertySet,
        baseName,
        value: value('value'),
        dataType,
        uri,
        ...common,
      };
    }
    case 'material':
      return { facet: 'material', value: value('value'), uri, ...common };
    default:
      return null;
  }
}

function partOfIn(
  element: XmlElement,
  { path, findings }: Reading,
  common: Pick<PartOfFacet, 'cardinality' | 'instructions' | 'place'>,
): Facet | null {
  const entity = element.children.find((one) => isNamed(one, 'entity'));
  if (entity === undefined) return null;
  const value = constraints(entity, { path: `${path}/entity`, findings });
  const name = value('name');
  if (name === null) return null;
  const stated = attribute(element, 'relation');
  const relation = RELATIONS.find((one) => one === stated) ?? null;
  return { facet: 'partOf', relation, name, predefinedType: value('predefinedType'), ...common };
}

/** Reads the constraint in a child of this name; each is read once, because reading reports faults. */
function constraints(
  element: XmlElement,
  { path, findings }: Reading,
): (name: string) => ReturnType<typeof readConstraint> {
  return (name) => {
    const child = element.children.find((one) => isNamed(one, name));
    return child === undefined
      ? null
      : readConstraint(child, { path: `${path}/${name}`, findings });
  };
}
