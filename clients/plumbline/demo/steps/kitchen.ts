/** @module kitchen: the agent moves a wall, with what follows it; the log keeps who did it and why. */
import { check, resultOf, type Step } from '../context.ts';

/** Displacement to the south, mm. */
const SOUTH = 300;

export const kitchenStep: Step = {
  title: 'the agent moves the kitchen wall; doors and rooms follow',
  async run(context) {
    const { geometry } = resultOf(context, 'agents');
    const house = resultOf(context, 'house');
    const moved = await geometry.call('apply_changes', {
      operations: [
        {
          tool: 'move_element',
          arguments: { element_id: house.get('g_kitchen'), delta: { x: 0, y: -SOUTH, z: 0 } },
        },
        {
          tool: 'modify_parameter',
          arguments: {
            element_id: house.get('g_utility'),
            parameter_name: 'end',
            value: { x: 8300, y: 3000 - SOUTH },
          },
        },
      ],
      dry_run: false,
      reasoning: 'the family wants a table for six in the kitchen',
    });
    check(moved.success, 'the wall to be moved', moved);
    context.print(`the wall between kitchen and utility room is ${SOUTH} mm further south`);
    for (const warning of moved.warnings) context.print(`warning: ${warning}`);
  },
};
