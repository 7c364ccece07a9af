/** @module kind-words.test: intents can name each kind of element. */
import { expect, test } from 'vitest';

import { KINDS } from '../../../../kernel/building/kinds/elements.ts';
import { chooseTool } from '../../../../kernel/tools/apex/adviser.ts';
import type { CatalogueTool } from '../../../../kernel/tools/apex/rank-tools.ts';
import { kindsOf } from '../../../../kernel/tools/apex/vocabulary.ts';
import { listedTools } from '../../../contract/listed.ts';

/** The word also means the kind of anything: the type of a door. */
const NO_WORDS: ReadonlySet<string> = new Set(['type']);

test.each(KINDS.all.map(({ kind }) => kind).filter((kind) => !NO_WORDS.has(kind)))(
  'the word %s names this kind',
  (kind) => {
    expect(kindsOf(kind)).toContain(kind);
  },
);

const CATALOGUE: readonly CatalogueTool[] = listedTools().map(({ server, tool, action, type }) => ({
  name: tool.name,
  server,
  title: tool.title,
  description: tool.description,
  effect: action === 'READ' ? 'reads' : type === 'command' ? 'changes' : 'runs',
  required: [],
}));

test.each([
  ['put a sofa into the living room', 'create_furniture'],
  ['add a washbasin to the bathroom', 'create_furniture'],
  ['place a bed in bedroom 2', 'create_furniture'],
  ['create a group of these three walls', 'create_group'],
  ['create a material concrete', 'create_material'],
  ['set the site of the building', 'set_site'],
  ['what material is this wall', 'get_element'],
  ['list all furniture in the kitchen', 'query_elements'],
  ['create a bathroom', 'create_room'],
])('%s → %s', (intent, tool) => {
  const choice = chooseTool(CATALOGUE, intent);
  expect(choice.outcome === 'tool' ? choice.best.tool.name : choice.outcome).toBe(tool);
});
