/** @module roof-edits: edits of roofs, ceilings and cut slabs of imported branches. */
import type { ElementOf } from '../../../../../kernel/building/kinds/elements.ts';
import { isCeiling } from '../../../../../kernel/building/kinds/floor/params.ts';
import { planModify } from '../../../../../kernel/building/model/plan/modify.ts';
import { planMove } from '../../../../../kernel/building/model/plan/move.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { context } from '../../../building/kinds/bench.ts';
import { deletes, modifies } from '../../../building/model/build.ts';
import { type Edits, together } from './together.ts';

function firstRoof(view: StateView, isFlat: boolean): ElementOf<'roof'> | undefined {
  return [...view.elementsOf('roof')].find(
    ({ params }) => (params.roof_type === 'flat') === isFlat,
  );
}

/** The branch after an element was moved by 300 mm, -200 mm and `z` mm. */
export function moved(view: StateView, id: string | undefined, z = 150): StateView | null {
  if (id === undefined) return null;
  const delta = { x: 300, y: -200, z };
  return view.apply(planMove({ element_id: id, delta }, view, context).events);
}

function cutFloor(view: StateView, isSloping: boolean): ElementOf<'floor'> | undefined {
  return [...view.elementsOf('floor')].find(
    ({ params: { cut_planes = null, slope = null } }) =>
      cut_planes !== null && (slope !== null) === isSloping,
  );
}

/** Edits by name. */
export const ROOF_EDITS: Edits = [
  ['a sloping roof is moved', (view) => moved(view, firstRoof(view, false)?.id)],
  ['a flat roof is moved', (view) => moved(view, firstRoof(view, true)?.id)],
  [
    'a sloping roof is made thicker',
    (view) => {
      const roof = firstRoof(view, false);
      return roof === undefined ? null : view.apply([modifies(roof, { thickness: 230 })]);
    },
  ],
  [
    'a roof is deleted with its opening',
    (view) => {
      const roof = firstRoof(view, false);
      if (roof === undefined) return null;
      const doomed = view.cascadeOf(roof.id).toReversed();
      return view.apply(doomed.map(({ id, cascade_of }) => deletes(view.element(id), cascade_of)));
    },
  ],
  [
    'an opening of a roof is moved and made larger',
    (view) => {
      const opening = [...view.elementsOf('opening')].find(
        ({ params: { host_id } }) => view.element(host_id)?.kind === 'roof',
      );
      if (opening === undefined) return null;
      const { outline = null } = opening.params;
      if (outline === null) return null;
      const [middle] = outline;
      const to = outline.map(({ x, y }) => ({
        x: Math.round(x + 100 + (x > (middle?.x ?? 0) ? 80 : 0)),
        y: Math.round(y - 50),
      }));
      const change = { element_id: opening.id, parameter_name: 'outline', value: to };
      return view.apply(planModify(change, view, context).events);
    },
  ],
  [
    'a ceiling gets another outline',
    (view) => {
      const ceiling = [...view.elementsOf('floor')].find(({ params }) => isCeiling(params));
      if (ceiling === undefined) return null;
      const boundary_points = ceiling.params.boundary_points.map(({ x, y }, i) => {
        return { x: x + (i === 0 ? 50 : 0), y };
      });
      return view.apply([modifies(ceiling, { boundary_points })]);
    },
  ],
  ['a sloping plate that planes cut is moved', (view) => moved(view, cutFloor(view, true)?.id)],
  ['a level slab that planes cut is moved', (view) => moved(view, cutFloor(view, false)?.id)],
];

/** Every edit once, in groups whose edits leave each other's elements alone. */
const GROUPS: readonly (readonly string[])[] = [
  [
    'a sloping roof is moved',
    'a flat roof is moved',
    'a ceiling gets another outline',
    'a sloping plate that planes cut is moved',
  ],
  [
    'a sloping roof is made thicker',
    'an opening of a roof is moved and made larger',
    'a level slab that planes cut is moved',
  ],
  ['a roof is deleted with its opening'],
];

/** The edits, those of a group together. */
export const ROOF_EDITS_TOGETHER = together(ROOF_EDITS, GROUPS);

/** Files of other programs in which all edits of roofs are made. */
export const ROOF_FILES = [
  'ifc-real/cases/SampleHouse4',
  'import/files/Roof-01_BCAD',
  'ifc-real/cases/House',
  'ifc-real/cases/V_L_Constructief',
] as const;

/** Largest difference of planes and boxes that are read from the rounded corners of triangles, mm. */
const ROUNDED_MM = 0.05;

/** Whether a difference is more than rounding. */
export function isApart(text: string): boolean {
  const [, was, is] = /(?:distance|min \w|max \w) (\S+) → (\S+)$/u.exec(text) ?? [];
  return was === undefined || Math.abs(Number(was) - Number(is)) > ROUNDED_MM;
}
