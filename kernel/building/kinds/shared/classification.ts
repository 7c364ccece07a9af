/** @module classification: references of an element to classification systems, one code per system. */
import * as z from 'zod';

import type { ElementRecord } from '../../../../schemas/events.ts';
import type { PlanContext, Refuse } from '../../../../schemas/plan.ts';
import type { AnyElement, AnyKind } from '../kind.ts';
import {
  BSDD,
  bsddClass,
  canonicalSystem,
  knownSystem,
  systemKey,
} from './classification-systems.ts';

/** Name of the parameter, and set of the fields of its codes: `classification.Uniclass 2015`. */
export const CLASSIFICATION = 'classification';

const Text = z.string().min(1).max(200);
/** A code, or a code with its name, address, edition and source. */
const Reference = z.union([
  z.string().min(1).max(255),
  z.strictObject({
    code: z.string().min(1).max(255),
    name: Text.exactOptional(),
    uri: z.string().min(1).max(255).exactOptional(),
    edition: Text.exactOptional(),
    source: Text.exactOptional(),
  }),
]);
/** Maximum number of systems of one element. */
const SYSTEMS_MAX = 20;
const Classification = z
  .record(z.string().min(1).max(100), Reference)
  .refine((systems) => Object.keys(systems).length <= SYSTEMS_MAX, {
    message: `expected at most ${SYSTEMS_MAX} systems`,
  });

/** A reference to one system. Members that are not stated are null. */
export type ClassReference = {
  readonly system: string;
  readonly code: string;
  readonly name: string | null;
  readonly uri: string | null;
  /** Of the system. */
  readonly edition: string | null;
  /** Publisher of the system. */
  readonly source: string | null;
};

/** Whether elements of a kind can be classified: types, and what is an object of its own in IFC. */
function isClassifiable({ kind, ifc }: AnyKind): boolean {
  return kind === 'type' || (ifc !== 'none' && ifc.as !== 'grid_axis');
}

/**
 * The kind with the parameter `classification`, if its elements can be classified. Its check refuses INVALID_ARGUMENT for
 * a code of another form than its system has, and stores references in their shortest form, sorted by system. A known
 * system has its own name; the spelling of an older log stays as it is stored.
 */
export function withClassification(kind: AnyKind): AnyKind {
  if (!isClassifiable(kind) || Object.hasOwn(kind.params.shape, CLASSIFICATION)) return kind;
  return {
    ...kind,
    params: kind.params.extend({ classification: Classification.nullable().exactOptional() }),
    plain_numbers: { ...kind.plain_numbers, classification: null },
    check: (element, view, context, siblings) =>
      kind.check(
        withCheckedCodes(element, view.element(element.id), context),
        view,
        context,
        siblings,
      ),
  };
}

/**
 * The element with references changed: by system in any spelling, a reference as the parameter has it, or null for
 * none. Refuses as the check of the parameter does, and a value that is no reference.
 */
export function withCodes(
  element: AnyElement,
  changes: Readonly<Record<string, unknown>>,
  context: PlanContext<'INVALID_ARGUMENT'>,
): AnyElement {
  const changed = new Set(Object.keys(changes).map(systemKey));
  const kept = storedReferences(element).filter(({ system }) => !changed.has(systemKey(system)));
  const set = Object.entries(changes).filter(([, value]) => value !== null);
  const all = [...kept.map((one) => [one.system, shortest(one)] as const), ...set];
  const parsed = Classification.safeParse(Object.fromEntries(all));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = (issue?.path ?? []).join('.');
    return context.refuse(
      'INVALID_ARGUMENT',
      `\`classification${where === '' ? '' : `.${where}`}\`: expected per system a code, null, or {code, name?, uri?, edition?, source?} with texts of at most 200 characters, and at most ${SYSTEMS_MAX} systems`,
      { element_id: element.id, parameter_name: CLASSIFICATION },
    );
  }
  const params = { ...element.params, [CLASSIFICATION]: parsed.data };
  return withCheckedCodes({ ...element, params }, element, context);
}

/** The references of an element itself, in the order of storage. Known systems have their own names in any spelling. */
export function ownClassification(element: ElementRecord): readonly ClassReference[] {
  return storedReferences(element).map(withOwnName);
}

/** The reference with the name of its system, and the edition that the spelling names. */
function withOwnName(one: ClassReference): ClassReference {
  const { system, edition } = canonicalSystem(one.system);
  return { ...one, system, edition: one.edition ?? edition };
}

/** The references of an element itself with the names of systems as they are stored. */
function storedReferences({ params }: ElementRecord): readonly ClassReference[] {
  const stored = params[CLASSIFICATION];
  const parsed = stored === undefined || stored === null ? null : Classification.safeParse(stored);
  if (parsed?.success !== true) return [];
  return Object.entries(parsed.data).map(([system, given]) => referenceOf(system, given));
}

function referenceOf(system: string, given: z.output<typeof Reference>): ClassReference {
  const { code, name, uri, edition, source } =
    typeof given === 'string' ? { ...NO_DETAILS, code: given } : { ...NO_DETAILS, ...given };
  return { system, code, name, uri, edition, source };
}

const NO_DETAILS = { name: null, uri: null, edition: null, source: null };

/** A reference with where it is from. */
type FoundReference = ClassReference & { readonly from: 'element' | 'type' };

