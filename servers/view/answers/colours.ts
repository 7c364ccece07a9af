/** @module colours: the elements of a moment in groups of one colour each. */
import { modelGroups } from '../colours/groupings.ts';
import { groupsByAge, groupsByAuthor, groupsByFinding } from '../colours/log-groups.ts';
import type { Looking, Seen } from '../looking/looking.ts';
import { ASKS } from '../protocol/asks.ts';
import type { ColourGroup, Colouring } from '../protocol/scene.ts';
import { jsonAnswer } from './answer.ts';

/** The groups of a colouring. */
export const coloursAnswer = jsonAnswer('colours', ASKS.colours, async ({ at, by }, looking) => {
  return { by, groups: await groupsOf(by, await looking.at(at), looking) };
});

async function groupsOf(
  by: Colouring,
  seen: Seen,
  looking: Looking,
): Promise<readonly ColourGroup[]> {
  switch (by) {
    case 'finding':
      return await groupsByFinding(seen.view);
    case 'age':
      return await groupsByAge(seen, looking);
    case 'author':
      return await groupsByAuthor(seen, looking);
    case 'kind':
    case 'storey':
    case 'use':
    case 'fire_rating':
      return modelGroups(by, seen.view);
    default:
      return by satisfies never;
  }
}
