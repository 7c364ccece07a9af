/** @module clash rules: all reasons why elements that meet do not clash, in order of evaluation. */
import type { ModelView } from '../../../building/model/view.ts';
import { builtToLevel } from './built-to-level.ts';
import type { ClashPair, ClashRule } from './clash-rule.ts';
import { beamInBeam, beamOnColumn } from './framed.ts';
import { inItsHost, inOneHost } from './in-its-host.ts';
import { joinedWalls } from './joined-walls.ts';
import { madeOf } from './made-of.ts';
import { standsOn } from './stands-on.ts';

export const CLASH_RULES: readonly ClashRule[] = [
  inItsHost,
  inOneHost,
  madeOf,
  joinedWalls,
  standsOn,
  builtToLevel,
  beamOnColumn,
  beamInBeam,
];

/** The first rule that explains a pair; null if none does. */
export function explainedBy(pair: ClashPair, view: ModelView): ClashRule | null {
  return CLASH_RULES.find((rule) => rule.explains(pair, view)) ?? null;
}
