/** @module door-approach: maneuvering clearances on both sides of a door (ADA-2010, Tables 404.2.4.1 and 404.2.4.2). */
import type { ElementOf } from '../../../../building/kinds/elements.ts';
import { doorLeaves } from '../../../../building/kinds/rules/door-leaves.ts';
import { aDoor, aDoorAlone } from '../../examples/doors.ts';
import { doorOnRoute } from '../../guards.ts';
import { notEvaluated, value } from '../../measured.ts';
import { depthOver, widthBeyond } from '../../measures/doors.ts';
import { type Doorway, doorwayOf, middleOf } from '../../measures/doorway.ts';
import type { Depth } from '../../measures/landing.ts';
import { atLeast, inches, type Outcome, type Quantity, TOLERANCE } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import type { Run } from '../../run.ts';

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

/** An approach: the required depth over the leaf and, where needed, the widths beyond its latch and hinge. */
type Approach = {
  readonly depth: Quantity<'mm'>;
  readonly latch?: Quantity<'mm'>;
  readonly hinge?: Quantity<'mm'>;
};

/** How a person opens the door from one side. The leaf does not swing through a doorway that slides or folds. */
type Handling = 'pull' | 'push' | 'slide';

/** The approaches of the tables. A hinge approach on the pull side of 60 in needs more than the front approach does. */
function approachesOf(handling: Handling, is: Clearances): readonly Approach[] {
  if (handling === 'pull') {
    return [
      { depth: is.pull_front, latch: is.pull_front_latch },
      { depth: is.pull_hinge, latch: is.pull_hinge_latch },
      { depth: is.pull_latch, latch: is.pull_latch_latch },
    ];
  }
  // Which end of a sliding or folding door is the stop is not modelled: the greater width beyond either end is enough.
  const hinge = handling === 'slide' ? is.push_latch_latch : is.push_hinge_hinge;
  return [
    { depth: is.push_front },
    { depth: is.push_hinge, hinge },
    { depth: is.push_latch, latch: is.push_latch_latch },
  ];
}

const FIXES: Readonly<Record<Handling, string>> = {
  pull: 'keep the floor on the pull side clear: 48 in deep and 24 in beyond the latch, or 60 in deep and 18 in beyond it',
  push: 'keep the floor on the push side clear: 48 in deep, or 42 in deep and 24 in beyond the latch',
  slide: 'keep the floor on both sides clear: 48 in deep, or 42 in deep and 24 in beyond one end',
};

/** What findings call the measured figures. */
const FIGURES: Readonly<Record<Handling, Readonly<Record<keyof Approach, string>>>> = {
  pull: {
    depth: 'clear depth in front of the pull side',
    latch: 'clear width beyond the latch on the pull side',
    hinge: 'clear width beyond the hinge on the pull side',
  },
  push: {
    depth: 'clear depth in front of the push side',
    latch: 'clear width beyond the latch on the push side',
    hinge: 'clear width beyond the hinge on the push side',
  },
  slide: {
    depth: 'clear depth in front of a side',
    latch: 'clear width beyond an end',
    hinge: 'clear width beyond an end',
  },
};

type Leaf = { readonly hinge: number; readonly latch: number };

/** A side of a leaf, and how the leaf is opened from it. */
type Side = { readonly leaf: Leaf; readonly side: 1 | -1; readonly handling: Handling };

