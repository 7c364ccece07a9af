/** @module ipms: floor areas by IPMS All Buildings (2023), which replaces the IPMS of single uses. */
import type { ModelView } from '../../building/model/view.ts';
import { difference, type Figure, type FigureDefinition, type Measured } from './figure.ts';
import { notComputed } from './figure.ts';
import { grossArea, internalArea } from './outer-areas.ts';
import { named, type StoreyAreas, storeysOf } from './storey-areas.ts';

const STANDARD = 'IPMS: All Buildings, 2023';

function words(figure: string, name: string, definition: string): FigureDefinition {
  return { figure, name, unit: 'm²', definition, source: `${STANDARD}, ${figure}` };
}

const IPMS_1 = words(
  'IPMS 1',
  'Area to the outer face',
  'area of each floor level within the outer faces of the outer walls; light wells, upper levels of voids and open stairs outside are not in it',
);
const IPMS_2 = words(
  'IPMS 2',
  'Area to the internal dominant face',
  'area of each floor level within the inner faces of the outer walls, with inner walls and columns; the inner face of a wall counts as the dominant one, which covers more than half of the height',
);
const OUTER_WALLS: FigureDefinition = {
  ...words('IPMS 1 - IPMS 2', 'Outer walls', 'IPMS 1 minus IPMS 2: the outer walls in plan'),
  source: `${STANDARD}, IPMS 1 and IPMS 2`,
};
const EXCLUSIVE =
  'walls and columns within, a wall to another occupier up to its centre, without shared stairs, lifts, toilets and plant rooms';
const IPMS_3: readonly FigureDefinition[] = [
  words(
    'IPMS 3.1',
    'Exclusive area to the outer face',
    `area of one occupier to the outer faces of outer walls: ${EXCLUSIVE}`,
  ),
  words(
    'IPMS 3.2',
    'Exclusive area to the internal dominant face',
    `area of one occupier to the inner faces of outer walls: ${EXCLUSIVE}`,
  ),
];
const IPMS_4: readonly FigureDefinition[] = [
  words('IPMS 4.1', 'Selected areas', 'areas that the measurer selects and states'),
  words('IPMS 4.2', 'Selected areas', 'areas that the measurer selects and states'),
];
const LIMITED = words(
  'Limited use',
  'Limited use areas',
  'parts of the other areas that are lower than 1.5 m, or that cannot be used for another reason; they are in these areas and stated separately',
);

/** The floor areas of a building, in total or for each level. */
export function ipms(view: ModelView, byLevel: boolean): readonly Figure[] {
  const storeys = storeysOf(view);
  const scopes = byLevel ? storeys.map((storey) => [storey]) : [storeys];
  return scopes.flatMap((scope) => {
    const level_id = byLevel ? (scope[0]?.level.id ?? null) : null;
    const [outer, inner] = [grossArea(scope), dominantArea(scope, view)];
    const occupiers = notComputed('the model does not state which rooms an occupier has alone');
    const selected = notComputed('no areas were selected: query the areas of rooms');
    const rows: readonly (readonly [FigureDefinition, Measured])[] = [
      [IPMS_1, outer],
      [IPMS_2, inner],
      [OUTER_WALLS, difference(outer, inner)],
      ...IPMS_3.map((one) => [one, occupiers] as const),
      ...IPMS_4.map((one) => [one, selected] as const),
      [LIMITED, notComputed('heights within rooms are not measured for this scheme')],
    ];
    return rows.map(([definition, measured]) => Object.assign({ level_id }, definition, measured));
  });
}

/** `internalArea`; names outer walls in which windows take more than half of the height, so that glass is the dominant face. */
function dominantArea(storeys: readonly StoreyAreas[], view: ModelView): Measured {
  const measured = internalArea(storeys);
  const glazed = storeys.flatMap(({ outer_ids }) => outer_ids.filter((id) => isGlazed(id, view)));
  if (measured.value === null || glazed.length === 0) return measured;
  const parts = measured.because === null ? [] : [measured.because];
  const because = [
    ...parts,
    `windows take more than half of the height of ${named(glazed)}: measured to the wall, not to the glass`,
  ].join('; ');
  return { ...measured, because };
}

function isGlazed(wall_id: string, view: ModelView): boolean {
  const box = view.bounds(wall_id);
  if (box === null) return false;
  return view.hostedBy(wall_id).some(({ id }) => {
    const filling = view.elementOf(id, 'window') === undefined ? null : view.bounds(id);
    return filling !== null && 2 * (filling.max.z - filling.min.z) > box.max.z - box.min.z;
  });
}
