/** @module branch-model: the elements of a view as a model that IDS can check, as an export would write them. */
import { checkpointBeforeLongWork } from '../../../base/work/checkpoint.ts';
import { SITE_ID } from '../../../building/kinds/site/site.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { type InstanceLabel, IfcModel } from '../../ifc/read/ifc-model.ts';
import { type IfcSchemaName, schemaOf } from '../../ifc/schema/ifc-schema.ts';
import { statedEntities } from '../../ifc/write/export-ifc.ts';
import { FileIdsModel } from '../file/file-model.ts';
import type { IdsLabel, IdsModel } from '../ids-model.ts';
import type { Ids } from '../ids.ts';
import { propertyNeeds } from './property-needs.ts';
import { StatedFile } from './stated-file.ts';

/** Project identifier of the entities of a branch; the GUIDs that depend on it are in no label. */
const PROJECT = 'plumbline';
/** Time of the owner history, which no requirement can ask for. */
const HEAD = { at: '1970-01-01T00:00:00.000Z' };
/** Number of elements from which the model is not made on the thread of the gate. */
const MANY_ELEMENTS = 500;

/**
 * The view as a model in a schema, without an export. Every object answers what the file that `exportIfc` writes of the
 * same view answers, except for shapes that no file can have and for relations between shapes. With `ids`, it answers only
 * the questions of these specifications: other properties are left out.
 */
export function branchIdsModel(
  view: ModelView,
  schema: IfcSchemaName,
  { ids }: { readonly ids?: Ids } = {},
): IdsModel {
  if (view.count() > MANY_ELEMENTS) checkpointBeforeLongWork();
  const ifc = schemaOf(schema);
  const isAsked = ids === undefined ? null : propertyNeeds(ids, ifc);
  const stated = statedEntities(view, { schema, project: PROJECT, head: HEAD }, isAsked);
  const file = new StatedFile(ifc, stated);
  const labelOf = (row: number, { guid, name }: InstanceLabel): IdsLabel => {
    const text = file.statedAt(row)?.root?.text;
    const element_id = text === undefined ? null : elementOf(text, view);
    return { element_id, guid: element_id === null ? null : guid, name, record: null };
  };
  return new FileIdsModel(new IfcModel(file, schema), labelOf);
}

/**
 * The element that an entity is, or of which it is a part, from the text of its GUID: the id of the element, or that id
 * and the key of the part. Null for types, the building and the project.
 */
function elementOf(text: string, view: ModelView): string | null {
  if (view.element(text) !== undefined) return text;
  if (text === `${PROJECT}/site` || text === `${PROJECT}/site/boundary`) {
    return view.element(SITE_ID) === undefined ? null : SITE_ID;
  }
  if (text.startsWith(`${PROJECT}/`)) return null;
  for (let end = text.lastIndexOf('/'); end > 0; end = text.lastIndexOf('/', end - 1)) {
    const id = text.slice(0, end);
    if (view.element(id) !== undefined) return id;
  }
  return null;
}
