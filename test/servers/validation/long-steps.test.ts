/**
 * @module law of long work: on a storey of 392 elements no step of any check asks the model more than two questions for each
 * of them. What a step asks is counted, so that the law says the same on every machine.
 */
import { beforeAll, describe, expect, test } from 'vitest';

import { clashes } from '../../../kernel/clash/clashes.ts';
import { egressOf } from '../../../kernel/compliance/egress.ts';
import { PACKS } from '../../../kernel/compliance/packs/packs.ts';
import { runCompliance } from '../../../kernel/compliance/run-compliance.ts';
import { checkConstraints } from '../../../kernel/constraints/constraints.ts';
import type { Steps } from '../../../kernel/findings/steps.ts';
import { fireScreening } from '../../../kernel/screening/fire/fire-screening.ts';
import { SPAN_LIMITS } from '../../../kernel/screening/structure/span-limits.ts';
import { structuralScreening } from '../../../kernel/screening/structure/structural-screening.ts';
import { shortestPath } from '../../../kernel/spatial/paths.ts';
import type { BuildingView } from '../../../servers/building/view.ts';
import { officeStorey } from '../../office-storey.ts';
import { World } from '../building/world.ts';

/** Questions to the model in one step. */
const MOST = 2 * 392;
/** The packs about stairs ask so few: there are none. */
const FEWEST = 30;

/** A view that counts what it is asked. */
function counted(view: BuildingView): {
  readonly view: BuildingView;
  readonly asked: () => number;
} {
  let asked = 0;
  const counting = new Proxy(view, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name, target);
      if (typeof found !== 'function') return found;
      return (...args: readonly unknown[]): unknown => {
        asked += 1;
        return Reflect.apply(found, target, args);
      };
    },
  });
  return { view: counting, asked: () => asked };
}

let office: World;
beforeAll(async () => {
  office = await World.create();
  await office.do('run_script', { script: officeStorey(0) });
  const walls = [...office.view.elementsOf('wall')];
  // The nine walls along the building, so that there is something to hold against each other.
  const long = walls.filter(({ params: { start, end } }) => end.x - start.x === 100_000);
  for (const { id: element_id } of long) {
    const rated = { element_id, parameter_name: 'fire_rating_min', value: 60 };
    await office.do('modify_parameter', rated);
  }
});

const CHECKS: Readonly<Record<string, (view: BuildingView) => Steps<unknown>>> = {
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

describe('no step asks too much at once', () => {
  test.each(Object.keys(CHECKS))('%s', (name) => {
    const { view, asked } = counted(office.view);
    const steps = CHECKS[name]?.(view);
    let most = { questions: 0, doing: 'nothing' };
    let [doing, before] = ['beginning', 0];
    for (let step = steps?.next(); step !== undefined; step = steps?.next()) {
      const questions = asked() - before;
      if (questions > most.questions) most = { questions, doing };
      if (step.done === true) break;
      doing = step.value.doing;
      before = asked();
    }
    const tooMuch = most.questions > MOST ? `${most.doing} asks ${most.questions} questions` : null;
    expect(tooMuch).toBeNull();
    expect(asked()).toBeGreaterThan(FEWEST);
  });
});
