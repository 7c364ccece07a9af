/** @module revision-arguments.test: options of an import that is a revision. */
import { expect, test } from 'vitest';

import { revisionArguments } from '../../../../clients/plumbline/commands/revision-arguments.ts';

test('options are the arguments of import_ifc', () => {
  const values = {
    supersedes: 'import_1',
    match: ['0abc$_=wall_1', '0abc$_#17=new'],
    take: ['wall_2=branch', 'wall_3=file'],
  };
  expect(revisionArguments({ values })).toEqual({
    supersedes: 'import_1',
    matches: [
      { guid: '0abc$_', element_id: 'wall_1' },
      { guid: '0abc$_', record: 17, element_id: null },
    ],
    resolve: [
      { element_id: 'wall_2', take: 'branch' },
      { element_id: 'wall_3', take: 'file' },
    ],
  });
  expect(revisionArguments({ values: {} })).toEqual({});
});

test.each([
  ['match', 'nothing'],
  ['match', '=wall_1'],
  ['match', 'guid#0=wall_1'],
  ['take', 'wall_1=other'],
  ['take', '=file'],
])('refuses --%s %s', (option, text) => {
  expect(() => revisionArguments({ values: { [option]: [text] } })).toThrow(text);
});
