/** @module egress: occupants, travel distances and exits of a building, and the findings of the egress rules. */
import type { PlanPoint } from '../../../schemas/units.ts';
import { checkpoint } from '../../base/work/checkpoint.ts';
import type { ElementOf } from '../../building/kinds/elements.ts';
import { opening } from '../../building/kinds/opening/opening.ts';
import type { ModelView } from '../../building/model/view.ts';
import type { Finding } from '../findings/finding.ts';
import { checkSubjects, type Question } from './check-subjects.ts';
import { doorClearWidth } from './measures/doors.ts';
import {
  exitsOf,
  groupOf,
  loadOf,
  openingWidth,
  storeyLoad,
  waysOut,
} from './measures/occupants.ts';
import { roomsOn } from './measures/storey.ts';
import { furthestFromExit, type Place, placeOf, prepareWays, whyNoRoute } from './measures/ways.ts';
import { IBC_2021 } from './packs/ibc-2021.ts';
import type { Coverage, Status } from './result.ts';
import { type ComplianceOptions, newRun, statusOf, withRoomless } from './run-compliance.ts';
import type { Run } from './run.ts';

/** Egress of one room. Lengths in mm. */
export type RoomEgress = {
  readonly room_id: string;
  readonly name: string;
  readonly level_id: string;
  readonly occupancy_group: string | null;
  /** Null if unknown; the reason is in `unknown`. */
  readonly occupants: number | null;
  readonly ways_out: number;
  /** Distance from the furthest point of the room to the nearest exit; null if no route leads to an exit. */
  readonly travel_mm: number | null;
  /** The furthest point of the room: a corner, or a point halfway between two exits. */
  readonly furthest_corner: PlanPoint | null;
  /** Reason why one of the fields above is null; null if all are known. */
  readonly unknown: string | null;
};

/** A level with its exits: doors and openings that lead out of the building, and stairs towards the ground. */
export type StoreyEgress = {
  readonly level_id: string;
  readonly name: string;
  readonly occupants: number | null;
  readonly unknown: string | null;
  readonly exits: readonly {
    readonly element_id: string;
    readonly kind: string;
    /** Clear width of a door or opening; null for a stair. */
    readonly clear_width_mm: number | null;
  }[];
};

/** Egress of a building, with the findings of the egress rules. */
export type Egress = {
  readonly status: Status;
  readonly storeys: readonly StoreyEgress[];
  /** Rooms without a route to an exit first, then by decreasing travel distance. */
  readonly rooms: readonly RoomEgress[];
  readonly findings: readonly Finding[];
  readonly coverage: Coverage;
};

/** Rules of IBC-2021 about egress. */
const EGRESS_RULES: ReadonlySet<string> = new Set(
  [
    'common-path',
    'corridor-width',
    'dead-end',
    'door-capacity',
    'door-separation',
    'door-width',
    'many-exits',
    'occupant-load',
    'second-exit',
    'stair-capacity',
    'stair-width',
    'storey-exits',
    'travel-distance',
  ].map((name) => `${IBC_2021.standard}.${name}`),
);

/** The egress of each room and storey of a building, or of one level. */
export function egressOf(
  view: ModelView,
  options: Pick<ComplianceOptions, 'level_id' | 'circumstances'>,
): Egress {
  const run = newRun(view, { ...options, standards: [IBC_2021.standard] });
  prepareWays(run);
  const levels = view.levels().filter(({ id }) => (options.level_id ?? id) === id);
  const rooms: RoomEgress[] = [];
  for (const [done, level] of levels.entries()) {
    for (const room of roomsOn(run, level.id)) {
      checkpoint({ done, total: levels.length, doing: 'measuring routes out of rooms' });
      rooms.push(roomEgress(run, room));
    }
  }
  const ids = new Set(levels.map(({ id }) => id));
  const rules = IBC_2021.rules.filter(({ id }) => EGRESS_RULES.has(id));
  const questions: Question[] = [];
  for (const [done, rule] of rules.entries()) {
    checkpoint({ done, total: rules.length, doing: 'collecting the subjects of rules' });
    const subjects = [...view.elementsOf(rule.subject)];
    questions.push({
      rule,
      subjects: subjects.filter(({ id }) => ids.has(view.levelOf(id) ?? id)),
    });
  }
  const { findings, coverage: of_subjects } = checkSubjects(run, questions);
  const coverage = withRoomless(run, of_subjects, { rules, level_ids: [...ids] });
  return {
    status: statusOf(
      findings.map(({ severity }) => severity),
      coverage.evaluated,
      coverage.not_evaluated.length,
    ),
    storeys: levels.map((level) => storeyEgress(run, level)),
    rooms: rooms.toSorted((a, b) => (b.travel_mm ?? Infinity) - (a.travel_mm ?? Infinity) || 0),
    findings,
    coverage,
  };
}

function roomEgress(run: Run, room: ElementOf<'room'>): RoomEgress {
  const { id: room_id, params } = room;
  const load = loadOf(run, room_id);
  const place = placeOf(run, params.level_id, room_id);
  const furthest = place === null ? null : furthestFromExit(run, place);
  const unknown = [
    ...(load.outcome === 'value' ? [] : [load.because]),
    ...(furthest === null ? [whyNone(run, place)] : []),
  ];
  return {
    room_id,
    name: params.name,
    level_id: params.level_id,
    occupancy_group: groupOf(run, room),
    occupants: load.outcome === 'value' ? load.value : null,
    ways_out: waysOut(run, room).length,
    travel_mm: furthest?.length_mm ?? null,
    furthest_corner: furthest?.from ?? null,
    unknown: unknown.length === 0 ? null : unknown.join('; '),
  };
}

function whyNone(run: Run, place: Place | null): string {
  return place === null ? 'the room has no outline' : whyNoRoute(run, place);
}

function storeyEgress(run: Run, { id: level_id, params }: ElementOf<'level'>): StoreyEgress {
  const load = storeyLoad(run, level_id);
  return {
    level_id,
    name: params.name,
    occupants: load.outcome === 'value' ? load.value : null,
    unknown: load.outcome === 'value' ? null : load.because,
    exits: exitsOf(run, level_id).map((element_id) => {
      const { kind = '' } = run.view.element(element_id) ?? {};
      const width =
        kind === doorClearWidth.subject
          ? doorClearWidth.of(run, element_id)
          : kind === opening.kind
            ? openingWidth(run, element_id)
            : null;
      return {
        element_id,
        kind,
        clear_width_mm: width?.outcome === 'value' ? width.value : null,
      };
    }),
  };
}
