/** @module element: everything that the page shows of one element, and the groups of a moment. */
import { typeOf } from '../../../kernel/building/kinds/types/of-type.ts';
import { guidOf } from '../../../kernel/documents/ifc/guid.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { idByGuid } from '../elements/by-guid.ts';
import { pastChanges } from '../elements/past-changes.ts';
import { placeLabels } from '../elements/place-labels.ts';
import { relationsOf } from '../elements/relations.ts';
import {
  ownFields,
  quantityFields,
  shownFields,
  shownProperties,
} from '../elements/shown-values.ts';
import { ASKS } from '../protocol/asks.ts';
import { nameOf } from '../shapes/part-bytes.ts';
import { jsonAnswer } from './answer.ts';

/** One element by its id or IFC GUID. Refuses ELEMENT_NOT_FOUND for a hidden one as for an unknown one. */
export const elementAnswer = jsonAnswer('element', ASKS.element, async (asked, looking) => {
  const { shown, view } = await looking.at(asked.at);
  const id = view.element(asked.id) === undefined ? idByGuid(asked.id, view) : asked.id;
  if (id === null) throw unknown(asked.id);
  const element = view.element(id);
  if (element === undefined) throw unknown(asked.id);
  const kind = view.kinds.of(element);
  const level_id = view.levelOf(id);
  const level = level_id === null ? undefined : view.elementOf(level_id, 'level');
  const type = typeOf(element, view);
  return {
    at: shown,
    id,
    kind: element.kind,
    category: kind.category,
    name: nameOf(element),
    level: level === undefined ? null : { id: level.id, name: level.params.name },
    type: type === null ? null : { id: type.id, name: type.params.name },
    ifc_guid: guidOf(id, view),
    parameters: shownFields(ownFields(kind), element, view),
    quantities: shownFields(quantityFields(kind), element, view),
    properties: shownProperties(element, view),
    related: relationsOf(element, view),
    ...(await pastChanges(element, view, looking)),
  };
});

function unknown(id: string): Refusal {
  return new Refusal('ELEMENT_NOT_FOUND', `no element \`${id}\``, 'choose one of the model');
}

/** The groups of a moment with their members, in the order of the view. */
export const groupsAnswer = jsonAnswer('groups', ASKS.groups, async ({ at }, looking) => {
  const { shown, view } = await looking.at(at);
  const groups = [...view.elementsOf('group')].map(({ id, params }) => {
    const members = params.members.flat().filter((member) => view.element(member) !== undefined);
    return { id, name: params.name ?? id, members };
  });
  return { at: shown, groups };
});

/** What elements of a level are called by the rooms on their sides. Refuses LEVEL_NOT_FOUND for a hidden as for an unknown level. */
export const labelsAnswer = jsonAnswer('labels', ASKS.labels, async ({ at, level_id }, looking) => {
  const { shown, view } = await looking.at(at);
  if (view.elementOf(level_id, 'level') === undefined) {
    throw new Refusal('LEVEL_NOT_FOUND', `no level \`${level_id}\``, 'choose one of the storeys');
  }
  return { at: shown, labels: placeLabels(level_id, view) };
});
