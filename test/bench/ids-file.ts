/** @module ids-file: an IFC file of many elements with sets and types, and 50 specifications about them. */
import type { Constraint, Facet, Ids, Specification } from '../../kernel/documents/ids/ids.ts';
import { NOWHERE } from '../../kernel/documents/ids/ids.ts';

const ENTITIES = ['IFCWALL', 'IFCSLAB', 'IFCDOOR', 'IFCCOLUMN', 'IFCBEAM'] as const;
/** Elements that share a type, material and container. */
const SHARED = 100;

/** An IFC4 file: each element has a set of its own with four properties, and a type, a material and a storey with others. */
export function idsFileText(elements: number): string {
  const lines: string[] = [
    `#1=IFCPROJECT('0000000000000000000001',$,'Bench',$,$,$,$,$,#2);`,
    '#2=IFCUNITASSIGNMENT((#3));',
    '#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);',
  ];
  let next = 10;
  const guid = (): string => `'${String(next).padStart(22, '0')}'`;
  const add = (text: string): number => {
    const id = next;
    lines.push(`#${id}=${text};`);
    next += 1;
    return id;
  };
  for (let first = 0; first < elements; first += SHARED) {
    const entity = ENTITIES[(first / SHARED) % ENTITIES.length] ?? 'IFCWALL';
    const ids: number[] = [];
    for (let at = first; at < Math.min(first + SHARED, elements); at += 1) {
      ids.push(add(element(entity, guid(), at)));
    }
    for (const id of ids) {
      const properties = [
        add(`IFCPROPERTYSINGLEVALUE('FireRating',$,IFCLABEL('F${(id % 4) * 30}'),$)`),
        add(`IFCPROPERTYSINGLEVALUE('IsExternal',$,IFCBOOLEAN(${id % 3 === 0 ? '.T.' : '.F.'}),$)`),
        add(`IFCPROPERTYSINGLEVALUE('Width',$,IFCLENGTHMEASURE(${100 + (id % 300)}.),$)`),
        add(`IFCPROPERTYSINGLEVALUE('Reference',$,IFCIDENTIFIER('R${id % 97}'),$)`),
      ].map((one) => `#${one}`);
      const set = add(`IFCPROPERTYSET(${guid()},$,'Office_Common',$,(${properties.join(',')}))`);
      add(`IFCRELDEFINESBYPROPERTIES(${guid()},$,$,$,(#${id}),#${set})`);
    }
    const all = ids.map((id) => `#${id}`).join(',');
    const shared = add(`IFCPROPERTYSINGLEVALUE('Manufacturer',$,IFCLABEL('M${first % 7}'),$)`);
    const set = add(`IFCPROPERTYSET(${guid()},$,'Office_Type',$,(#${shared}))`);
    const type = add(typeOf(entity, guid(), set));
    add(`IFCRELDEFINESBYTYPE(${guid()},$,$,$,(${all}),#${type})`);
    const material = add(`IFCMATERIAL('Concrete ${first % 5}',$,'concrete')`);
    add(`IFCRELASSOCIATESMATERIAL(${guid()},$,$,$,(${all}),#${material})`);
    const storey = add(`IFCBUILDINGSTOREY(${guid()},$,'S${first}',$,$,$,$,$,.ELEMENT.,0.)`);
    add(`IFCRELCONTAINEDINSPATIALSTRUCTURE(${guid()},$,$,$,(${all}),#${storey})`);
  }
  return `ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('a.ifc','2026-01-01T00:00:00',(''),(''),'','','');\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n${lines.join('\n')}\nENDSEC;\nEND-ISO-10303-21;\n`;
}

function element(entity: string, guid: string, at: number): string {
  const start = `${entity}(${guid},$,'Element ${at}',$,$,$,$,'${at}'`;
  return entity === 'IFCDOOR' ? `${start},2100.,900.,$,$,$)` : `${start},$)`;
}

function typeOf(entity: string, guid: string, set: number): string {
  const start = `${entity}TYPE(${guid},$,'Type',$,$,(#${set}),$,$,$`;
  return entity === 'IFCDOOR' ? `${start},.DOOR.,$,$,$)` : `${start},.NOTDEFINED.)`;
}

const simple = (text: string): Constraint => ({ kind: 'simple', text, place: NOWHERE });
const restriction = (part: Partial<Extract<Constraint, { kind: 'restriction' }>>): Constraint => ({
  kind: 'restriction',
  base: 'string',
  enumeration: [],
  patterns: [],
  bounds: {},
  lengths: {},
  digits: {},
  annotation: null,
  place: NOWHERE,
  ...part,
});
const common = { cardinality: 'required', instructions: null, place: NOWHERE } as const;
const property = (name: string, dataType: string, value: Constraint | null): Facet => ({
  facet: 'property',
  propertySet: simple(name === 'Manufacturer' ? 'Office_Type' : 'Office_Common'),
  baseName: simple(name),
  dataType,
  value,
  uri: null,
  ...common,
});

/** Ten requirements of different kinds for each of the five entities. */
export function idsOfBench(): Ids {
  const requirements: readonly Facet[] = [
    { facet: 'attribute', name: simple('Name'), value: null, ...common },
    {
      facet: 'attribute',
      name: simple('Name'),
      value: restriction({ patterns: [String.raw`Element \d+`] }),
      ...common,
    },
    property('FireRating', 'IFCLABEL', null),
    property('FireRating', 'IFCLABEL', restriction({ enumeration: ['F0', 'F30', 'F60', 'F90'] })),
    property('IsExternal', 'IFCBOOLEAN', simple('true')),
    property(
      'Width',
      'IFCLENGTHMEASURE',
      restriction({ base: 'double', bounds: { minInclusive: '0.1', maxExclusive: '0.4' } }),
    ),
    property('Reference', 'IFCIDENTIFIER', restriction({ patterns: [String.raw`R\d{1,2}`] })),
    property('Manufacturer', 'IFCLABEL', restriction({ patterns: ['M[0-9]'] })),
    { facet: 'material', value: simple('concrete'), uri: null, ...common },
    {
      facet: 'partOf',
      relation: 'IFCRELCONTAINEDINSPATIALSTRUCTURE',
      name: simple('IFCBUILDINGSTOREY'),
      predefinedType: null,
      ...common,
    },
  ];
  const specifications = ENTITIES.flatMap((entity) =>
    requirements.map((requirement, index): Specification => ({
      name: `${entity} ${index}`,
      identifier: null,
      description: null,
      instructions: null,
      ifcVersion: ['IFC4'],
      cardinality: 'optional',
      applicability: [{ facet: 'entity', name: simple(entity), predefinedType: null, ...common }],
      requirements: [requirement],
      requirementsDescription: null,
      place: NOWHERE,
    })),
  );
  const info = {
    title: 'Bench',
    copyright: null,
    version: null,
    description: null,
    author: null,
    date: null,
    purpose: null,
    milestone: null,
  };
  return { info, specifications };
}
