/** @module result-text: the measures and movements that result from a plan, as lines for the signer. */
import type { ElementResult } from '../../kernel/building/model/effect/results.ts';

/** Maximum number of lines of results; more lines would hide deletions. */
const LINES_MAX = 100;

/** One line for each result: element, measures before and after, new location. */
export function resultTexts(results: readonly ElementResult[]): readonly string[] {
  const lines = results.slice(0, LINES_MAX).map(resultText);
  const more = results.length - lines.length;
  return more === 0 ? lines : [...lines, `${more} more elements change`];
}

function resultText({ id, kind, name, change, moved, ...measures }: ElementResult): string {
  const label = name === null ? '' : ` ${JSON.stringify(name)}`;
  const parts = [
    ...MEASURES.flatMap(({ measure, unit, scale, digits }) => {
      const of = measures[measure];
      if (of === undefined) return [];
      const [from, to] = [of.from, of.to].map((value) =>
        value === undefined ? null : (value / scale).toFixed(digits),
      );
      return [`${unit.name} ${from === null ? '' : `${from} → `}${to} ${unit.sign}`];
    }),
    ...(moved === undefined ? [] : [`moves by (${moved.x},${moved.y},${moved.z}) mm`]),
  ];
  return `${kind} ${id}${label}${change === 'follows' ? ' follows' : ''}: ${parts.join(', ')}`;
}

const MEASURES = [
  { measure: 'length_mm', unit: { name: 'length', sign: 'm' }, scale: 1e3, digits: 3 },
  { measure: 'area_mm2', unit: { name: 'area', sign: 'm²' }, scale: 1e6, digits: 2 },
  { measure: 'volume_mm3', unit: { name: 'volume', sign: 'm³' }, scale: 1e9, digits: 3 },
] as const;
