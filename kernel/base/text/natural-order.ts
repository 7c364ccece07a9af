/** @module natural-order: compares texts with embedded numbers by value, independent of the locale. */

/**
 * Negative, zero or positive if `a` is before, equal to or after `b`. Runs of digits are compared by value, so that
 * `Door 2` is before `Door 10`; other text is compared in UTF-16 order.
 */
export function compareNatural(a: string, b: string): number {
  const [p, q] = [partsOf(a), partsOf(b)];
  for (const [index, part] of p.entries()) {
    const other = q[index];
    if (other === undefined) return 1;
    const order = compareParts(part, other);
    if (order !== 0) return order;
  }
  return p.length - q.length || compareText(a, b);
}

/** The text split into runs of digits and runs of other characters. */
function partsOf(text: string): readonly string[] {
  return text.match(/[0-9]+|[^0-9]+/g) ?? [];
}

function compareParts(a: string, b: string): number {
  if (!/^[0-9]/.test(a) || !/^[0-9]/.test(b)) return compareText(a, b);
  const [p, q] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')];
  return p.length - q.length || compareText(p, q);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