/** The references of an element, and those of its type to other systems. */
export function classificationWithType(
  element: ElementRecord,
  view: { element(id: string): ElementRecord | undefined },
): readonly FoundReference[] {
  const own = ownClassification(element).map((one) => found(one, 'element'));
  const { type_id } = element.params;
  const type = typeof type_id === 'string' ? view.element(type_id) : undefined;
  const shared = type === undefined ? [] : ownClassification(type);
  if (shared.length === 0) return own;
  const systems = new Set(own.map(({ system }) => systemKey(system)));
  const inherited = shared.filter(({ system }) => !systems.has(systemKey(system)));
  return [...own, ...inherited.map((one) => found(one, 'type'))];
}

function found(one: ClassReference, from: FoundReference['from']): FoundReference {
  return { ...one, from };
}

/** A reference of which a file may not state all. */
type AnyReference = {
  readonly system: string | null;
  readonly code: string | null;
  readonly name: string | null;
  readonly uri: string | null;
};

/**
 * The code of references in a system, in any spelling of its name; several different ones as a list, null without one. A
 * class of bSDD is its URI in the system `bSDD`, and its code in the system of its dictionary, if it has them.
 */
export function codeIn(references: readonly AnyReference[], system: string): string | null {
  const key = systemKey(system);
  const codes = references.flatMap(({ system: own, code, name, uri }) => {
    if (own !== null && systemKey(own) === key) return code ?? name ?? [];
    const entry = bsddClass(uri ?? '') ?? bsddClass(code ?? '');
    if (entry === null) return [];
    if (key === systemKey(BSDD)) return uri ?? code ?? [];
    return key === systemKey(entry.dictionary) ? entry.code : [];
  });
  return codes.length === 0 ? null : [...new Set(codes)].join(', ');
}

/**
 * The element with its references checked, in their shortest form and sorted by system. Refuses INVALID_ARGUMENT for a
 * code of another form than its system has, for two codes of one system, and for texts that cannot be printed.
 *
 * @param before the element as it is stored; undefined for a new one
 */
function withCheckedCodes(
  element: AnyElement,
  before: ElementRecord | undefined,
  context: PlanContext<'INVALID_ARGUMENT'>,
): AnyElement {
  const stored = element.params[CLASSIFICATION];
  if (stored === undefined || stored === null) return element;
  const systems = storedReferences(element);
  const seen = new Map<string, string>();
  for (const one of systems) {
    requireReference(one, context.refuse);
    const other = seen.get(systemKey(one.system));
    if (other !== undefined) {
      context.refuse(
        'INVALID_ARGUMENT',
        `\`${other}\` and \`${one.system}\` are the same classification system: expected one code per system`,
        { element_id: element.id, parameter_name: CLASSIFICATION },
      );
    }
    seen.set(systemKey(one.system), one.system);
  }
  const spelled = before === undefined ? [] : storedReferences(before);
  const entries = systems
    .map((one) => named(one, spelled))
    .toSorted((a, b) => (a.system < b.system ? -1 : a.system > b.system ? 1 : 0))
    .map((one) => [one.system, shortest(one)] as const);
  const classification = entries.length === 0 ? null : Object.fromEntries(entries);
  return { ...element, params: { ...element.params, classification } };
}

/** The reference with the spelling of its system that is already stored, else with the name of the system. */
function named(one: ClassReference, stored: readonly ClassReference[]): ClassReference {
  const key = systemKey(one.system);
  const known = stored.find(({ system }) => systemKey(system) === key)?.system;
  if (known === one.system) return one;
  const own = withOwnName(one);
  return known === undefined ? own : { ...own, system: known };
}

function shortest({ code, name, uri, edition, source }: ClassReference) {
  const details = {
    ...(name === null ? {} : { name }),
    ...(uri === null ? {} : { uri }),
    ...(edition === null ? {} : { edition }),
    ...(source === null ? {} : { source }),
  };
  return Object.keys(details).length === 0 ? code : { code, ...details };
}

/** Characters that a text of a reference may not have: control characters, and text directions. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu;

/** The text without these characters, and without spaces at its ends. */
function printed(text: string): string {
  return text.replaceAll(UNPRINTABLE, '').trim();
}

/** Names that every JavaScript object inherits; they cannot be used as keys. */
const INHERITED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

function requireReference(one: ClassReference, refuse: Refuse<'INVALID_ARGUMENT'>): void {
  const { system, code, uri } = one;
  const data = { system, code };
  if (system.trim() === '' || INHERITED.has(system)) {
    refuse(
      'INVALID_ARGUMENT',
      `\`${system}\` cannot name a classification system, expected a name such as \`Uniclass 2015\``,
      data,
    );
  }
  const texts = [system, code, one.name, uri, one.edition, one.source];
  if (texts.some((text) => text !== null && text !== printed(text))) {
    refuse(
      'INVALID_ARGUMENT',
      `the reference to \`${printed(system)}\` has control characters or spaces at its ends, expected printable text`,
      data,
    );
  }
  const known = knownSystem(system);
  if (known !== undefined && !known.form.test(code)) {
    refuse(
      'INVALID_ARGUMENT',
      `\`${code}\` is no code of ${known.name}, expected ${known.expected}`,
      data,
    );
  }
  if (uri !== null && !isAddress(uri)) {
    refuse(
      'INVALID_ARGUMENT',
      `\`uri\` \`${uri}\` of the reference to \`${system}\`: expected an absolute address such as https://example.org/class/1`,
      data,
    );
  }
}

function isAddress(uri: string): boolean {
  return /^https?:\/\/[^\s/]+\S*$/u.test(uri) && URL.canParse(uri);
}
