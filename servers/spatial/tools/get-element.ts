/** @module get_element: one element with its parameters. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import type { Element } from '../../../kernel/building/kinds/elements.ts';
import { placementName } from '../../../kernel/building/kinds/group/group.ts';
import { membershipsOf } from '../../../kernel/building/kinds/group/membership.ts';
import { requireElement } from '../../../kernel/building/kinds/rules/lookup.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { sharedOutline } from '../../../kernel/building/spatial/shared-outline.ts';
import { guidOf } from '../../../kernel/documents/ifc/guid.ts';
import { ElementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import { standardSetsOf } from '../../building/property-owners.ts';
import { measuresOf, referenceName, shownParamsIn, withheldIn } from '../../building/rows.ts';
import { shownClassifications, shownFacts } from '../file-facts.ts';

const PARTS = [
  'measures',
  'bounds',
  'outline',
  'hosted',
  'classifications',
  'standard_sets',
  'file',
] as const;

/** Returns one element. */
export const getElement = defineQuery({
  name: 'get_element',
  title: 'Get an element and its parameters',
  description:
    'Returns one element: kind, category, level, every parameter with its value (as modify_parameter accepts them), and the parts named in include. Lengths mm, areas mm², volumes mm³.',
  branched: true,
  input: z.strictObject({
    element_id: ElementId,
    include: z
      .array(z.enum(PARTS))
      .max(PARTS.length)
      .default(['measures'])
      .describe(
        'Parts: measures (length, area, volume), bounds (box), outline in plan, hosted elements, classifications (system and code of the element, its type and its file), standard_sets (sets and properties that set_properties accepts, with type, unit and values), file (property sets, quantities, type, materials, classifications and groups in the file of an imported element).',
      ),
  }),
  output: z.looseObject({
    element_id: z.string(),
    kind: z.string(),
    category: z.string(),
    level_id: z.string().nullable(),
    version: z.number().nullable(),
    params: z.looseObject({}),
  }),
  refusals: hintsFor('ELEMENT_NOT_FOUND', 'CROSS_BRANCH'),
  answer({ element_id, include }, view: ModelView, { refuse }) {
    const element = requireElement(view, element_id, { refuse });
    const { id, kind } = element;
    const outline = include.includes('outline') ? outlineOf(view, element) : NO_OUTLINE;
    const facts = include.includes('file') ? shownFacts(element, view) : null;
    return {
      data: {
        element_id: id,
        kind,
        category: view.kinds.of(element).category,
        level_id: view.levelOf(id),
        version: view.position(view.version(id)),
        ...referenceField(view, element),
        params: { ...shownParamsIn(element, view) },
        ...(include.includes('measures') ? { measures: measuresOf(view, element) } : {}),
        ...(include.includes('bounds') ? { bounds: view.bounds(id) } : {}),
        ...outline.data,
        ...(include.includes('classifications')
          ? { classifications: shownClassifications(element, view) }
          : {}),
        ...(include.includes('standard_sets')
          ? { standard_sets: standardSetsOf(element, view) }
          : {}),
        ...(facts === null ? {} : { file: facts.file }),
        ...importedIn(view, element),
        ...groupedIn(view, element),
        ...(include.includes('hosted')
          ? { hosted: view.hostedBy(id).map((held) => ({ element_id: held.id, kind: held.kind })) }
          : {}),
      },
      warnings: [...withheldIn([element], view), ...outline.warnings, ...(facts?.warnings ?? [])],
    };
  },
});

/** GlobalId of an imported element in its file; none for other elements. */
function importedIn(view: ModelView, { id }: Element): { readonly ifc_guid?: string } {
  return view.importedAs(id) === null ? {} : { ifc_guid: guidOf(id, view) };
}

/** The reference model of an element; nothing for the building itself. */
function referenceField(view: ModelView, element: Element): { readonly reference?: string } {
  const reference = referenceName(element, view);
  return reference === null ? {} : { reference };
}

/** For a group, the elements of its placements; for any other element, its placement, and other groups that have it. */
function groupedIn(view: ModelView, element: Element): Readonly<Record<string, unknown>> {
  if (element.kind === 'group') {
    const { placements, members } = element.params;
    return {
      placements: placements.map(({ number }, row) => {
        const ids = members[row] ?? [];
        const used = new Set(ids.map((id) => view.levelOf(id)));
        const level_ids = view.levels().flatMap(({ id }) => (used.has(id) ? [id] : []));
        return { number, name: placementName(element, row), level_ids, element_ids: ids };
      }),
    };
  }
  const [first, ...others] = membershipsOf(element.id, view).map(({ group, row }) => ({
    group_id: group.id,
    placement: placementName(group, row),
  }));
  if (first === undefined) return {};
  return others.length === 0 ? { group: first } : { group: first, other_groups: others };
}

type Outline = {
  readonly data: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
};

const NO_OUTLINE: Outline = { data: {}, warnings: [] };

/** The outline in plan with its holes; that of a wall includes the corners of walls that end on it. */
function outlineOf(view: ModelView, element: Element): Outline {
  if (element.kind === 'wall') {
    const { outline = null, left_out = false } = sharedOutline(view, element) ?? {};
    const why = 'too many walls end on this one: its outline is returned without their corners';
    return { data: { outline }, warnings: left_out ? [why] : [] };
  }
  const [outline, outline_holes] = [view.outline(element.id), view.holes(element.id)];
  const data = outline_holes.length === 0 ? { outline } : { outline, outline_holes };
  return { data, warnings: [] };
}
