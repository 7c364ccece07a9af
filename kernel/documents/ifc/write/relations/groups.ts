/** @module groups: writes a group that is placed several times as a group with one subgroup for each placement. */
import { placementName } from '../../../../building/kinds/group/group.ts';
import { groupsOf } from '../../../../building/kinds/group/membership.ts';
import type { AnyElement } from '../../../../building/kinds/kind.ts';
import type { Draft } from '../draft.ts';
import type { Ref } from '../step/step-value.ts';

/** Writes each group among the elements with its placements, and each placement with its elements that are in the file. */
export function writeGroups(draft: Draft, elements: readonly AnyElement[]): void {
  const { file, view, placed, hosted } = draft;
  const written = new Set(elements.map(({ id }) => id));
  for (const group of groupsOf(view)) {
    const { id } = group;
    if (!written.has(id)) continue;
    const { name, members, placements } = group.params;
    file.numberFrom(draft.numbersOf(id));
    const parts: Ref[] = [];
    for (const [row, ids] of members.entries()) {
      const refs = ids.flatMap((one) => placed.get(one)?.ref ?? hosted.get(one) ?? []);
      if (refs.length === 0) continue;
      const text = `${id}/placement ${placements[row]?.number ?? row}`;
      const made = { Name: placementName(group, row), ObjectType: 'placement' };
      const part = file.root('IfcGroup', text, made);
      assign(draft, text, refs, part);
      parts.push(part);
    }
    if (parts.length === 0) continue;
    assign(draft, id, parts, file.root('IfcGroup', id, { Name: name, ObjectType: 'group' }));
  }
}

function assign({ file }: Draft, text: string, RelatedObjects: readonly Ref[], to: Ref): void {
  file.root('IfcRelAssignsToGroup', `${text}/members`, { RelatedObjects, RelatingGroup: to });
}
