/** @module stair in IFC: a stair with flights, landings and handrails as its parts. */
import { at } from '../../geometry/indexed.ts';
import type { StairFlight, StairLanding, StairPlan } from '../../geometry/members/stair.ts';
import { mergeMeshes } from '../../geometry/mesh/mesh.ts';
import type { IfcLevel, IfcPart, IfcPlace, IfcProduct, IfcView } from '../facets/ifc.ts';
import { inAllSchemas } from '../facets/ifc.ts';
import { inPlace, placeAt } from '../ifc/local.ts';
import { type StairGiven, stairBetween, stairEnds } from './stair-plan.ts';

type Stepped = { readonly id: string; readonly params: StairGiven };

/** The flights of the stair; null if a level is missing. */
function planFor({ params }: Stepped, view: Pick<IfcView, 'levels'>): StairPlan | null {
  const elevationOf = (id: string): number | undefined =>
    view.levels().find((level) => level.id === id)?.params.elevation;
  const [base, top] = [elevationOf(params.level_id), elevationOf(params.top_level_id)];
  if (base === undefined || top === undefined) return null;
  const made = stairBetween(params, base, top);
  return made.ok ? made.plan : null;
}

/** The arrangement of the flights, from IfcStairTypeEnum. */
function shapeType({ params: { shape } }: Stepped, plan: StairPlan | null): string {
  if (shape === 'l') return 'QUARTER_TURN_STAIR';
  if (shape === 'u') return 'HALF_TURN_STAIR';
  const flights = plan?.flights.length ?? 1;
  if (flights > 2) return 'USERDEFINED';
  return flights === 2 ? 'TWO_STRAIGHT_RUN_STAIR' : 'STRAIGHT_RUN_STAIR';
}

/** Counts and sizes of risers and treads, of a flight or of the whole stair. */
function countsOf(
  { riser, tread }: StairPlan,
  risers: number,
  treads: number,
): Readonly<Record<'NumberOfRiser' | 'NumberOfTreads' | 'RiserHeight' | 'TreadLength', number>> {
  return {
    NumberOfRiser: risers,
    NumberOfTreads: treads,
    RiserHeight: riser,
    TreadLength: tread,
  };
}

/** A plan point and direction in the local frame of the whole. */
function within(place: IfcPlace, { start, direction }: Pick<StairFlight, 'start' | 'direction'>) {
  const inWhole = inPlace([start, { x: start.x + direction.x, y: start.y + direction.y }], place);
  const [foot, next] = [at(inWhole, 0), at(inWhole, 1)];
  return { foot, x: { x: next.x - foot.x, y: next.y - foot.y } };
}

function flightPart(plan: StairPlan, flight: StairFlight, i: number, place: IfcPlace): IfcPart {
  const { section, width, run, risers, treads, start } = flight;
  const { foot, x } = within(place, flight);
  return {
    // Older stairs have one flight.
    key: i === 0 ? 'part' : `flight-${i + 1}`,
    ...(plan.flights.length === 1 ? {} : { name: `flight ${i + 1}` }),
    entity: inAllSchemas('IfcStairFlight'),
    attributes: { PredefinedType: ['STRAIGHT'] },
    items: [
      {
        item: 'extrusion',
        section: { kind: 'outline', boundary: section, holes: [] },
        depth: width,
        at: {
          origin: {
            x: foot.x - (x.y * width) / 2,
            y: foot.y + (x.x * width) / 2,
            z: start.z - place.origin.z,
          },
          axis: { x: x.y, y: 0 - x.x, z: 0 },
          x: { ...x, z: 0 },
        },
      },
    ],
    axis: [foot, { x: foot.x + x.x * run, y: foot.y + x.y * run }],
    properties: { Pset_StairFlightCommon: countsOf(plan, risers, treads) },
  };
}

function landingPart({ box: { s, t, z } }: StairLanding, i: number): IfcPart {
  const section = { kind: 'rectangle', width: s[1] - s[0], depth: t[1] - t[0] } as const;
  const origin = { x: (s[0] + s[1]) / 2, y: (t[0] + t[1]) / 2, z: z[0] };
  const upright = { origin, axis: { x: 0, y: 0, z: 1 }, x: { x: 1, y: 0, z: 0 } };
  return {
    key: `landing-${i + 1}`,
    name: `landing ${i + 1}`,
    entity: inAllSchemas('IfcSlab'),
    attributes: { PredefinedType: ['LANDING'] },
    items: [{ item: 'extrusion', section, depth: z[1] - z[0], at: upright }],
    quantities: { Width: z[1] - z[0], GrossArea: (s[1] - s[0]) * (t[1] - t[0]) },
  };
}

/** The IFC product of a stair: an assembly of flights, landings and handrails, or the body of its file. */
export const stairIfc: IfcProduct<Stepped> = {
  as: 'product',
  entity: () => inAllSchemas('IfcStair'),
  parts(element, level, view) {
    if (view.fileMesh(element.id) !== null) return null;
    const plan = planFor(element, view);
    if (plan === null) throw new RangeError('has no flight between its levels');
    const place = placeOf(element, level, plan);
    const flights = plan.flights.map((flight, i) => flightPart(plan, flight, i, place));
    const rails: IfcPart = {
      key: 'handrails',
      name: 'handrails',
      entity: inAllSchemas('IfcRailing'),
      attributes: { PredefinedType: ['HANDRAIL'] },
      items: [{ item: 'mesh', mesh: mergeMeshes(plan.rails) }],
    };
    return [
      ...flights,
      ...plan.landings.map(landingPart),
      ...(plan.rails.length === 0 ? [] : [rails]),
    ];
  },
  attributes(element, view) {
    const type = [shapeType(element, planFor(element, view))];
    return { PredefinedType: type, ShapeType: type };
  },
  type: () => null,
  shape(element, level, view) {
    const plan = planFor(element, view);
    if (plan === null) throw new RangeError('has no flight between its levels');
    const file = view.fileMesh(element.id);
    return {
      place: placeOf(element, level, plan),
      items: file === null ? [] : [{ item: 'mesh', mesh: file.mesh, is_open: !file.is_closed }],
    };
  },
  properties(element, view) {
    const plan = planFor(element, view);
    if (plan === null) return {};
    return { Pset_StairCommon: countsOf(plan, plan.riserCount, plan.treadCount) };
  },
  quantities: () => ({}),
};

function placeOf({ params }: Stepped, level: IfcLevel, plan: StairPlan): IfcPlace {
  const { foot } = stairEnds(params, level.params.elevation, level.params.elevation);
  return placeAt({ ...params.start, z: foot }, plan.direction);
}
