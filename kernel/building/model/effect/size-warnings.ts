/** @module size warnings: sizes that no building has, most likely metres given as millimetres or the other way round. */
import { toGrid } from '../../../schemas/units.ts';
import type { AnyElement, KindTable, PlausibleSize } from '../../kinds/kind.ts';

/** One element of a building is not longer than this, mm. */
const MOST = 1_000_000;
/** Elements named; the rest is said to be there. */
const NAMED = 10;

/** Says which of the new or changed elements (with what they were) have sizes that look like another unit. */
export function sizeWarnings(
  changed: readonly { readonly before: AnyElement | undefined; readonly after: AnyElement }[],
  kinds: KindTable,
): readonly string[] {
  const said = changed.flatMap(({ before, after }) => {
    const fresh = before === undefined;
    const warning = oddSizes(after, kinds, fresh);
    return warning === null || (!fresh && oddSizes(before, kinds, fresh) === warning)
      ? []
      : [warning];
  });
  return said.length <= NAMED
    ? said
    : [...said.slice(0, NAMED), `${said.length - NAMED} more elements have such sizes`];
}

function oddSizes(element: AnyElement, kinds: KindTable, fresh: boolean): string | null {
  const sizes = kinds.of(element).sizes(element, fresh);
  const small = sizes.filter(([, mm, least]) => mm !== 0 && Math.abs(mm) < least);
  const large = sizes.filter(([, mm]) => Math.abs(mm) > MOST);
  const about = `${element.kind} \`${element.id}\` has`;
  if (small.length > 0) {
    return `${about} ${shown(small)}: is that meant in metres? Tools take millimetres, 3000 for 3 m`;
  }
  return large.length === 0
    ? null
    : `${about} ${shown(large)}: is the unit right? Tools take millimetres, scripts metres`;
}

function shown(odd: readonly PlausibleSize[]): string {
  return odd.map(([name, mm]) => `\`${name}\` ${toGrid(mm)} mm`).join(', ');
}
