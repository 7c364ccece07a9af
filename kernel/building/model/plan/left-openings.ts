/** @module left openings: openings that remain after their stairs are deleted. */
import { listed } from '../../../base/text/id-list.ts';
import type { AnyElement } from '../../kinds/kind.ts';
import { isOf } from '../../kinds/kind.ts';
import { stair } from '../../kinds/stair/stair.ts';
import type { ModelView } from '../view.ts';

/** Returns a warning for each deleted stair whose openings remain. */
export function leftByStairs(deleted: readonly AnyElement[], view: ModelView): readonly string[] {
  const ids = new Set(deleted.map(({ id }) => id));
  const stairs = deleted.filter((element) => isOf(stair, element));
  if (stairs.length === 0) return [];
  const staying = [...view.elementsOf('opening')].filter(({ id }) => !ids.has(id));
  return stairs.flatMap(({ id }) => {
    const left = staying.filter(({ params }) => params.stair_id === id);
    const named = listed(left.map((one) => one.id));
    if (left.length === 0) return [];
    return left.length === 1
      ? [
          `opening ${named}, cut for stair \`${id}\`, remains: delete it, or the floor stays open there`,
        ]
      : [
          `openings ${named}, cut for stair \`${id}\`, remain: delete them, or floors stay open there`,
        ];
  });
}
