/** @module values: how values of IFC types are written in IDS, and whether constraints can accept any of them. */
import type { IfcSchema } from '../../ifc/schema/ifc-schema.ts';
import type { IfcType } from '../../ifc/schema/ifc-type.ts';
import { isWritten, orderOf, realOf } from '../check/lexical.ts';
import { alternatives, type Findings, quoted } from '../finding.ts';
import type { BoundName, Constraint, Restriction } from '../ids.ts';
import { patternFault } from '../patterns/pattern.ts';

/** Types that are texts in IFC, but have a form of their own in IDS. */
const OWN_BASES: ReadonlyMap<string, string> = new Map([
  ['IfcDate', 'date'],
  ['IfcDateTime', 'dateTime'],
  ['IfcTime', 'time'],
  ['IfcDuration', 'duration'],
  ['IfcCountMeasure', 'integer'],
  ['IfcURIReference', 'anyURI'],
]);
const BASES: Readonly<Record<string, string>> = {
  REAL: 'double',
  NUMBER: 'double',
  INTEGER: 'integer',
  BOOLEAN: 'boolean',
  LOGICAL: 'string',
  STRING: 'string',
};

/** The base of restrictions of a type; null if IDS cannot check its values. */
export function baseOf(type: IfcType): string | null {
  let at = type;
  while (at.kind === 'defined') {
    const own = OWN_BASES.get(at.name);
    if (own !== undefined) return own;
    at = at.of;
  }
  if (at.kind === 'enumeration') return 'string';
  return at.kind === 'simple' ? (BASES[at.name] ?? null) : null;
}

/** The base of a data type such as `IFCLABEL`; null if the schema has no such type, or IDS cannot check its values. */
export function baseOfDataType(dataType: string, ifc: IfcSchema): string | null {
  const type = ifc.type(dataType);
  if (type === undefined || (type.kind !== 'defined' && type.kind !== 'enumeration')) return null;
  return baseOf(type);
}

/** Which constraints a base allows, besides patterns and enumerations. */
const HAS_LENGTH: readonly string[] = ['string', 'anyURI', 'anyUri'];
const HAS_NO_BOUNDS: readonly string[] = ['string', 'anyURI', 'anyUri', 'boolean'];
const KNOWN_BASES: readonly string[] = [
  'string',
  'boolean',
  'double',
  'integer',
  'date',
  'dateTime',
  'time',
  'duration',
  'anyURI',
  'anyUri',
  'decimal',
  'float',
];

/** Reports what is wrong with a constraint by itself: an empty one, patterns and numbers that are none, an empty range. */
export function auditConstraint(constraint: Constraint, findings: Findings): void {
  if (constraint.kind === 'simple') {
    if (constraint.text !== '') return;
    findings.error('value-empty', constraint.place, {
      message: 'a value is empty, so that nothing can meet it',
      found: 'an empty text',
      expected: 'a text, or no such element',
    });
    return;
  }
  auditBase(constraint, findings);
  auditContent(constraint, findings);
  for (const pattern of constraint.patterns) auditPattern(pattern, constraint, findings);
  auditTexts(constraint, findings);
  auditRange(constraint, findings);
  auditLengths(constraint, findings);
}

function auditBase(
  { base, place, enumeration, bounds, lengths }: Restriction,
  findings: Findings,
): void {
  if (!KNOWN_BASES.includes(base)) {
    findings.error('restriction-base', place, {
      message: 'a restriction has a base that IDS does not use',
      found: quoted(`xs:${base}`),
      expected: alternatives(KNOWN_BASES.slice(0, 9).map((name) => `xs:${name}`)),
    });
    return;
  }
  const wrong = [
    ...(HAS_NO_BOUNDS.includes(base) ? Object.keys(bounds) : []),
    ...(HAS_LENGTH.includes(base) ? [] : Object.keys(lengths)),
    ...(base === 'boolean' && enumeration.length > 0 ? ['enumeration'] : []),
  ];
  if (wrong.length === 0) return;
  findings.error('restriction-content', place, {
    message: `a restriction of \`xs:${base}\` has constraints that this base does not allow`,
    found: alternatives(wrong.map((name) => `xs:${name}`)),
    expected: HAS_LENGTH.includes(base)
      ? 'patterns, enumerations or lengths'
      : 'patterns, enumerations or bounds',
  });
}

function auditContent(restriction: Restriction, findings: Findings): void {
  const { enumeration, patterns, bounds, lengths, digits, place } = restriction;
  const isEmpty =
    enumeration.length + patterns.length === 0 &&
    [bounds, lengths, digits].every((one) => Object.keys(one).length === 0);
  if (!isEmpty) return;
  findings.error('restriction-empty', place, {
    message: 'a restriction restricts nothing',
    found: 'no constraints',
    expected: 'at least one enumeration, pattern, bound or length',
  });
}

