/** @module size warnings: sizes that no building has, probably metres given as millimetres or the reverse. */
import { toGrid } from '../../../../schemas/units.ts';
import type { AnyElement, KindTable, PlausibleSize } from '../../kinds/kind.ts';

/** Maximum plausible length of one building element, mm. */
const MAX_SIZE_MM = 1_000_000;
/** Maximum number of listed elements; the others are only counted. */
const MAX_NAMED = 10;

/** Warns of new or changed elements (given with their previous state) whose sizes suggest another unit. */
export function sizeWarnings(
  changed: readonly { readonly before: AnyElement | undefined; readonly after: AnyElement }[],
  kinds: KindTable,
): readonly string[] {
  const warnings = changed.flatMap(({ before, after }) => {
    const fresh = before === undefined;
    const warning = oddSizes(after, kinds, fresh);
    return warning === null || (!fresh && oddSizes(before, kinds, fresh) === warning)
      ? []
      : [warning];
  });
  return warnings.length <= MAX_NAMED
    ? warnings
    : [
        ...warnings.slice(0, MAX_NAMED),
        `${warnings.length - MAX_NAMED} more elements have such sizes`,
      ];
}

function oddSizes(element: AnyElement, kinds: KindTable, fresh: boolean): string | null {
  const sizes = kinds.of(element).sizes(element, fresh);
  const small = sizes.filter(([, mm, least]) => mm !== 0 && Math.abs(mm) < least);
  const large = sizes.filter(([, mm]) => Math.abs(mm) > MAX_SIZE_MM);
  const about = `${element.kind} \`${element.id}\` has`;
  if (small.length > 0) {
    return `${about} ${sizesText(small)}: is that meant in metres? Tools take millimetres, 3000 for 3 m`;
  }
  return large.length === 0
    ? null
    : `${about} ${sizesText(large)}: is the unit right? Tools take millimetres, scripts metres`;
}

function sizesText(odd: readonly PlausibleSize[]): string {
  return odd.map(([name, mm]) => `\`${name}\` ${toGrid(mm)} mm`).join(', ');
}
