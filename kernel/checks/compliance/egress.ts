/** @module egress: how people get out of a building: who is where, how far it is, which exits each storey has, and what rules say. */
import type { PlanPoint } from '../../schemas/units.ts';
import type { Finding } from '../findings/finding.ts';
import type { Steps } from '../findings/steps.ts';
import type { ElementOf } from '../kinds/elements.ts';
import type { ModelView } from '../model/view.ts';
import { checkSubjects, type Question } from './check-subjects.ts';
import { doorClearWidth } from './measures/doors.ts';
import { exitsOf, groupOf, loadOf, storeyLoad, waysOut } from './measures/occupants.ts';
import { roomsOn } from './measures/storey.ts';
import { furthestFromExit, placeOf, prepareWays } from './measures/ways.ts';
import { IBC_2021 } from './packs/ibc-2021/pack.ts';
import type { Coverage, Status } from './result.ts';
import { type ComplianceOptions, newRun, statusOf, withRoomless } from './run-compliance.ts';
import type { Run } from './run.ts';

/** What people have of a room to get out of it. Lengths in mm. */
export type RoomEgress = {
  readonly room_id: string;
  readonly name: string;
  readonly level_id: string;
  readonly occupancy_group: string | null;
  /** Null with the reason in `unknown`. */
  readonly occupants: number | null;
  readonly ways_out: number;
  /** From the furthest place in it to the nearest exit; null where no way leads there. */
  readonly travel_mm: number | null;
  /** That place: a corner, or half way between two exits. */
  readonly furthest_corner: PlanPoint | null;
  /** Why something above is null; null where nothing is. */
  readonly unknown: string | null;
};

/** A storey with its exits: doors that lead out, and stairs down. */
export type StoreyEgress = {
  readonly level_id: string;
  readonly name: string;
  readonly occupants: number | null;
  readonly unknown: string | null;
  readonly exits: readonly {
    readonly element_id: string;
    readonly kind: string;
    /** Of a door; null of others. */
    readonly clear_width_mm: number | null;
  }[];
};

/** All of it, with the findings of the rules about egress. */
export type Egress = {
  readonly status: Status;
  readonly storeys: readonly StoreyEgress[];
  /** Those from which it is furthest first; rooms without a way out before them. */
  readonly rooms: readonly RoomEgress[];
  readonly findings: readonly Finding[];
  readonly coverage: Coverage;
};

/** Rules of IBC-2021 about getting out. */
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

/** How one gets out of each room and storey of a building, or of one level of it. */
export function* egressOf(
  view: ModelView,
  options: Pick<ComplianceOptions, 'level_id' | 'circumstances'>,
): Steps<Egress> {
  const run = newRun(view, { ...options, standards: [IBC_2021.standard] });
  yield* prepareWays(run);
  const levels = view.levels().filter(({ id }) => (options.level_id ?? id) === id);
  const rooms: RoomEgress[] = [];
  for (const [done, level] of levels.entries()) {
    for (const room of roomsOn(run, level.id)) {
      yield { done, total: levels.length, doing: 'measuring ways out of rooms' };
      rooms.push(roomEgress(run, room));
    }
  }
  const ids = new Set(levels.map(({ id }) => id));
  const rules = IBC_2021.rules.filter(({ id }) => EGRESS_RULES.has(id));
  const questions: Question[] = [];
  for (const [done, rule] of rules.entries()) {
    yield { done, total: rules.length, doing: 'looking for what rules are about' };
    const subjects = [...view.elementsOf(rule.subject)];
    questions.push({
      rule,
      subjects: subjects.filter(({ id }) => ids.has(view.levelOf(id) ?? id)),
    });
  }
  const { findings, coverage: asked } = yield* checkSubjects(run, questions);
  const coverage = withRoomless(run, asked, { rules, level_ids: [...ids] });
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
    ...(load.known ? [] : [load.because]),
    ...(furthest === null ? ['no way leads from the room to an exit'] : []),
  ];
  return {
    room_id,
    name: params.name,
    level_id: params.level_id,
    occupancy_group: groupOf(run, room),
    occupants: load.known ? load.persons : null,
    ways_out: waysOut(run, room).length,
    travel_mm: furthest?.length_mm ?? null,
    furthest_corner: furthest?.from ?? null,
    unknown: unknown.length === 0 ? null : unknown.join('; '),
  };
}

function storeyEgress(run: Run, { id: level_id, params }: ElementOf<'level'>): StoreyEgress {
  const load = storeyLoad(run, level_id);
  return {
    level_id,
    name: params.name,
    occupants: load.known ? load.persons : null,
    unknown: load.known ? null : load.because,
    exits: exitsOf(run, level_id).map((element_id) => {
      const { kind = '' } = run.view.element(element_id) ?? {};
      const width = kind === doorClearWidth.subject ? doorClearWidth.of(run, element_id) : null;
      return {
        element_id,
        kind,
        clear_width_mm: width?.kind === 'value' ? width.value : null,
      };
    }),
  };
}
