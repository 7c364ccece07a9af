/** @module door-approach: maneuvering clearances on both sides of a door (ADA-2010, Tables 404.2.4.1 and 404.2.4.2). */
import type { ElementOf } from '../../../../building/kinds/elements.ts';
import { doorLeaves } from '../../../../building/kinds/rules/door-leaves.ts';
import { aDoor, aDoorAlone } from '../../examples/doors.ts';
import { doorOnRoute } from '../../guards.ts';
import { notEvaluated, value } from '../../measured.ts';
import { depthOver } from '../../measures/doors.ts';
import { type Doorway, doorwayOf, middleOf } from '../../measures/doorway.ts';
import { atLeast, inches, type Outcome, type Quantity } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import type { Run } from '../../run.ts';
import type { Interval } from '../../shapes/frame.ts';

/** Depth in front of the door and, where needed, the width beyond its latch or hinge side, for each approach. */
const CLEARANCES = {
  pull_front: inches(60),
  pull_front_latch: inches(18),
  pull_hinge: inches(54),
  pull_hinge_latch: inches(42),
  pull_latch: inches(48),
  pull_latch_latch: inches(24),
  push_front: inches(48),
  push_hinge: inches(42),
  push_hinge_hinge: inches(22),
  push_latch: inches(42),
  push_latch_latch: inches(24),
} as const;
type Clearances = typeof CLEARANCES;

/** An approach: the required depth over the leaf and the widths beyond its latch and hinge. */
type Approach = {
  readonly depth: Quantity<'mm'>;
  readonly latch: number;
  readonly hinge: number;
};

/** How a person opens the door from one side. The leaf does not swing through a doorway that slides or folds. */
type Handling = 'pull' | 'push' | 'slide';

/** The approaches of the tables. A hinge approach on the pull side of 60 in needs more than the front approach does. */
function approachesOf(handling: Handling, is: Clearances): readonly Approach[] {
  if (handling === 'pull') {
    return [
      { depth: is.pull_front, latch: is.pull_front_latch.value, hinge: 0 },
      { depth: is.pull_hinge, latch: is.pull_hinge_latch.value, hinge: 0 },
      { depth: is.pull_latch, latch: is.pull_latch_latch.value, hinge: 0 },
    ];
  }
  const latch = is.push_latch_latch.value;
  // Which end of a sliding or folding door is the stop is not modelled: the greater width beyond either end is enough.
  const hinge = handling === 'slide' ? latch : is.push_hinge_hinge.value;
  return [
    { depth: is.push_front, latch: 0, hinge: 0 },
    { depth: is.push_hinge, latch: 0, hinge },
    { depth: is.push_latch, latch, hinge: 0 },
  ];
}

const FIXES: Readonly<Record<Handling, string>> = {
  pull: 'keep the floor on the pull side clear: 48 in deep and 24 in beyond the latch, or 60 in deep and 18 in beyond it',
  push: 'keep the floor on the push side clear: 48 in deep, or 42 in deep and 24 in beyond the latch',
  slide: 'keep the floor on both sides clear: 48 in deep, or 42 in deep and 24 in beyond one end',
};

type Leaf = { readonly hinge: number; readonly latch: number };

/** Part of the wall's length that an approach needs clear, from the start of the void, mm. */
function neededAlong({ hinge, latch }: Leaf, approach: Approach): Interval {
  const out = latch > hinge ? 1 : -1;
  const ends = [hinge - out * approach.hinge, latch + out * approach.latch] as const;
  return [Math.min(...ends), Math.max(...ends)];
}

