/** @module look: queries the house through another server in another process. */
import * as z from 'zod';

import { check, resultOf, type Step } from '../context.ts';

const Summary = z.looseObject({
  element_count: z.number(),
  counts: z.record(z.string(), z.number()),
});

export const summaryStep: Step = {
  title: 'the spatial server sees the house in its very next answer',
  async run(context) {
    const { spatial } = resultOf(context, 'agents');
    const answer = await spatial.call('get_model_summary', {
      reasoning: 'get an overview of the model before working on it',
    });
    check(answer.success, 'a summary of the model', answer);
    const { element_count, counts } = Summary.parse(answer.data);
    check(element_count >= 60, 'the whole house', answer.data);
    const listed = Object.entries(counts).map(([category, count]) => `${category} ${count}`);
    context.print(`${element_count} elements: ${listed.join(', ')}`);
    const living = resultOf(context, 'house').get('g_study');
    check(living !== undefined, 'the wall between living room and study', null);
    const wall = await spatial.call('get_element', {
      element_id: living,
      reasoning: 'see the wall between living room and study',
    });
    check(wall.success, 'the wall between living room and study', wall);
  },
};
