/** @module building-text: small IFC files with storeys, products, openings and fillings, and what is recognised in them. */
import { IfcModel } from '../../../../../kernel/documents/ifc/read/ifc-model.ts';
import { loadKernels } from '../../../../../kernel/documents/ifc/recognise/kernels.ts';
import {
  recognise,
  type Recognised,
  type Recognition,
} from '../../../../../kernel/documents/ifc/recognise/recognise.ts';
import type { IfcSchemaName } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { JsonObject } from '../../../../../schemas/events.ts';
import {
  axes,
  extrusion,
  flatText,
  METRE,
  point,
  polygon,
  polyline,
  profile,
} from '../shape/shape-text.ts';
import { readText, stepText } from '../step-text.ts';

export const kernels = await loadKernels();

const MILLIMETRE = '{IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)}';

/** A product: its entity, its items in braces, and what else is not the default. */
export type ProductText = {
  readonly entity: string;
  readonly items: readonly string[];
  readonly name?: string;
  readonly guid?: string;
  /** Items of its axis. */
  readonly axis?: string;
  /** Placement in braces relative to the storey; default: at its origin. */
  readonly at?: string;
  /** Attributes after the representation. */
  readonly rest?: string;
  /** Bodies of openings with their placements, each with the product that fills it. */
  readonly openings?: readonly {
    readonly items: readonly string[];
    readonly at?: string;
    readonly filling?: ProductText;
  }[];
  /** Whether it is in the storey; default: true. */
  readonly contained?: boolean;
};

export type BuildingOptions = {
  readonly schema?: IfcSchemaName;
  readonly length?: string;
  /** Names and elevations of storeys; products are in the first. */
  readonly storeys?: readonly (readonly [name: string, elevation: number])[];
  readonly data?: string;
};

/** The text of a file with these products. */
function buildingText(
  products: readonly ProductText[],
  { length = MILLIMETRE, storeys = [['Ground', 0]], data = '' }: BuildingOptions = {},
): string {
  const lines: string[] = [
    `#1=IFCPROJECT('0$Project0000000000000',$,'P',$,$,$,$,$,{IFCUNITASSIGNMENT((${length}))});`,
  ];
  for (const [i, [name, elevation]] of storeys.entries()) {
    const place = `IFCLOCALPLACEMENT($,${axes(point(0, 0, elevation))})`;
    lines.push(
      `#${10 + i}=IFCBUILDINGSTOREY('storey${i}',$,'${name}',$,$,#${20 + i},$,$,.ELEMENT.,$);`,
      `#${20 + i}=${place};`,
    );
  }
  let next = 100;
  const contained: number[] = [];
  const write = (one: ProductText): number => {
    const id = next;
    next += 1;
    const { entity, items, name = entity, guid = `guid${id}`, rest = ',$' } = one;
    const parent = storeys.length === 0 ? '$' : '#20';
    const place = `{IFCLOCALPLACEMENT(${parent},${one.at ?? axes(point(0, 0, 0))})}`;
    const body =
      items.length === 0 ? [] : [`{IFCSHAPEREPRESENTATION($,'Body','Any',(${items.join()}))}`];
    const axis =
      one.axis === undefined ? [] : [`{IFCSHAPEREPRESENTATION($,'Axis','Curve2D',(${one.axis}))}`];
    const shapes = [...axis, ...body];
    const shape = shapes.length === 0 ? '$' : `{IFCPRODUCTDEFINITIONSHAPE($,$,(${shapes.join()}))}`;
    lines.push(`#${id}=${entity}('${guid}',$,'${name}',$,$,${place},${shape}${rest});`);
    for (const { items: bodies, at, filling } of one.openings ?? []) {
      const opening = write({
        entity: 'IFCOPENINGELEMENT',
        items: bodies,
        ...(at === undefined ? {} : { at }),
        contained: false,
        rest: ',$,$',
      });
      lines.push(`#${next}=IFCRELVOIDSELEMENT('v${next}',$,$,$,#${id},#${opening});`);
      next += 1;
      if (filling === undefined) continue;
      const filler = write(filling);
      lines.push(`#${next}=IFCRELFILLSELEMENT('f${next}',$,$,$,#${opening},#${filler});`);
      next += 1;
    }
    if (one.contained !== false && storeys.length > 0) contained.push(id);
    return id;
  };
  for (const one of products) write(one);
  if (contained.length > 0) {
    const all = contained.map((id) => `#${id}`).join();
    lines.push(`#${next}=IFCRELCONTAINEDINSPATIALSTRUCTURE('c',$,$,$,(${all}),#10);`);
  }
  return flatText([...lines, data].join('\n'));
}

/** A file with these products. */
export function fileOf(products: readonly ProductText[], options: BuildingOptions = {}): Buffer {
  return Buffer.from(stepText(options.schema ?? 'IFC4', buildingText(products, options)));
}

/** The model of a file with these products. */
export function modelOf(products: readonly ProductText[], options: BuildingOptions = {}): IfcModel {
  return new IfcModel(readText(fileOf(products, options)), options.schema ?? 'IFC4');
}

/** What is recognised in a file with these products. */
export function recognised(
  products: readonly ProductText[],
  options: BuildingOptions = {},
): Recognition {
  return recognise(modelOf(products, options), 'lineage', kernels);
}

/** The product of a name. */
export function named(found: Recognition, name: string): Recognised {
  const one = found.products.find(({ product }) => product.name === name);
  if (one === undefined) throw new Error(`no product ${name}`);
  return one;
}

/** The parameters of the element of the product of a name; the reason if it has none. */
export function paramsOf(found: Recognition, name: string): JsonObject | string {
  const { element, reason } = named(found, name);
  return element === null ? (reason ?? '') : element.params;
}

export { axes, extrusion, METRE, point, polygon, polyline, profile };
