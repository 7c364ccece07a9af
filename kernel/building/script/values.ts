/** @module values: the values of a script and their arithmetic. Units are checked; nothing is rounded to the grid. */
import { toGrid } from '../../../schemas/units.ts';
import { directionOf } from '../geometry/vector.ts';

/** A point in plan, millimetres. */
export type Point = { readonly x: number; readonly y: number };

/** A number. `length` is in mm, `angle` in degrees; `none` is a count, or a length in metres where a length is expected. */
export type Quantity = {
  readonly kind: 'number';
  readonly value: number;
  readonly unit: 'none' | 'length' | 'angle';
};

/** The value of a name that `let`, a loop or a part declares. */
export type Value =
  | Quantity
  | (Point & { readonly kind: 'point' })
  | { readonly kind: 'text'; readonly text: string };

/** The reason why a calculation is not possible. */
export class CalculationError extends Error {}

/** Numbers beyond this are refused; no building has 10^12 mm. */
const MAX_NUMBER = 1e15;
const MM_PER_M = 1000;
/** Significant digits of a calculated number, so that 0.1 + 0.2 is 0.3. */
const DIGITS = 12;

export type Operator = '+' | '-' | '*' | '/';

/** `a + b`, `a - b`, `a * b` or `a / b`. Throws CalculationError for incompatible units and for a division by 0. */
export function calculate(operator: Operator, a: Value, b: Value): Value {
  if (a.kind === 'text' || b.kind === 'text') {
    throw new CalculationError('found a text, expected a number');
  }
  if (operator === '+' || operator === '-') return sum(a, b, operator === '+' ? 1 : -1);
  return operator === '*' ? product(a, b) : quotient(a, b);
}

type Calculable = Exclude<Value, { readonly kind: 'text' }>;

function sum(a: Calculable, b: Calculable, sign: 1 | -1): Value {
  if (a.kind === 'point' && b.kind === 'point') {
    return { kind: 'point', x: bounded(a.x + sign * b.x), y: bounded(a.y + sign * b.y) };
  }
  if (a.kind === 'point' || b.kind === 'point') {
    throw new CalculationError(
      'cannot add a point and a number: expected two points or two numbers',
    );
  }
  const [first, second] = inOneUnit(a, b);
  return quantity(first.value + sign * second.value, first.unit);
}

function product(a: Calculable, b: Calculable): Value {
  if (a.kind === 'point' || b.kind === 'point') return scale(a, b);
  if (a.unit !== 'none' && b.unit !== 'none') {
    throw new CalculationError(
      `cannot multiply ${article(a)} by ${article(b)}: expected one of them without a unit`,
    );
  }
  return quantity(a.value * b.value, a.unit === 'none' ? b.unit : a.unit);
}

function scale(a: Calculable, b: Calculable): Value {
  const [point, factor] = a.kind === 'point' ? [a, b] : [b, a];
  if (point.kind !== 'point' || factor.kind !== 'number' || factor.unit !== 'none') {
    throw new CalculationError(
      'cannot multiply a point by a value with a unit: expected a number without one',
    );
  }
  const { x, y } = point;
  return { kind: 'point', x: bounded(x * factor.value), y: bounded(y * factor.value) };
}

function quotient(a: Calculable, b: Calculable): Value {
  if (b.kind === 'point') throw new CalculationError('cannot divide by a point: expected a number');
  if (b.value === 0) throw new CalculationError('cannot divide by 0');
  if (a.kind === 'point') return scale(a, { ...b, value: 1 / b.value });
  if (b.unit === 'none') return quantity(a.value / b.value, a.unit);
  if (a.unit === b.unit) return quantity(a.value / b.value, 'none');
  throw new CalculationError(
    `cannot divide ${article(a)} by ${article(b)}: expected both in one unit`,
  );
}

/** The smallest or the largest of some numbers. Throws CalculationError. */
export function extreme(which: 'min' | 'max', values: readonly Value[]): Value {
  const [first, ...rest] = values.map((value) => {
    if (value.kind !== 'number') {
      throw new CalculationError(`found a ${value.kind}, expected numbers`);
    }
    return value;
  });
  if (first === undefined) throw new CalculationError('found no number, expected at least one');
  return rest.reduce((best, next) => {
    const [a, b] = inOneUnit(best, next);
    return (which === 'min' ? b.value < a.value : b.value > a.value) ? b : a;
  }, first);
}

/** The point at a distance from the origin, in a direction (degrees from east, counter-clockwise). Throws CalculationError. */
export function polarPoint(values: readonly Value[]): Value {
  const [distance, angle] = values;
  if (values.length !== 2 || distance?.kind !== 'number' || angle?.kind !== 'number') {
    throw new CalculationError(
      'found other values, expected a length and an angle: polar(4.5, 30)',
    );
  }
  const radius = millimetresOf(distance);
  if (radius === null || angle.unit === 'length') {
    throw new CalculationError(
      `found ${article(distance)} and ${article(angle)}, expected a length and an angle: polar(4.5, 30)`,
    );
  }
  const { x, y } = directionOf(angle.value);
  return { kind: 'point', x: bounded(radius * x), y: bounded(radius * y) };
}

/** Two numbers in one unit; a number without a unit gets the unit of the other. */
function inOneUnit(a: Quantity, b: Quantity): readonly [Quantity, Quantity] {
  if (a.unit === b.unit) return [a, b];
  if (a.unit === 'none') return [inUnit(a, b.unit), b];
  if (b.unit === 'none') return [a, inUnit(b, a.unit)];
  throw new CalculationError(`found ${article(a)} and ${article(b)}, expected two of one unit`);
}

function inUnit(a: Quantity, unit: Quantity['unit']): Quantity {
  return { kind: 'number', value: unit === 'length' ? a.value * MM_PER_M : a.value, unit };
}

function quantity(value: number, unit: Quantity['unit']): Quantity {
  const kept = unit === 'length' ? value : Number(value.toPrecision(DIGITS));
  return { kind: 'number', value: bounded(kept), unit };
}

function bounded(value: number): number {
  if (Number.isFinite(value) && Math.abs(value) <= MAX_NUMBER) return value;
  throw new CalculationError('a number is beyond the size of any building');
}

/** The number as a length in mm, not rounded; null for an angle. */
export function millimetresOf({ value, unit }: Quantity): number | null {
  if (unit === 'angle') return null;
  return unit === 'length' ? value : value * MM_PER_M;
}

/** The kind of a value, with an article. */
export function article(value: Value): string {
  if (value.kind !== 'number') return `a ${value.kind}`;
  if (value.unit === 'none') return 'a number without a unit';
  return value.unit === 'length' ? 'a length' : 'an angle';
}

/** The value as text, a length in metres; null for a point. */
export function textOf(value: Value): string | null {
  if (value.kind === 'text') return value.text;
  if (value.kind === 'point') return null;
  return String(value.unit === 'length' ? toGrid(value.value) / MM_PER_M : value.value);
}
