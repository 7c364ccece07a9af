/**
 * @module law of long checks: on a storey of 393 elements no check sends the model more than two queries per element between
 * two checkpoints. Queries are counted, not timed, so the law is the same on every machine.
 */
import { beforeAll, describe, expect, test } from 'vitest';

import { type Progress, watched } from '../../../kernel/base/work/checkpoint.ts';
import { shortestPath } from '../../../kernel/building/spatial/paths.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { clashes } from '../../../kernel/checks/clash/clashes.ts';
import { egressOf } from '../../../kernel/checks/compliance/egress.ts';
import { PACKS } from '../../../kernel/checks/compliance/packs/packs.ts';
import { runCompliance } from '../../../kernel/checks/compliance/run-compliance.ts';
import { checkConstraints } from '../../../kernel/checks/constraints/constraints.ts';
import { fireScreening } from '../../../kernel/checks/screening/fire/fire-screening.ts';
import { SPAN_LIMITS } from '../../../kernel/checks/screening/structure/span-limits.ts';
import { structuralScreening } from '../../../kernel/checks/screening/structure/structural-screening.ts';
import { ROOM_FIELDS } from '../../../kernel/documents/schedules/related/room-fields.ts';
import { officeStorey } from '../../office-storey.ts';
import { World } from '../building/world.ts';

/** Maximum number of queries between two checkpoints. */
const MOST = 2 * 393;
/** Minimum number of queries of a check; packs about stairs need few, because there are no stairs. */
const FEWEST = 30;

/** A view that counts queries. */
function counted(view: BuildingView): {
  readonly view: BuildingView;
  readonly queries: () => number;
} {
  let queries = 0;
  const counting = new Proxy(view, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name, target);
      if (typeof found !== 'function') return found;
      return (...args: readonly unknown[]): unknown => {
        queries += 1;
        return Reflect.apply(found, target, args);
      };
    },
  });
  return { view: counting, queries: () => queries };
}

let office: World;
beforeAll(async () => {
  office = await World.create();
  await office.do('run_script', { script: officeStorey(0) });
  const walls = [...office.view.elementsOf('wall')];
  // The nine walls along the building, so that there are ratings to compare.
  const long = walls.filter(({ params: { start, end } }) => end.x - start.x === 100_000);
  for (const { id: element_id } of long) {
    const rated = { element_id, parameter_name: 'fire_rating_min', value: 60 };
    await office.do('modify_parameter', rated);
  }
});

const CHECKS: Readonly<Record<string, (view: BuildingView) => unknown>> = {
  clashes: (view) => clashes(view),
  constraints: (view) => checkConstraints(view, null),
  egress: (view) => egressOf(view, {}),
  fire: (view) => fireScreening(view, { door_share: 0.75 }),
  // From the first office to the middle of a corridor.
  paths: (view) => {
    const level_id = view.levels()[0]?.id ?? '';
    const [start, end] = [
      { level_id, point: { x: 2000, y: 2000 } },
      { level_id, point: { x: 50_000, y: 6000 } },
    ];
    return shortestPath(view, start, end, { clear_width_mm: 900 });
  },
  related: (view) =>
    [...view.elementsOf('room')].map((room) => ROOM_FIELDS.map((field) => field.read(room, view))),
  structure: (view) =>
    structuralScreening(view, { ...SPAN_LIMITS, tolerance_mm: 1, ground_mm: null }),
  ...Object.fromEntries(
    PACKS.map(({ standard }) => [
      standard,
      (view: BuildingView) => runCompliance(view, { standards: [standard] }),
    ]),
  ),
};

test('the storey has the elements that the law counts by, nine of them rated walls', () => {
  const rated = [...office.view.elementsOf('wall')].filter(
    ({ params }) => params.fire_rating_min === 60,
  );
  expect([office.view.count(), rated.length]).toEqual([MOST / 2, 9]);
});

describe('queries the model rarely between two checkpoints', () => {
  test.each(Object.keys(CHECKS))('%s', (name) => {
    const { view, queries } = counted(office.view);
    let most = { questions: 0, doing: 'nothing' };
    let [doing, before] = ['beginning', 0];
    const reached = (progress: Progress): void => {
      const questions = queries() - before;
      if (questions > most.questions) most = { questions, doing };
      doing = progress.doing;
      before = queries();
    };
    watched(reached, () => CHECKS[name]?.(view));
    reached({ done: 1, total: 1, doing: 'end' });
    const tooMuch = most.questions > MOST ? `${most.doing} asks ${most.questions} questions` : null;
    expect(tooMuch).toBeNull();
    expect(queries()).toBeGreaterThan(FEWEST);
  });
});
