/** @module din276: the quantities to which cost groups of DIN 276:2018-12 refer. */
import { signedArea } from '../../building/geometry/plan/polygon.ts';
import type { Element } from '../../building/kinds/elements.ts';
import { isIfcProduct } from '../../building/kinds/facets/ifc.ts';
import { SITE_ID } from '../../building/kinds/site/site.ts';
import type { ModelView } from '../../building/model/view.ts';
import { grossOf } from './din277.ts';
import { type Figure, type FigureDefinition, type Measured, notComputed } from './figure.ts';
import { innerWallArea, outerWallArea, quantityOf } from './outer-faces.ts';
import { isEntity, named, type StoreyAreas, storeysOf } from './storey-areas.ts';

const PER_M2 = 1e6;

function group(
  number: number,
  name: string,
  definition: string,
  unit: FigureDefinition['unit'] = 'm²',
): FigureDefinition {
  const source = `DIN 276:2018-12, cost group ${number}; unit as commentaries quote it`;
  return { figure: `KG ${number}`, name, unit, definition, source };
}

const BGF = 'gross floor area (BGF) of DIN 277, all storeys';
const GF = 'area of the boundary of the site (Grundstücksfläche)';

/** The figures of a building, in the order of the cost groups. */
export function din276(view: ModelView): readonly Figure[] {
  const storeys = storeysOf(view);
  const gross = grossOf(storeys);
  const plot = plotArea(view);
  const rows: readonly (readonly [FigureDefinition, Measured])[] = [
    [group(100, 'Grundstücksfläche', GF), plot],
    [group(200, 'Grundstücksfläche', GF), plot],
    [group(300, 'Brutto-Grundfläche', BGF), gross],
    [
      group(310, 'Baugrubenrauminhalt', 'volume of the excavated soil', 'm³'),
      notComputed('the model has no excavations'),
    ],
    [
      group(320, 'Gründungsfläche', 'BGF of the lowest storey with enclosed areas'),
      grossOf(storeys.slice(0, 1)),
    ],
    [
      group(
        330,
        'Außenwandfläche',
        'length of the outer faces of each outer wall times its mean height (GrossSideArea : Length of Qto_WallBaseQuantities), from foot to top, openings included',
      ),
      inM2(storeys.length === 0 ? gross : outerWallArea(storeys, view)),
    ],
    [
      group(
        340,
        'Innenwandfläche',
        'GrossSideArea of Qto_WallBaseQuantities of the walls within the outer walls: one side, openings included',
      ),
      inM2(storeys.length === 0 ? gross : innerWallArea(storeys, view)),
    ],
    [
      group(
        350,
        'Deckenfläche',
        'BGF of the storeys above the lowest; holes with a stair are in it',
      ),
      slabArea(storeys),
    ],
    [
      group(
        360,
        'Dachfläche',
        'GrossArea of roofs and roof slabs in their slope, with overhangs and canopies, openings included',
      ),
      inM2(roofArea(view)),
    ],
    [group(380, 'Brutto-Grundfläche', BGF), gross],
    [group(390, 'Brutto-Grundfläche', BGF), gross],
    [group(400, 'Brutto-Grundfläche', BGF), gross],
    [
      group(500, 'Außenanlagenfläche', 'area of the outdoor facilities'),
      notComputed('the model does not say which parts of the site are outdoor facilities'),
    ],
    [group(600, 'Brutto-Grundfläche', BGF), gross],
    [group(700, 'Brutto-Grundfläche', BGF), gross],
    [group(800, 'Brutto-Grundfläche', BGF), gross],
  ];
  return rows.map(([definition, measured]) =>
    Object.assign({ level_id: null }, definition, measured),
  );
}

function inM2(measured: Measured): Measured {
  const { value } = measured;
  return value === null ? measured : { ...measured, value: value / PER_M2 };
}

function plotArea(view: ModelView): Measured {
  const boundary = view.elementOf(SITE_ID, 'site')?.params.boundary ?? null;
  if (boundary === null) return notComputed('the site has no boundary');
  const value = Math.abs(signedArea(boundary)) / PER_M2;
  return { value, element_ids: [SITE_ID], because: null };
}

function slabArea(storeys: readonly StoreyAreas[]): Measured {
  const [lowest, ...above] = storeys;
  if (lowest === undefined) return grossOf(storeys);
  return above.length === 0 ? { value: 0, element_ids: [], because: null } : grossOf(above);
}

function roofArea(view: ModelView): Measured {
  const ids: string[] = [];
  const unknown: string[] = [];
  let value = 0;
  for (const element of view.elements()) {
    if (!isRoof(element, view)) continue;
    const area = quantityOf(element, 'GrossArea', view);
    if (area === null) unknown.push(element.id);
    value += area ?? 0;
    ids.push(element.id);
  }
  if (ids.length === 0) return notComputed('the model has no roofs');
  if (unknown.length === ids.length) {
    return notComputed(`the areas of ${named(unknown)} are unknown`);
  }
  const because = unknown.length === 0 ? null : `without ${named(unknown)}: areas are unknown`;
  return { value, element_ids: ids, because };
}

/** Whether an element is a roof or a roof slab in IFC. */
function isRoof(element: Element, view: ModelView): boolean {
  if (isEntity(element, view, ['IfcRoof'])) return true;
  if (!isEntity(element, view, ['IfcSlab'])) return false;
  const { ifc } = view.kinds.of(element);
  const type = isIfcProduct(ifc) ? ifc.type(element, view) : null;
  const predefined = type?.attributes['PredefinedType'];
  return Array.isArray(predefined) && predefined.includes('ROOF');
}