/** The figures of one approach: the depth over the leaf, and the widths that it needs next to the leaf. */
function figuresOf(
  run: Run,
  doorway: Doorway,
  { leaf, side, handling }: Side,
  { approach, over }: { readonly approach: Approach; readonly over: Depth },
): readonly Outcome[] {
  const at = { ...middleOf(doorway), z: doorway.low };
  const outcome = (free: Depth, required: Quantity<'mm'>, figure: keyof Approach): Outcome =>
    atLeast(value(free.depth, at, free.of), required, FIXES[handling], FIGURES[handling][figure]);
  // If the depth is too small, the widths are those over the depth that there is.
  const depth = Math.min(over.depth, approach.depth.value);
  const out = leaf.latch > leaf.hinge ? 1 : -1;
  const beyond = (from: number, to: 1 | -1): Depth =>
    widthBeyond(run, doorway, side, { from, out: to, depth });
  const { latch, hinge } = approach;
  return [
    outcome(over, approach.depth, 'depth'),
    ...(latch === undefined ? [] : [outcome(beyond(leaf.latch, out), latch, 'latch')]),
    ...(hinge === undefined
      ? []
      : [outcome(beyond(leaf.hinge, out === 1 ? -1 : 1), hinge, 'hinge')]),
  ];
}

/** The outcome on one side: a pass if an approach is clear, else the first failed figure of the one that lacks least. */
function onSide(run: Run, doorway: Doorway, of: Side, clearances: Clearances): Outcome {
  const { hinge, latch } = of.leaf;
  const over = depthOver(run, doorway, of.side, [Math.min(hinge, latch), Math.max(hinge, latch)]);
  if (over === null) return notEvaluated('a side of the door has no modelled floor');
  const approaches = approachesOf(of.handling, clearances).map((approach) => {
    const figures = figuresOf(run, doorway, of, { approach, over });
    const failed = figures.filter(({ outcome }) => outcome === 'fail');
    const lacks = failed.reduce((sum, one) => sum + missing(one), 0);
    return { outcome: failed[0] ?? figures[0], lacks };
  });
  const [nearest] = approaches.toSorted((a, b) => sameOrder(a.lacks, b.lacks));
  return nearest?.outcome ?? notEvaluated('no approach is modelled');
}

/** By how much a failed outcome misses its limit, mm; 0 for others. */
function missing(outcome: Outcome): number {
  return outcome.outcome === 'fail' ? outcome.required - outcome.measured : 0;
}

/** Order of two lengths; equal if they differ by no more than rounding. */
function sameOrder(a: number, b: number): number {
  return Math.round(a / TOLERANCE.mm) - Math.round(b / TOLERANCE.mm);
}

/** All figures, those of the pull side first. */
const RANKED = Object.values(FIGURES).flatMap((figures) => Object.values(figures));

function rankOf(outcome: Outcome): number {
  return outcome.outcome === 'fail' && outcome.what !== null ? RANKED.indexOf(outcome.what) : 0;
}

/**
 * The outcome of several: the first kind in `order` that occurs; of failures the one that misses most or least. Of equal
 * failures, that of the pull side with the bodies of all with its figure: the order of the sides does not matter.
 */
function decisiveOutcome(
  outcomes: readonly Outcome[],
  order: readonly Outcome['outcome'][],
  which: 'most' | 'least',
): Outcome {
  const kind = order.find((one) => outcomes.some(({ outcome }) => outcome === one));
  const sign = which === 'most' ? -1 : 1;
  const [found, ...others] = outcomes
    .filter(({ outcome }) => outcome === kind)
    .toSorted((a, b) => sign * sameOrder(missing(a), missing(b)) || rankOf(a) - rankOf(b));
  if (found?.outcome !== 'fail') return found ?? notEvaluated('the door has no leaf');
  const same = others.flatMap((one) =>
    one.outcome === 'fail' &&
    one.what === found.what &&
    sameOrder(missing(one), missing(found)) === 0
      ? one.of
      : [],
  );
  return { ...found, of: [...new Set([...found.of, ...same])].toSorted() };
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
      decisiveOutcome(
        sides.map(([side, handling]) => onSide(run, doorway, { leaf, side, handling }, clearances)),
        ['fail', 'not_evaluated', 'pass'],
        'most',
      ),
    );
    // One leaf of a double door must comply.
    return decisiveOutcome(outcomes, ['pass', 'not_evaluated', 'fail'], 'least');
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
