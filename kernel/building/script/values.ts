/** @module values: what names of a script stand for, and how values are reckoned with. Units are checked, nothing is rounded. */
import { toGrid } from '../../schemas/units.ts';
import { directionOf } from '../geometry/vector.ts';

/** A point in plan, millimetres. */
export type Point = { readonly x: number; readonly y: number };

/** A number. `length` is in mm, `angle` in degrees; `none` is a count, or a length in metres where one is wanted. */
export type Quantity = {
  readonly kind: 'number';
  readonly value: number;
  readonly unit: 'none' | 'length' | 'angle';
};

/** What `let`, a loop or an argument names. */
export type Value =
  | Quantity
  | (Point & { readonly kind: 'point' })
  | { readonly kind: 'text'; readonly text: string };

/** A sum of two values that cannot be made, in words. */
export class Unreckoned extends Error {}

/** Numbers beyond this are refused: 10^12 mm are no building. */
const LARGEST = 1e15;
const MM_PER_M = 1000;
/** Digits that are kept of a reckoned number, so that 0.1 + 0.2 is 0.3. */
const DIGITS = 12;

export type Operator = '+' | '-' | '*' | '/';

/** `a + b`, `a - b`, `a * b` or `a / b`. Throws Unreckoned where the units do not allow it, and for a division by 0. */
export function reckoned(operator: Operator, a: Value, b: Value): Value {
  if (a.kind === 'text' || b.kind === 'text') throw new Unreckoned('got a text, want a number');
  if (operator === '+' || operator === '-') return sum(a, b, operator === '+' ? 1 : -1);
  return operator === '*' ? product(a, b) : quotient(a, b);
}

type Reckonable = Exclude<Value, { readonly kind: 'text' }>;

function sum(a: Reckonable, b: Reckonable, sign: 1 | -1): Value {
  if (a.kind === 'point' && b.kind === 'point') {
    return { kind: 'point', x: bounded(a.x + sign * b.x), y: bounded(a.y + sign * b.y) };
  }
  if (a.kind === 'point' || b.kind === 'point') {
    throw new Unreckoned('got a sum of a point and a number, want two points or two numbers');
  }
  const [first, second] = alike(a, b);
  return quantity(first.value + sign * second.value, first.unit);
}

function product(a: Reckonable, b: Reckonable): Value {
  if (a.kind === 'point' || b.kind === 'point') return scaled(a, b);
  if (a.unit !== 'none' && b.unit !== 'none') {
    throw new Unreckoned(`got ${article(a)} times ${article(b)}, want one of them without a unit`);
  }
  return quantity(a.value * b.value, a.unit === 'none' ? b.unit : a.unit);
}

function scaled(a: Reckonable, b: Reckonable): Value {
  const [point, factor] = a.kind === 'point' ? [a, b] : [b, a];
  if (point.kind !== 'point' || factor.kind !== 'number' || factor.unit !== 'none') {
    throw new Unreckoned('got a point times something with a unit, want a number without one');
  }
  const { x, y } = point;
  return { kind: 'point', x: bounded(x * factor.value), y: bounded(y * factor.value) };
}

function quotient(a: Reckonable, b: Reckonable): Value {
  if (b.kind === 'point') throw new Unreckoned('got a point to divide by, want a number');
  if (b.value === 0) throw new Unreckoned('got a division by 0');
  if (a.kind === 'point') return scaled(a, { ...b, value: 1 / b.value });
  if (b.unit === 'none') return quantity(a.value / b.value, a.unit);
  if (a.unit === b.unit) return quantity(a.value / b.value, 'none');
  throw new Unreckoned(`got ${article(a)} divided by ${article(b)}, want both in one unit`);
}

/** The least or the greatest of some numbers. Throws Unreckoned. */
export function extreme(which: 'min' | 'max', values: readonly Value[]): Value {
  const [first, ...rest] = values.map((value) => {
    if (value.kind !== 'number') throw new Unreckoned(`got a ${value.kind}, want numbers`);
    return value;
  });
  if (first === undefined) throw new Unreckoned('got no number, want at least one');
  return rest.reduce((best, next) => {
    const [a, b] = alike(best, next);
    return (which === 'min' ? b.value < a.value : b.value > a.value) ? b : a;
  }, first);
}

/** The point at a distance from the origin, in a direction (degrees from east, counter-clockwise). Throws Unreckoned. */
export function polarPoint(values: readonly Value[]): Value {
  const [distance, angle] = values;
  if (values.length !== 2 || distance?.kind !== 'number' || angle?.kind !== 'number') {
    throw new Unreckoned('got other values, want a length and an angle: polar(4.5, 30)');
  }
  const radius = millimetresOf(distance);
  if (radius === null || angle.unit === 'length') {
    throw new Unreckoned(
      `got ${article(distance)} and ${article(angle)}, want a length and an angle: polar(4.5, 30)`,
    );
  }
  const { x, y } = directionOf(angle.value);
  return { kind: 'point', x: bounded(radius * x), y: bounded(radius * y) };
}

/** Two numbers in one unit: one without a unit takes that of the other. */
function alike(a: Quantity, b: Quantity): readonly [Quantity, Quantity] {
  if (a.unit === b.unit) return [a, b];
  if (a.unit === 'none') return [inUnit(a, b.unit), b];
  if (b.unit === 'none') return [a, inUnit(b, a.unit)];
  throw new Unreckoned(`got ${article(a)} and ${article(b)}, want two of one unit`);
}

function inUnit(a: Quantity, unit: Quantity['unit']): Quantity {
  return { kind: 'number', value: unit === 'length' ? a.value * MM_PER_M : a.value, unit };
}

function quantity(value: number, unit: Quantity['unit']): Quantity {
  const kept = unit === 'length' ? value : Number(value.toPrecision(DIGITS));
  return { kind: 'number', value: bounded(kept), unit };
}

function bounded(value: number): number {
  if (Number.isFinite(value) && Math.abs(value) <= LARGEST) return value;
  throw new Unreckoned('got a number beyond all buildings');
}

/** The number as a length in mm, not rounded; null for an angle. */
export function millimetresOf({ value, unit }: Quantity): number | null {
  if (unit === 'angle') return null;
  return unit === 'length' ? value : value * MM_PER_M;
}

/** What it is, with its article. */
export function article(value: Value): string {
  if (value.kind !== 'number') return `a ${value.kind}`;
  if (value.unit === 'none') return 'a number without a unit';
  return value.unit === 'length' ? 'a length' : 'an angle';
}

/** The value as a text shows it: a length in metres; null for a point. */
export function textOf(value: Value): string | null {
  if (value.kind === 'text') return value.text;
  if (value.kind === 'point') return null;
  return String(value.unit === 'length' ? toGrid(value.value) / MM_PER_M : value.value);
}
