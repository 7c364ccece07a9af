/** @module selections: the parts of a file that `only` can select, and what is missing in them. */
import * as z from 'zod';

import { KINDS } from '../../../../../kernel/building/kinds/elements.ts';
import { elementOrder } from '../../../../../kernel/building/model/derived/regeneration.ts';
import { Model } from '../../../../../kernel/building/model/model.ts';
import { readElement } from '../../../../../kernel/building/model/state/read-element.ts';
import type { IfcModel } from '../../../../../kernel/documents/ifc/read/ifc-model.ts';
import { withGroups } from '../../../../../kernel/documents/ifc/recognise/groups/groups.ts';
import { manifestRowsOf } from '../../../../../kernel/documents/ifc/recognise/manifest-rows.ts';
import { withMaterials } from '../../../../../kernel/documents/ifc/recognise/materials/file-materials.ts';
import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import {
  type Recognition,
  recognise,
} from '../../../../../kernel/documents/ifc/recognise/recognise.ts';
import {
  selectedOf,
  type Selection,
} from '../../../../../kernel/documents/ifc/recognise/selection.ts';
import { withFittingTypes } from '../../../../../kernel/documents/ifc/recognise/types/fitting-types.ts';
import { withLayerTypes } from '../../../../../kernel/documents/ifc/recognise/types/layer-types.ts';
import type { ElementRecord } from '../../../../../schemas/events.ts';
import { Site } from '../../../building/model/build.ts';
import { solids } from '../../../checks/clash/clash-model.ts';
import { kernels } from './building-text.ts';

/** A file and what is recognised in it. */
export type Read = { readonly model: IfcModel; readonly found: Recognition };

/** A file with its types, materials and groups. */
export async function read(bytes: Buffer): Promise<Read> {
  const { model } = await openIfc(bytes);
  return { model, found: withAll(recognise(model, 'lineage', kernels), model) };
}

/** A recognition with the types, materials and groups of its file. */
export function withAll(found: Recognition, model: IfcModel): Recognition {
  const names = { fileKey: 'lineage', taken: [] };
  const typed = withFittingTypes(withLayerTypes(found, model, names), model, names);
  return withGroups(withMaterials(typed, model, names), model, names);
}

/** Each category and each level alone, and each category on each level. */
export function selectionsOf({ found, model }: Read): readonly Selection[] {
  const elements = manifestRowsOf(found, model).flatMap(({ element }) => element ?? []);
  const categories = [...new Set(elements.map((one) => KINDS.of(one).category))];
  const levels = found.levels.map(({ element: { params } }) => z.string().parse(params['name']));
  return [
    ...categories.map((one) => ({ categories: [one], levels: null })),
    ...levels.map((one) => ({ categories: null, levels: [one] })),
    ...levels.flatMap((level) => categories.map((one) => ({ categories: [one], levels: [level] }))),
  ];
}

/** Ids that the elements of a selection name, or that rows are parts of, and that the selection lacks. */
export function missingIn({ found, model }: Read, only: Selection): readonly string[] {
  const rows = manifestRowsOf(selectedOf(found, only), model);
  const elements = rows.flatMap(({ element }) => element ?? []);
  const ids = new Set(elements.map(({ id }) => id));
  const named = elements.flatMap((element) => {
    const references = KINDS.named(element).map(([name, id]) => `${element.kind}.${name} ${id}`);
    return references.concat(membersOf(element).map((id) => `group.members ${id}`));
  });
  const parts = rows.flatMap(({ part_of }) => (part_of === null ? [] : [`part_of ${part_of}`]));
  return [...named, ...parts].filter((one) => !ids.has(one.replace(/^.* /u, '')));
}

function membersOf({ kind, params }: ElementRecord): readonly string[] {
  const members: unknown = kind === 'group' ? params['members'] : [];
  return Array.isArray(members) ? members.flat().map(String) : [];
}

/** Creates the elements of a selection in an empty branch, which refuses what is not complete. Their number. */
export function importInto({ found, model }: Read, only: Selection): number {
  const elements = manifestRowsOf(selectedOf(found, only), model).flatMap(({ element }) =>
    element === null ? [] : [readElement(element, KINDS)],
  );
  const site = new Site(new Model({ solids }));
  const events = elements.toSorted(elementOrder(KINDS)).map((element) => ({
    type: element.kind === 'level' ? ('level.created' as const) : ('element.created' as const),
    aggregate_id: element.id,
    payload: { element },
  }));
  if (events.length > 0) site.commit('main', events);
  return [...site.view().elements()].length;
}