/** The outcome on one side: that of the first approach that is clear, else that of the approach that misses least. */
function onSide(
  run: Run,
  doorway: Doorway,
  {
    leaf,
    side,
    handling,
  }: { readonly leaf: Leaf; readonly side: 1 | -1; readonly handling: Handling },
  clearances: Clearances,
): Outcome {
  const { hinge, latch } = leaf;
  const over: Interval = [Math.min(hinge, latch), Math.max(hinge, latch)];
  if (depthOver(run, doorway, side, over) === null) {
    return notEvaluated('a side of the door has no modelled floor');
  }
  const at = { ...middleOf(doorway), z: doorway.low };
  let nearest: Outcome | null = null;
  let least = Infinity;
  for (const approach of approachesOf(handling, clearances)) {
    const free = depthOver(run, doorway, side, neededAlong(leaf, approach));
    const measured = value(free?.depth ?? 0, at, free?.of ?? []);
    const outcome = atLeast(measured, approach.depth, FIXES[handling]);
    if (outcome.outcome === 'pass') return outcome;
    if (missing(outcome) < least) [nearest, least] = [outcome, missing(outcome)];
  }
  return nearest ?? notEvaluated('no approach is modelled');
}

/** By how much a failed outcome misses its limit, mm; 0 for others. */
function missing(outcome: Outcome): number {
  return outcome.outcome === 'fail' ? outcome.required - outcome.measured : 0;
}

/** The outcome of several: the first kind in `order` that occurs; of failures the one that misses most. */
function decided(outcomes: readonly Outcome[], order: readonly Outcome['outcome'][]): Outcome {
  const kind = order.find((one) => outcomes.some(({ outcome }) => outcome === one));
  const [found] = outcomes
    .filter(({ outcome }) => outcome === kind)
    .toSorted((a, b) => missing(b) - missing(a));
  return found ?? notEvaluated('the door has no leaf');
}

/** The sides of the wall, each with the way to open the leaf from it. */
function sidesOf(sides: readonly (1 | -1)[]): readonly (readonly [1 | -1, Handling])[] {
  // A leaf that opens to both sides can be pushed from both.
  return ([1, -1] as const).map((side) => [
    side,
    sides.length === 1 && sides.includes(side) ? 'pull' : 'push',
  ]);
}

function swings({ params: { door_type, swing } }: ElementOf<'door'>): boolean {
  return (door_type === 'single' || door_type === 'double') && swing !== 'none';
}

export const adaDoorApproach = defineRule({
  title: 'Maneuvering clearance at a door',
  source: { clause: '404.2.4', confidence: 'M' },
  severity: 'warning',
  subject: 'door',
  uses: [doorOnRoute],
  parameters: CLEARANCES,
  check: (door, run, clearances) => {
    const exempt = doorOnRoute.exempt(door, run);
    if (exempt !== null) return exempt;
    if (door.params.door_type === 'revolving') {
      return notEvaluated('the clearances of a revolving door are not modelled');
    }
    const doorway = doorwayOf(run, door.id);
    if (doorway === null) return notEvaluated('the door has no place in a wall');
    const whole: Leaf = { hinge: doorway.s[0], latch: doorway.s[1] };
    const leaves = swings(door)
      ? doorLeaves({ ...door.params, width: doorway.s[1] }).map(({ hinge, closes, sides }) => ({
          leaf: { hinge, latch: closes },
          sides: sidesOf(sides),
        }))
      : [{ leaf: whole, sides: ([1, -1] as const).map((side) => [side, 'slide'] as const) }];
    const outcomes = leaves.map(({ leaf, sides }) =>
      decided(
        sides.map(([side, handling]) => onSide(run, doorway, { leaf, side, handling }, clearances)),
        ['fail', 'not_evaluated', 'pass'],
      ),
    );
    // One leaf of a double door must comply.
    return decided(outcomes, ['pass', 'not_evaluated', 'fail']);
  },
  pass: aDoor(
    { depths: [1219.2, 1066.8] },
    'free floor 1,219.2 mm deep on the pull side and 1,066.8 mm on the push side',
  ),
  fail: aDoor(
    { depths: [1219.1, 3000] },
    'free floor 1,219.1 mm deep on the pull side and 3 m on the push side',
  ),
  not_applicable: aDoorAlone(),
});
