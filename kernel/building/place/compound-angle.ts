/** @module compound-angle: angles as degrees, minutes, seconds and millionths of a second, as in IfcCompoundPlaneAngleMeasure. */

/** Millionths of a second in one degree, minute and second. */
const [DEGREE, MINUTE, SECOND] = [3_600_000_000, 60_000_000, 1_000_000];

/** Degrees, minutes, seconds and millionths of an angle; all have its sign, or are zero. */
export function compoundAngle(degrees: number): readonly [number, number, number, number] {
  const all = Math.round(Math.abs(degrees) * DEGREE);
  const sign = degrees < 0 ? -1 : 1;
  const part = (value: number): number => sign * Math.trunc(value) + 0;
  return [
    part(all / DEGREE),
    part((all % DEGREE) / MINUTE),
    part((all % MINUTE) / SECOND),
    part(all % SECOND),
  ];
}

/** Why parts of an angle are invalid, as words after `the angle`; null if they are valid. */
export function compoundFault(parts: readonly number[]): string | null {
  if (parts.length < 3 || parts.length > 4) return `has ${parts.length} parts, not 3 or 4`;
  if (!parts.every(Number.isInteger)) return 'has a part that is no integer';
  const [degrees = 0, ...rest] = parts;
  const isNegative = degrees < 0;
  const mixed = isNegative
    ? rest.some((one) => one > 0)
    : degrees > 0 && rest.some((one) => one < 0);
  const between = rest.some((one) => one < 0) && rest.some((one) => one > 0);
  if (mixed || between) return 'has parts of different signs';
  const limits = [60, 60, 1e6];
  const over = rest.findIndex((one, i) => Math.abs(one) >= (limits[i] ?? 0));
  return over === -1 ? null : `has ${rest[over]} ${PARTS[over] ?? ''}`;
}

const PARTS = ['minutes', 'seconds', 'millionths of a second'] as const;

/** Degrees of parts that are valid. */
export function degreesOf(parts: readonly number[]): number {
  const [degrees = 0, minutes = 0, seconds = 0, millionths = 0] = parts;
  return (degrees * DEGREE + minutes * MINUTE + seconds * SECOND + millionths) / DEGREE;
}
