/** @module file-elements: the elements of a branch that findings about a file concern. */
import { checkpoint } from '../../kernel/base/work/checkpoint.ts';
import { isAboutFile } from '../../kernel/building/view/shown-run.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import { guidOf, isIfcGuid } from '../../kernel/documents/ifc/guid.ts';
import type { FindingRecord, ValidationRecord } from '../../schemas/events.ts';

/** Elements compared between two checkpoints. */
const BETWEEN_CHECKPOINTS = 256;

/** A view whose elements are found by GUID. */
export type GuidView = Pick<BuildingView, 'importedAs'> & {
  elements(): Iterable<{ readonly id: string }>;
};

/**
 * The findings of a run with ids of elements. A finding about a file names instances by GUID; each GUID
 * that an element of the view has becomes the id of this element, and all others stay. Findings about elements stay as
 * they are. Linear in the number of elements.
 */
export function findingsInModel(
  { tool, options, findings }: Pick<ValidationRecord, 'tool' | 'options' | 'findings'>,
  view: GuidView,
): readonly FindingRecord[] {
  if (!isAboutFile({ tool, options })) return findings;
  const wanted = new Set(findings.flatMap(({ element_ids }) => element_ids).filter(isIfcGuid));
  const ids = new Map<string, string>();
  let compared = 0;
  for (const { id } of wanted.size === 0 ? [] : view.elements()) {
    if (ids.size === wanted.size) break;
    compared += 1;
    if (compared % BETWEEN_CHECKPOINTS === 0) {
      checkpoint({ done: ids.size, total: wanted.size, doing: 'finding elements' });
    }
    const guid = guidOf(id, view);
    if (wanted.has(guid) && !ids.has(guid)) ids.set(guid, id);
  }
  return findings.map((finding) => ({
    ...finding,
    element_ids: finding.element_ids.map((id) => ids.get(id) ?? id),
  }));
}