function auditPattern(pattern: string, { place }: Restriction, findings: Findings): void {
  const fault = pattern === '' ? 'is empty' : patternFault(pattern);
  if (fault !== null) {
    findings.error('pattern', place, {
      message: `a pattern ${fault}`,
      found: quoted(pattern),
      expected: 'a regular expression of XML Schema',
    });
    return;
  }
  if (pattern.includes('(?:')) {
    findings.warning('pattern-dialect', place, {
      message: 'a pattern has `(?:`, which XML Schema does not define',
      found: quoted(pattern),
      expected: 'brackets `(` and `)`, which mean the same there',
    });
  }
  if (/^\^|\$$/u.test(pattern) && !pattern.endsWith('\\$')) {
    findings.warning('pattern-anchor', place, {
      message: 'a pattern has `^` or `$`, which stand for themselves in XML Schema',
      found: quoted(pattern),
      expected: 'a pattern without them: it always applies to the whole text',
    });
  }
}

function auditTexts({ enumeration, base, place }: Restriction, findings: Findings): void {
  const wrong = enumeration.filter((text) => text === '' || !isWritten(text, base));
  if (wrong.length > 0) {
    findings.error('enumeration-value', place, {
      message: `an enumeration has texts that are no values of \`xs:${base}\``,
      found: alternatives(wrong),
      expected: expectedText(base),
    });
  }
}

/** How values of a base are written. */
function expectedText(base: string): string {
  const examples: Readonly<Record<string, string>> = {
    double: 'a number such as `1.5` or `1e3`',
    float: 'a number such as `1.5` or `1e3`',
    decimal: 'a number such as `1.5`',
    integer: 'a whole number such as `3`, without decimal point',
    boolean: '`true` or `false`',
    date: 'a date such as `2026-01-31`',
    dateTime: 'a moment such as `2026-01-31T12:00:00`',
    time: 'a time such as `12:00:00`',
    duration: 'a duration such as `P1DT2H`',
  };
  return examples[base] ?? 'a text that is not empty';
}

/** The place of a bound on the axis of its base; null if it is no value of the base. */
function boundOf({ bounds, base }: Restriction, name: BoundName): number | null | undefined {
  const text = bounds[name];
  if (text === undefined) return undefined;
  if (!isWritten(text.trim(), base)) return null;
  return realOf(text.trim()) ?? orderOf(text.trim(), base);
}

function auditRange(restriction: Restriction, findings: Findings): void {
  const { place, base, bounds } = restriction;
  const [minInclusive, minExclusive] = [
    boundOf(restriction, 'minInclusive'),
    boundOf(restriction, 'minExclusive'),
  ];
  const [maxInclusive, maxExclusive] = [
    boundOf(restriction, 'maxInclusive'),
    boundOf(restriction, 'maxExclusive'),
  ];
  if ([minInclusive, minExclusive, maxInclusive, maxExclusive].includes(null)) {
    findings.error('bound-value', place, {
      message: `a bound is no value of \`xs:${base}\``,
      found: alternatives(Object.values(bounds)),
      expected: expectedText(base),
    });
    return;
  }
  const low = Math.max(minInclusive ?? -Infinity, minExclusive ?? -Infinity);
  const high = Math.min(maxInclusive ?? Infinity, maxExclusive ?? Infinity);
  const isOpen = low === minExclusive || high === maxExclusive;
  const isTwice =
    (minInclusive !== undefined && minExclusive !== undefined) ||
    (maxInclusive !== undefined && maxExclusive !== undefined);
  if (low < high || (low === high && !isOpen)) {
    if (!isTwice) return;
    findings.error('bound-twice', place, {
      message: 'a restriction has an inclusive and an exclusive bound on the same side',
      found: alternatives(Object.keys(bounds)),
      expected: 'one of them',
    });
    return;
  }
  findings.error('range-empty', place, {
    message: 'no value is in the range of a restriction',
    found: alternatives(Object.values(bounds)),
    expected: 'a lower bound below the upper bound',
  });
}

function auditLengths({ lengths, place }: Restriction, findings: Findings): void {
  const { length, minLength = 0, maxLength = Infinity } = lengths;
  const isPossible =
    minLength <= maxLength &&
    (length === undefined || (length >= minLength && length <= maxLength));
  if (isPossible) return;
  findings.error('length-empty', place, {
    message: 'no text has the length of a restriction',
    found: alternatives(Object.entries(lengths).map(([name, count]) => `${name} ${count}`)),
    expected: 'a minimum that is not above the maximum',
  });
}

/** Reports a constraint on values of a type with another base, or with texts that are no values of it. */
export function auditTyped(
  constraint: Constraint,
  { base, type }: { readonly base: string; readonly type: string },
  findings: Findings,
): void {
  if (constraint.kind === 'simple') {
    if (constraint.text === '' || isWritten(constraint.text, base)) return;
    findings.error('value-type', constraint.place, {
      message: `a value is no value of the type ${quoted(type)}`,
      found: quoted(constraint.text),
      expected: expectedText(base),
    });
    return;
  }
  const isUri = base === 'anyURI' && ['anyUri', 'string'].includes(constraint.base);
  if (constraint.base === base || isUri) return;
  findings.error('restriction-type', constraint.place, {
    message: `the base of a restriction does not fit the type ${quoted(type)}`,
    found: quoted(`xs:${constraint.base}`),
    expected: `\`xs:${base}\``,
  });
}
