/** @module import-warnings: warnings about an import as a whole. */
import type * as z from 'zod';

import { listed } from '../../kernel/base/text/id-list.ts';
import { ownView } from '../../kernel/building/view/own-view.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import type { Import } from '../../kernel/documents/ifc/recognise/import-of.ts';
import type { PlannedEventOf } from '../../schemas/events.ts';
import type { Revising } from './recognised-file.ts';
import type { Revision } from './revision.ts';

/** Warns of levels with other names, GlobalIds that occur twice, a shift of the coordinates, and a place that is left out. */
export function warningsOf(made: Import): readonly string[] {
  const { record, levels, guid_clashes, place_warnings } = made;
  const { x, y, z: up } = record.frame.origin;
  const renamed = levels.filter(({ renamed: from }) => from !== null);
  const [first] = renamed;
  const more = renamed.length - 1;
  return [
    ...(first === undefined || record.reference
      ? []
      : [
          `level \`${first.renamed}\` is named \`${first.name}\`, because its name is taken${more > 0 ? `; ${more} more levels have other names, too` : ''}`,
        ]),
    ...(guid_clashes === 0
      ? []
      : [`${guid_clashes} products of the file have the GlobalId of another one`]),
    ...(x === 0 && y === 0 && up === 0
      ? []
      : [
          `${record.reference ? 'the coordinates of the branch are' : 'the file is'} far from the origin: everything is shifted by ${0 - x}, ${0 - y}, ${0 - up} mm`,
        ]),
    ...place_warnings,
  ];
}

/** Warns of elements of the branch that have another place or extent in a revision. */
export function ownWarnings(revision: z.input<typeof Revision> | null): readonly string[] {
  if (revision === null || revision.own_differing.count === 0) return [];
  const { count, element_ids } = revision.own_differing;
  return [
    `${count} ${count === 1 ? 'element' : 'elements'} of the branch, which the file has by GlobalId, ${count === 1 ? 'has' : 'have'} another place or extent in it: ${listed(element_ids)}. The branch keeps its own; \`resolve\` takes those of the file`,
  ];
}

/** The branch that an import creates, if it creates one, whether it is a reference, and what it revises. */
type Planned = {
  readonly created: PlannedEventOf<'branch.created'> | null;
  readonly reference: boolean;
  readonly revising: Revising | null;
};

/**
 * Warns that a new branch has a building before the import: a fork has the elements of the branch from which it starts,
 * and the imported ones are added to them.
 */
export function mixtureWarnings(
  { created, reference, revising }: Planned,
  parent: BuildingView,
): readonly string[] {
  if (created === null || reference || revising !== null) return [];
  const own = ownView(parent);
  const counts = new Map<string, number>();
  for (const element of own.elements()) {
    const { category } = own.kinds.of(element);
    counts.set(category, (counts.get(category) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const total = own.count();
  const each = [...counts].map(([category, count]) => `${category} ${count}`).join(', ');
  return [
    `branch \`${created.payload.name}\` is forked from \`${parent.branch}\` and has its ${total} ${total === 1 ? 'element' : 'elements'} (${each}), too: the building of the file is mixed with them. To keep both separate, import it with \`reference\`, or in a workspace without elements`,
  ];
}
