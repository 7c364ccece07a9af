/** @module bound line: a line of a list with the fields of elements that it names. */
import type { Condition } from '../../../schemas/condition.ts';
import { foldName } from '../../base/text/fold-name.ts';
import { truncate } from '../../base/text/printable.ts';
import type { Element } from '../../building/kinds/elements.ts';
import type { AnyKind } from '../../building/kinds/kind.ts';
import type { Kinds } from '../../building/kinds/kinds.ts';
import { nearestFirst } from '../../building/model/plan/names.ts';
import type { ModelView } from '../../building/model/view.ts';
import type { Field } from '../schedules/field.ts';
import { type Fields, fieldsOf } from '../schedules/fields.ts';
import { propertyField } from '../schedules/property-field.ts';
import { MEASURED } from '../schedules/take-off.ts';
import { decimalIn, type DecimalMark, textOf } from './decimal.ts';
import type { LineCondition, ListFault, ListLine } from './list.ts';
import { resultName } from './list.ts';

/** A condition on a field, with its value in the type of the field. */
export type BoundTest = {
  readonly field: Field;
  readonly op: Condition['op'];
  readonly value: string | number | boolean;
};

/** A line whose names are known. */
export type BoundLine = ListLine & {
  readonly kind: AnyKind;
  readonly tests: readonly BoundTest[];
  /** Whether a test is on the material: then the line counts only the part of an element in that material. */
  readonly by_material: boolean;
  /** The measure that is multiplied; null counts elements. */
  readonly measure: Field | null;
};

/** Lines in the order of the file, or all faults. */
export type BoundList =
  | { readonly ok: true; readonly lines: readonly BoundLine[] }
  | { readonly ok: false; readonly faults: readonly ListFault[] };

/** The quantity of elements without measures, and the quantity that is computed with the density of a line. */
const [COUNT, MASS] = ['count', 'mass_kg'] as const;
/** The measure from which a mass is computed: the net volume. */
const OF_MASS = 'volume_m3';
/** Maximum number of results of a list: each element is compared with each. */
const MOST_RESULTS = 30;
/** Longest quoted text of a fault, characters. */
const QUOTED = 60;

/** Finds the kinds, fields and quantities that lines name. Faults state the closest matches. */
export function boundList(lines: readonly ListLine[], kinds: Kinds, mark: DecimalMark): BoundList {
  const faults: ListFault[] = [];
  const bound = lines.flatMap((line) => {
    const made = boundLine(line, kinds, mark);
    if (!Array.isArray(made)) return [made];
    faults.push(...made);
    return [];
  });
  const results = new Set(lines.map(({ result }) => resultName(result)));
  if (results.size > MOST_RESULTS) {
    const received = `${results.size} different results`;
    const expected = `at most ${MOST_RESULTS} currencies and stages`;
    faults.push({ line: 1, column: 'result_unit', received, expected });
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, lines: bound };
}

function boundLine(line: ListLine, kinds: Kinds, mark: DecimalMark): BoundLine | ListFault[] {
  const folded = foldName(line.category);
  const kind = kinds.all.find((one) =>
    [one.category, one.kind].some((name) => foldName(name) === folded),
  );
  if (kind === undefined) {
    const near = nearestFirst(line.category, kinds.categories).slice(0, 3);
    return [faultIn(line, 'matches', line.category, `a category, for example ${near.join(', ')}`)];
  }
  const fields = fieldsOf([kind]);
  const faults: ListFault[] = [];
  const tests = line.conditions.flatMap((condition) => {
    const test = boundTest(condition, fields, mark);
    if (typeof test !== 'string') return [test];
    const received = `${condition.field} … ${condition.value}`;
    faults.push(faultIn(line, 'matches', received, test));
    return [];
  });
  const measure = measureOf(line, kind, fields);
  if (typeof measure === 'string') {
    faults.push(faultIn(line, 'quantity', line.quantity, measure));
  }
  const units = unitsOf(line.quantity);
  if (!units.includes(line.unit)) {
    faults.push(faultIn(line, 'unit', line.unit, `${units.join(' or ')} for \`${line.quantity}\``));
  }
  if (faults.length > 0 || typeof measure === 'string') return faults;
  const by_material = tests.some(({ field }) => field.key === 'material');
  return { ...line, kind, tests, by_material, measure };
}

function faultIn(
  { line }: ListLine,
  column: string,
  received: string,
  expected: string,
): ListFault {
  return { line, column, received: `\`${truncate(received, QUOTED)}\``, expected };
}

/** A condition in the type of its field, or what was expected instead. */
function boundTest(
  { field: name, op, value }: LineCondition,
  fields: Fields,
  mark: DecimalMark,
): BoundTest | string {
  const field = fields.get(name) ?? propertyField(name);
  if (field === undefined) {
    const near = nearestFirst(name, [...fields.keys()]).slice(0, 3);
    return `a column of the category, for example ${near.join(', ')}`;
  }
  const ordering = op !== 'eq' && op !== 'ne' && op !== 'contains';
  if (field.type === 'number' || field.type === 'integer') {
    const number = decimalIn(value, mark);
    if (number === null || op === 'contains') {
      return `a number with = != < <= > >=, because \`${name}\` has numbers`;
    }
    return { field, op, value: Number(textOf(number)) };
  }
  if (ordering) return `= != or ~, because \`${name}\` has no numbers`;
  if (field.type === 'text') return { field, op, value };
  if ((value !== 'true' && value !== 'false') || op === 'contains') {
    return `= or != with true or false, because \`${name}\` is true or false`;
  }
  return { field, op, value: value === 'true' };
}

/** The field that is multiplied, null for a count, or what was expected instead. */
function measureOf({ quantity }: ListLine, kind: AnyKind, fields: Fields): Field | string | null {
  if (quantity === COUNT) return null;
  const known = quantity === MASS || MEASURED.includes(quantity);
  const field = known ? fields.get(quantity === MASS ? OF_MASS : quantity) : undefined;
  if (field !== undefined) return field;
  const has = MEASURED.filter((name) => fields.has(name));
  const all = [COUNT, ...has, ...(fields.has(OF_MASS) ? [MASS] : [])];
  return `one of ${all.join(', ')} for ${kind.category}`;
}

/** The units in which a quantity can be stated. */
function unitsOf(quantity: string): readonly string[] {
  if (quantity === COUNT) return ['pcs'];
  if (quantity === MASS) return ['kg', 't'];
  return [/_(m[23]?)$/u.exec(quantity)?.[1] ?? 'pcs'];
}

/** The value that a test compares: the material is that of the part, if the element is counted in parts. */
export function testedValue(
  field: Field,
  material: string | null,
  read: (field: Field) => ReturnType<Field['read']>,
): ReturnType<Field['read']> {
  return field.key === 'material' && material !== null ? material : read(field);
}

/** A reader of the fields of one element that reads each field once. */
export function fieldReader(
  element: Element,
  view: ModelView,
): (field: Field) => ReturnType<Field['read']> {
  const known = new Map<string, ReturnType<Field['read']>>();
  return (field) => {
    const before = known.get(field.key);
    if (before !== undefined) return before;
    const value = field.read(element, view);
    known.set(field.key, value);
    return value;
  };
}
