/** @module opening-width: clear width of an opening on a route (ADA-2010, 403.5.1). */
import { anOpening } from '../../examples/openings.ts';
import { notApplicable, notEvaluated, value } from '../../measured.ts';
import { doorwayOf } from '../../measures/doorway.ts';
import { passageOf } from '../../measures/storey.ts';
import { atLeast, exceeds, inches } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';

export const adaOpeningWidth = defineRule({
  title: 'Clear width of an opening on a route',
  source: { clause: '403.5.1', confidence: 'H' },
  subject: 'opening',
  parameters: { least: inches(32), long: inches(36), longer_than: inches(24) },
  check: (opening, run, { least, long, longer_than }) => {
    if (passageOf(run, opening.id) === null) {
      return notApplicable('people do not walk through the opening');
    }
    const doorway = doorwayOf(run, opening.id);
    if (doorway === null) return notEvaluated('the opening has no place in a wall');
    const deep = exceeds(doorway.t[1] - doorway.t[0], longer_than);
    return atLeast(value(doorway.s[1]), deep ? long : least, 'make the opening wider');
  },
  pass: anOpening({ width: 812.8 }, 'an opening of 812.8 mm'),
  fail: anOpening({ width: 812.7 }, 'an opening of 812.7 mm'),
  not_applicable: anOpening({ width: 500, sill: 900 }, 'a hatch 900 mm above the floor'),
});
