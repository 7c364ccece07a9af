/** @module ramp-going: length of a ramp between landings (UK-ADM, 1.26, Table 1). */
import { aRamp } from '../../examples/ramps.ts';
import { asFloor, rampRun } from '../../measures/ramps.ts';
import { atMost, mm, percent } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adm } from '../sources.ts';

export const admRampGoing = defineRule({
  id: 'UK-ADM.ramp-going',
  title: 'Length of a ramp between landings',
  source: adm('1.26, Table 1', 'H'),
  subject: 'ramp',
  parameters: { most: mm(10000), level: percent(5) },
  check: (ramp, run, { most, level }) =>
    asFloor(run, ramp.id, level.value) ??
    atMost(rampRun.of(run, ramp.id), most, 'divide the ramp by a landing'),
  examples: {
    limit: aRamp({ rise: 510, run: 10_000 }, 'a ramp of 10 m'),
    beyond: aRamp({ rise: 510, run: 10_001 }, 'a ramp of 10,001 mm'),
    not_applicable: aRamp({ rise: 300, run: 6000 }, 'a floor that rises by 5 %'),
  },
});
