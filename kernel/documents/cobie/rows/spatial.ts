/** @module spatial: the sheets Facility, Floor and Space. */
import { spaceQuantities } from '../../../building/kinds/room/space-quantities.ts';
import { systemKey } from '../../../building/kinds/shared/classification-systems.ts';
import {
  type ClassReference,
  ownClassification,
} from '../../../building/kinds/shared/classification.ts';
import { SITE_ID } from '../../../building/kinds/site/site.ts';
import type { FileFacts } from '../../../building/model/file-source.ts';
import { guidOf, ifcGuid } from '../../ifc/guid.ts';
import { type Book, fill, noteNames } from '../book.ts';
import { numberCell, RowNames, textCell } from '../cell-text.ts';
import { type CobieRow, NA } from '../check.ts';
import { columnsOf } from '../column-properties.ts';
import { SYSTEM } from '../source.ts';
import { type StatedValue, statedValues } from '../stated.ts';

/** Names of project and building in exported files. */
const [PROJECT, BUILDING, SITE] = ['Plumbline', 'Building', 'Site'] as const;
/** How areas are measured, as Facility.AreaMeasurement. */
const MEASUREMENT = 'Qto_SpaceBaseQuantities of IFC4: between the finished faces of the walls';

/**
 * The one row of Facility. Its names and identifiers are those of exported files, its origin is that of the site, else of
 * the lowest level.
 */
export function fillFacility(book: Book): void {
  const { view, project, originOf, facility } = book.source;
  const site = view.elementOf(SITE_ID, 'site');
  const [level] = view.levels();
  const first = site ?? level;
  const created = book.contacts.created(first === undefined ? null : originOf(first.id));
  const row: CobieRow = {
    Name: BUILDING,
    ...created,
    Category: textCell(facility.category),
    ProjectName: textCell(facility.project_name ?? PROJECT),
    SiteName: site === undefined ? SITE : textCell(site.params.name ?? SITE),
    LinearUnits: 'millimeters',
    AreaUnits: 'squaremeters',
    VolumeUnits: 'cubicmeters',
    CurrencyUnit: textCell(facility.currency),
    AreaMeasurement: MEASUREMENT,
    ExternalSystem: SYSTEM,
    ExternalProjectObject: 'IfcProject',
    ExternalProjectIdentifier: ifcGuid(project),
    ExternalSiteObject: 'IfcSite',
    ExternalSiteIdentifier: ifcGuid(`${project}/site`),
    ExternalFacilityObject: 'IfcBuilding',
    ExternalFacilityIdentifier: ifcGuid(`${project}/building`),
    Description: textCell(facility.description),
    ProjectDescription: textCell(facility.project_description),
    SiteDescription: textCell(facility.site_description),
    Phase: textCell(facility.phase),
  };
  fill(book, 'Facility', [row], '');
}

/** The storeys, from the lowest up. */
export function fillFloors(book: Book): void {
  const { view, originOf } = book.source;
  const names = new RowNames();
  const rows: CobieRow[] = [];
  for (const level of view.levels()) {
    const { name, elevation, height } = level.params;
    const Name = names.take(name);
    book.floors.set(level.id, Name);
    const facts = book.factsOf(level.id);
    const created = book.contacts.created(originOf(level.id));
    const values = statedValues(level, view, { entity: 'IfcBuildingStorey', facts });
    book.listed.push({ sheet: 'Floor', name: Name, element_id: level.id, created, values });
    rows.push({
      Name,
      ...created,
      Category: textCell(categoryOf(facts, values, ownClassification(level)) ?? 'Floor'),
      ...external('IfcBuildingStorey', guidOf(level.id, view)),
      Description: textCell(facts?.description),
      Elevation: numberCell(elevation),
      Height: numberCell(height),
    });
  }
  fill(book, 'Floor', rows, 'the model has no levels');
  noteNames(book, 'Floor', names);
}

/** The rooms on storeys, in order of creation. */
export function fillSpaces(book: Book): void {
  const { view, originOf } = book.source;
  const names = new RowNames();
  const rows: CobieRow[] = [];
  for (const room of view.elementsOf('room')) {
    const { name, number, usage, level_id } = room.params;
    const Name = names.take(number ?? name);
    book.spaces.set(room.id, Name);
    const facts = book.factsOf(room.id);
    const created = book.contacts.created(originOf(room.id));
    const values = statedValues(room, view, { entity: 'IfcSpace', facts });
    const sizes = spaceQuantities(room, view);
    book.listed.push({ sheet: 'Space', name: Name, element_id: room.id, created, values });
    rows.push({
      Name,
      ...created,
      Category: textCell(categoryOf(facts, values, ownClassification(room)) ?? usage),
      FloorName: book.floors.get(level_id) ?? NA,
      Description: textCell(name),
      ...external('IfcSpace', guidOf(room.id, view)),
      RoomTag: textCell(number),
      UsableHeight: numberCell(sizes?.height_mm),
      GrossArea: squareMetres(sizes?.gross_floor_area_mm2),
      NetArea: squareMetres(sizes?.net_floor_area_mm2),
      ...columnsOf('Space', [values]),
    });
  }
  fill(book, 'Space', rows, 'the model has no rooms');
  noteNames(book, 'Space', names);
}

/** `ExtSystem`, `ExtObject` and `ExtIdentifier` of an entity of exported files. */
export function external(entity: string | null, guid: string | null): CobieRow {
  if (entity === null || guid === null) return { ExtSystem: SYSTEM };
  return { ExtSystem: SYSTEM, ExtObject: entity, ExtIdentifier: guid };
}

/** Properties by which programs state a classification: its code and, if that has none, its name. */
const CLASSIFYING = [
  ['Category Code', 'Category Description'],
  ['Classification Code', 'Classification Description'],
  ['OmniClass Number', 'OmniClass Title'],
  ['OmniClass Table 13 Category', null],
  ['OmniClass Table 23 Category', null],
] as const;

/** Systems that COBie expects, in this order, before all others. */
const SYSTEMS = ['OmniClass', 'Uniclass 2015'].map(systemKey);

/**
 * The first reference to a classification, of the model before those of the file, else one that a property states, as
 * `code: name`; null without one.
 */
export function categoryOf(
  facts: FileFacts | null,
  values: ReadonlyMap<string, StatedValue>,
  own: readonly ClassReference[],
): string | null {
  const references = [...own, ...(facts?.classifications ?? [])]
    .map(({ system, code, name }) => ({ rank: rankOf(system), text: joined(code, name) }))
    .filter(({ text }) => text !== '')
    .toSorted((a, b) => a.rank - b.rank);
  const [found] = references;
  if (found !== undefined) return found.text;
  const byName = new Map([...values.values()].map(({ name, value }) => [name, String(value)]));
  for (const [code, name] of CLASSIFYING) {
    const text = joined(byName.get(code), name === null ? null : byName.get(name));
    if (byName.has(code) && text !== '') return text;
  }
  return null;
}

function rankOf(system: string | null): number {
  const rank = system === null ? -1 : SYSTEMS.indexOf(systemKey(system));
  return rank === -1 ? SYSTEMS.length : rank;
}

function joined(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part !== null && part !== undefined && part !== '').join(': ');
}

function squareMetres(area: number | null | undefined): number | string {
  return numberCell(area === null || area === undefined ? null : area / 1e6);
}
