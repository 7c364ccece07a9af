/** @module door-threshold: step at a door (DIN-18040-1, 4.3.3). */
import { aDoor, aDoorAlone } from '../../examples/doors.ts';
import { doorStep } from '../../measures/doors.ts';
import { offRoute } from '../../measures/served.ts';
import { atMost, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { din } from '../sources.ts';

export const dinDoorThreshold = defineRule({
  id: 'DIN-18040-1.door-threshold',
  title: 'Step at a door',
  source: din('4.3.3', 'M'),
  subject: 'door',
  parameters: { most: mm(20) },
  check: (door, run, { most }) =>
    offRoute(run, door.id) ??
    atMost(
      doorStep.of(run, door.id),
      most,
      'bring the floors on both sides to one height, or add a ramp',
    ),
  examples: {
    limit: aDoor({ step: 20 }, 'a floor 20 mm higher behind the door'),
    beyond: aDoor({ step: 21 }, 'a floor 21 mm higher behind the door'),
    not_applicable: aDoorAlone(),
  },
});
