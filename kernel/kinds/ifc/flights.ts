/** @module flights in IFC: stairs and ramps, each a whole with one flight. */
import type { PlanPoint } from '../../../schemas/units.ts';
import { rampSection } from '../../geometry/members/ramp.ts';
import type { StairPlan } from '../../geometry/members/stair.ts';
import { planStair } from '../../geometry/members/stair.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import type { IfcItem, IfcProduct, IfcView } from './facet.ts';
import { inAllSchemas } from './facet.ts';
import { directionBetween, placeAt } from './local.ts';

type Stepped = {
  readonly id: string;
  readonly params: {
    readonly level_id: string;
    readonly top_level_id: string;
    readonly start: PlanPoint;
    readonly direction_deg: number;
    readonly width: number;
    readonly riser_max: number;
    readonly tread: number;
  };
};

/** A side view carried across a width. */
function across(boundary: Ring, width: number): IfcItem {
  return {
    item: 'extrusion',
    section: { kind: 'outline', boundary, holes: [] },
    depth: width,
    at: {
      origin: { x: 0, y: width / 2, z: 0 },
      axis: { x: 0, y: -1, z: 0 },
      x: { x: 1, y: 0, z: 0 },
    },
  };
}

/** Null where a level is not there. */
function flightOf({ params }: Stepped, view: Pick<IfcView, 'levels'>): StairPlan | null {
  const elevationOf = (id: string): number | undefined =>
    view.levels().find((level) => level.id === id)?.params.elevation;
  const [foot, top] = [elevationOf(params.level_id), elevationOf(params.top_level_id)];
  if (foot === undefined || top === undefined) return null;
  const rise_total = Math.round((top - foot) * 1000) / 1000;
  const made = planStair({ ...params, start: { ...params.start, z: foot }, rise_total });
  return made.ok ? made.plan : null;
}

/** What a stair is in IFC. */
export const stairIfc: IfcProduct<Stepped> = {
  as: 'product',
  entity: () => inAllSchemas('IfcStair'),
  part: () => ({
    entity: inAllSchemas('IfcStairFlight'),
    attributes: { PredefinedType: ['STRAIGHT'] },
  }),
  attributes: () => ({
    PredefinedType: ['STRAIGHT_RUN_STAIR'],
    ShapeType: ['STRAIGHT_RUN_STAIR'],
  }),
  type: () => null,
  shape(element, _level, view) {
    const plan = flightOf(element, view);
    if (plan === null) throw new RangeError('has no flight between its levels');
    const { start, width, level_id } = element.params;
    const z = view.levels().find(({ id }) => id === level_id)?.params.elevation ?? 0;
    const place = placeAt({ ...start, z }, plan.direction);
    return { place, items: [across(plan.section, width)] };
  },
  properties(element, view) {
    const plan = flightOf(element, view);
    if (plan === null) return {};
    return {
      Pset_StairCommon: {
        NumberOfRiser: plan.riserCount,
        NumberOfTreads: plan.treadCount,
        RiserHeight: plan.riser,
        TreadLength: plan.tread,
      },
    };
  },
  quantities: () => ({}),
};

type Sloped = {
  readonly id: string;
  readonly params: {
    readonly start: PlanPoint;
    readonly end: PlanPoint;
    readonly width: number;
    readonly rise: number;
    readonly thickness: number;
  };
};

/** What a ramp is in IFC. */
export const rampIfc: IfcProduct<Sloped> = {
  as: 'product',
  entity: () => inAllSchemas('IfcRamp'),
  part: () => ({
    entity: inAllSchemas('IfcRampFlight'),
    attributes: { PredefinedType: ['STRAIGHT'] },
  }),
  attributes: () => ({ PredefinedType: ['STRAIGHT_RUN_RAMP'], ShapeType: ['STRAIGHT_RUN_RAMP'] }),
  type: () => null,
  shape({ params: { start, end, width, rise, thickness } }, level) {
    const place = placeAt({ ...start, z: level.params.elevation }, directionBetween(start, end));
    const section = rampSection(rise, segmentLengthMm(start, end), thickness);
    return { place, items: [across(section, width)] };
  },
  properties: ({ params: { start, end, rise } }) => ({
    Pset_RampCommon: {
      RequiredSlope: (Math.atan(rise / segmentLengthMm(start, end)) * 180) / Math.PI,
    },
  }),
  quantities: () => ({}),
};
