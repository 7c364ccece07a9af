/** @module motion laws: no measure of a building and no warning about it depends on its position, rotation or mirroring. */
import type { SolidKernel } from '../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import { glanceWarnings } from '../../../../kernel/building/model/effect/glance/glance.ts';
import { Model } from '../../../../kernel/building/model/model.ts';
import type { World } from '../../building/world.ts';
import type { Built } from './built.ts';
import type { Call, Motion } from './calls.ts';
import type { Faults } from './laws.ts';

export const MEASURES = ['length_mm', 'area_mm2', 'perimeter_mm', 'volume_mm3'] as const;

/**
 * Rounding of corners to the grid: a micrometre on a few decimetres if a plan is rotated obliquely; else that of corners
 * between whole micrometres, whose halves are rounded upwards in any orientation.
 */
const SHARE = { along: 3e-5, aslant: 3e-5 };

function isAslant({ angle_deg }: Motion): boolean {
  return angle_deg % 90 !== 0;
}

/** Measures of every element, in the order of creation. */
export function measuresOf({ view }: World): ReadonlyMap<string, readonly (number | null)[]> {
  return new Map(
    [...view.elements()].map(({ id }) => {
      const measures = view.measures(id);
      return [id, MEASURES.map((name) => measures[name])];
    }),
  );
}

type Measures = ReturnType<typeof measuresOf>;

function offBy(
  [as, was]: readonly [string, readonly (number | null)[]],
  is: readonly (number | null)[] | undefined,
  share: number,
): Faults {
  if (is === undefined) return [`${as} is missing`];
  return was.flatMap((value, k) => {
    const now = is[k] ?? null;
    if (value === null || now === null) {
      return value === now ? [] : [`${as}: ${MEASURES[k]} ${value}, now ${now}`];
    }
    return Math.abs(now - value) <= share * Math.abs(value)
      ? []
      : [`${as}: ${MEASURES[k]} ${value}, now ${now}`];
  });
}

/** The same elements with the same measures, in the same model. */
export function movedFaults(was: Measures, is: Measures, aslant: boolean): Faults {
  const share = aslant ? SHARE.aslant : SHARE.along;
  const more = is.size === was.size ? [] : [`${is.size} elements, were ${was.size}`];
  return [...more, ...[...was].flatMap(([id, values]) => offBy([id, values], is.get(id), share))];
}

/** The glance warnings of each element, as if all had just been created: sorts of warnings with their ids. */
export function oddOf({ log }: World, solids: SolidKernel): ReadonlySet<string> {
  const [nothing, model] = [new Model(), new Model({ solids })];
  model.applyAll(log.all);
  const [before, after] = [nothing.view('main'), model.view('main')];
  if (before === null || after === null) throw new Error('main is always there');
  return new Set(
    [...after.elements()].flatMap(({ id }) =>
      glanceWarnings({ before, after }, [id]).map(unordered),
    ),
  );
}

/** A warning without numbers, with names in place of ids: mirroring reverses the order of sides. */
function unordered(text: string): string {
  const ids = text.match(/`[a-z]+_[0-9a-z]+`/gu) ?? [];
  return [numberless(text.replaceAll(/`[a-z]+_[0-9a-z]+`/gu, '_')), ...ids.toSorted()].join(' ');
}

/** The same elements have the same glance warnings. */
export function oddFaults(was: ReadonlySet<string>, is: ReadonlySet<string>): Faults {
  const missing = [...was].filter((text) => !is.has(text));
  const come = [...is].filter((text) => !was.has(text));
  return [...missing.map((text) => `no more: ${text}`), ...come.map((text) => `new: ${text}`)];
}

/** A building drawn elsewhere has the same refusals, warnings and measures. */
export function drawnFaults(
  here: Built,
  there: Built,
  calls: readonly Call[],
  motion: Motion,
): Faults {
  const [was, is] = [measuresOf(here.world), measuresOf(there.world)];
  const share = isAslant(motion) ? SHARE.aslant : SHARE.along;
  const ofCalls = calls.flatMap((call) => {
    const [own, other] = [here.ids.get(call.as), there.ids.get(call.as)];
    if ((own === undefined) !== (other === undefined)) {
      return [
        `${call.as}: ${here.refused.get(call) ?? 'made'}, there ${there.refused.get(call) ?? 'made'}`,
      ];
    }
    if (own === undefined || other === undefined) return [];
    const values = was.get(own);
    return values === undefined ? [] : offBy([call.as, values], is.get(other), share);
  });
  const [ownWarnings, expectedWarnings] = [here, there].map(({ warnings }) =>
    warnings
      .map(sortOf)
      .filter((sort) => isKept(sort, motion))
      .toSorted(),
  );
  const other =
    ownWarnings?.join('\n') === expectedWarnings?.join('\n')
      ? []
      : [`warnings:\n${ownWarnings?.join('\n')}\nthere:\n${expectedWarnings?.join('\n')}`];
  const count = was.size === is.size ? [] : [`${was.size} elements, there ${is.size}`];
  return [...count, ...ofCalls, ...other];
}

/**
 * In an oblique plan, ends are rounded before they snap. Doors open to the left of their walls, which keep their starts
 * when drawn mirrored, so that a leaf opens to the other side: `oddFaults` checks the mirroring of leaves.
 */
function isKept(sort: string, motion: Motion): boolean {
  if (motion.mirrored && sort.startsWith('door _ opens against')) return false;
  return !isAslant(motion) || !/^(start|end) of/u.test(sort);
}

/** A warning without ids, places and numbers. */
function sortOf(text: string): string {
  return numberless(text.replaceAll(/`[^`]*`/gu, '_'));
}

/** A warning without numbers and places, with its ids. */
function numberless(text: string): string {
  return text.replaceAll(/(?<![`\w])-?\d+(?:\.\d+)?/gu, '#');
}

/** Everything except unique elements exists twice, and has twice the measures. */
export function repeatedFaults(was: Measures, is: Measures): Faults {
  return MEASURES.flatMap((name, k) => {
    const [once, twice] = [was, is].map((all) =>
      [...all.values()].reduce((sum, values) => sum + (values[k] ?? 0), 0),
    );
    const off = (twice ?? 0) - 2 * (once ?? 0);
    return Math.abs(off) <= SHARE.along * (once ?? 0)
      ? []
      : [`${name} of all ${once}, with a copy ${twice}`];
  });
}
