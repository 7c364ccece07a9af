/** @module ifc sets: the standard property and quantity sets of a schema. */
import * as z from 'zod';

/** Kind of a property; null if the source of IFC2X3 does not state it. */
export type PropertyKind =
  | 'Single'
  | 'Bounded'
  | 'List'
  | 'Enumerated'
  | 'Reference'
  | 'Table'
  | 'Complex'
  | null;

/** One property of a standard set. */
export type PropertyTemplate = {
  readonly name: string;
  readonly kind: PropertyKind;
  /**
   * Data types: one for most kinds, two for a table (defining, defined). For an enumerated property it is the name of the
   * enumeration; for a complex property it is the name of that property.
   */
  readonly types: readonly string[];
  /** Kinds of units, named as in IfcUnitEnum; empty if the source states none. */
  readonly units: readonly string[];
  /** Values of an enumerated property; empty if any value is allowed. */
  readonly values: readonly string[];
  /** Properties of a complex property. */
  readonly parts: ReadonlyMap<string, PropertyTemplate>;
};

/** An entity to which a set applies, together with its subtypes. */
type Applicable = {
  readonly entity: string;
  /** The only predefined type to which the set applies, or a type defined by the user, in upper case; null: any type. */
  readonly predefined: string | null;
};

/** A standard property set. */
export type PropertySetTemplate = {
  readonly name: string;
  /** What the set applies to; empty if the source names nothing. */
  readonly applicable: readonly Applicable[];
  /** Applicability as written in the source: `IfcWall,IfcWallType`, `IfcFan.PredefinedType=TUBEAXIAL`; may be empty. */
  readonly applies_to: string;
  /** Template type such as `PSET_TYPEDRIVENOVERRIDE`; empty in IFC2X3. */
  readonly template_type: string;
  readonly properties: ReadonlyMap<string, PropertyTemplate>;
};

/** A standard quantity set: the quantity entity (`IfcQuantityLength`) by quantity name. */
export type QuantitySetTemplate = Omit<PropertySetTemplate, 'properties'> & {
  readonly quantities: ReadonlyMap<string, string>;
};

/** The sets of one schema by name. */
export type StandardSets = {
  readonly psets: ReadonlyMap<string, PropertySetTemplate>;
  readonly qtos: ReadonlyMap<string, QuantitySetTemplate>;
};

const Row = z.union([
  z.tuple([z.string()], z.string()),
  z.tuple([
    z.literal('Complex'),
    z.string(),
    z.literal(''),
    z.record(z.string(), z.array(z.string())),
  ]),
]);
const SetOf = <T extends z.ZodType>(row: T) =>
  z.record(z.string(), z.tuple([z.string(), z.string(), z.string(), z.record(z.string(), row)]));
const Tables = z.object({ about: z.string(), psets: SetOf(Row), qtos: SetOf(z.string()) });

const KINDS: ReadonlyMap<string, PropertyKind> = new Map(
  (['Single', 'Bounded', 'List', 'Enumerated', 'Reference', 'Table', 'Complex'] as const).map(
    (kind) => [kind, kind],
  ),
);

/** What a set applies to, as in the source, in at most 300 characters; for messages. */
export function applicabilityOf({
  applies_to,
  applicable,
}: Pick<PropertySetTemplate, 'applicable' | 'applies_to'>): string {
  const text = applies_to.trim() || applicable.map(({ entity }) => entity).join(', ');
  return text.slice(0, 300);
}

/** Parses the sets of a table. @throws if the text is not a valid table. */
export function readSets(text: string): StandardSets {
  const tables = Tables.parse(JSON.parse(text));
  const psets = Object.entries(tables.psets).map(
    ([name, [entities, applies_to, template_type, rows]]): [string, PropertySetTemplate] => {
      const properties = propertiesOf(rows);
      const applicable = applicableIn(entities, applies_to);
      return [name, { name, applicable, applies_to, template_type, properties }];
    },
  );
  const qtos = Object.entries(tables.qtos).map(
    ([name, [entities, applies_to, template_type, rows]]): [string, QuantitySetTemplate] => {
      const quantities = new Map(Object.entries(rows));
      const applicable = applicableIn(entities, applies_to);
      return [name, { name, applicable, applies_to, template_type, quantities }];
    },
  );
  return { psets: new Map(psets), qtos: new Map(qtos) };
}

/**
 * The entities of a set. IFC4 and IFC4X3 state the predefined type of each (`IfcFan/TUBEAXIAL`), IFC2X3 one for all in
 * the applicability (`IfcFanType.PredefinedType=TUBEAXIAL`). Other conditions there restrict nothing, as in the public
 * rule: they are about other attributes (`IfcSpace.ObjectType=Parking`) or related entities (`RelatedEntityIs:…`).
 */
function applicableIn(entities: string, applies_to: string): readonly Applicable[] {
  const condition = /^ *Ifc\w+\.PredefinedType=(\w+) *$/u.exec(applies_to)?.[1];
  return (entities === '' ? [] : entities.split('|')).map((text) => {
    const [entity = '', own = condition] = text.split('/');
    return { entity, predefined: own?.toUpperCase() ?? null };
  });
}

function propertiesOf(rows: {
  readonly [name: string]: z.output<typeof Row> | readonly string[];
}): ReadonlyMap<string, PropertyTemplate> {
  return new Map(
    Object.entries(rows).map(([name, [kind = '', types = '', units = '', last]]) => {
      const template: PropertyTemplate = {
        name,
        kind: KINDS.get(kind) ?? null,
        types: words(types),
        units: words(units),
        values: typeof last === 'string' ? last.split('|') : [],
        parts: typeof last === 'object' ? propertiesOf(last) : new Map(),
      };
      return [name, template];
    }),
  );
}

function words(text: string): readonly string[] {
  return text === '' ? [] : text.split(' ');
}
