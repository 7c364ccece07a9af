/** @module groups: the sheets Zone and System, from the groups of the model. */
import type { Group } from '../../../building/kinds/group/group.ts';
import { zoneTitle } from '../../../building/kinds/group/zones.ts';
import { ownClassification } from '../../../building/kinds/shared/classification.ts';
import { guidOf } from '../../ifc/guid.ts';
import { schemaOf } from '../../ifc/schema/ifc-schema.ts';
import { type Book, fill, noteNames } from '../book.ts';
import { RowNames, textCell } from '../cell-text.ts';
import { type CobieRow, NA } from '../check.ts';
import { categoryOf, external } from './spatial.ts';

/** Maximum length of a list of names in one cell, characters; Excel allows 32,767. */
const LIST_CHARS = 30_000;

/** Zones: groups of rooms only. Systems: groups that the imported file calls systems. */
export function fillGroups(book: Book): void {
  const zones: CobieRow[] = [];
  const systems: CobieRow[] = [];
  const { view } = book.source;
  const [zoneNames, systemNames] = [new RowNames(), new RowNames()];
  for (const group of view.elementsOf('group')) {
    // A view with a restricted READ scope shows groups with the members that it shows.
    const ids = group.params.members.flat().filter((id) => view.element(id) !== undefined);
    const spaces = namesIn(book.spaces, ids);
    const entity = book.factsOf(group.id)?.entity ?? 'IfcGroup';
    const components = namesIn(book.components, ids);
    if (spaces.length > 0 && spaces.length === ids.length) {
      const Name = zoneNames.take(group.params.name);
      zones.push(...rowsOf(book, group, { Name, column: 'SpaceNames', names: spaces }));
    } else if (isSystem(entity) && components.length > 0) {
      const Name = systemNames.take(group.params.name);
      systems.push(...rowsOf(book, group, { Name, column: 'ComponentNames', names: components }));
    }
  }
  fill(book, 'Zone', zones, 'the model has no group that consists of rooms only');
  fill(book, 'System', systems, 'the model has no system: only imported files state systems');
  noteNames(book, 'Zone', zoneNames);
  noteNames(book, 'System', systemNames);
}

const ORDERS = new WeakMap<ReadonlyMap<string, string>, ReadonlyMap<string, number>>();

/** The names of the rows of elements, in the order of the rows. */
function namesIn(rows: ReadonlyMap<string, string>, ids: readonly string[]): readonly string[] {
  const order = ORDERS.get(rows) ?? new Map([...rows.keys()].map((id, index) => [id, index]));
  ORDERS.set(rows, order);
  return ids
    .filter((id) => rows.has(id))
    .toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
    .flatMap((id) => rows.get(id) ?? []);
}

function isSystem(entity: string): boolean {
  const schema = schemaOf('IFC4');
  return schema.entity(entity) !== undefined && schema.isA(entity, 'IfcSystem');
}

/** The name of a group, and the column with the names of its members. */
type GroupRow = {
  readonly Name: string;
  readonly column: string;
  readonly names: readonly string[];
};

/** The rows of a group: one, or several with parts of a list that is too long for a cell. */
function rowsOf(
  { source, contacts, factsOf }: Book,
  group: Group,
  { Name, column, names }: GroupRow,
): readonly CobieRow[] {
  const facts = factsOf(group.id);
  const created = contacts.created(source.originOf(group.id));
  const common: CobieRow = {
    Name,
    ...created,
    Category: textCell(
      categoryOf(facts, new Map(), ownClassification(group)) ??
        facts?.object_type ??
        zoneTitle(group) ??
        NA,
    ),
    ...external(facts?.entity ?? ownEntity(group), guidOf(group.id, source.view)),
    Description: textCell(facts?.description),
  };
  return listsOf(names).map((list) => Object.assign({}, common, { [column]: list }));
}

function ownEntity(group: Group): string {
  return zoneTitle(group) === null ? 'IfcGroup' : 'IfcZone';
}

function listsOf(names: readonly string[]): readonly string[] {
  const lists: string[] = [];
  let list = '';
  for (const name of names) {
    if (list !== '' && list.length + name.length + 1 > LIST_CHARS) {
      lists.push(list);
      list = '';
    }
    list = list === '' ? name : `${list},${name}`;
  }
  return list === '' ? lists : [...lists, list];
}
