/** @module tests of the requirements that a model meets: what all objects of an entity state, and nothing else. */
import { expect, test } from 'vitest';

import { checkIds } from '../../../../../kernel/documents/ids/check/check-ids.ts';
import { metRequirements } from '../../../../../kernel/documents/ids/of-view/met-requirements.ts';
import { fileModel, ifcText } from '../ids-case.ts';

const guid = (at: number): string => `'${String(at).padStart(22, '0')}'`;
const wall = (at: number, name: string, description: string): string =>
  `IFCWALL(${guid(at)},$,${name},${description},$,$,$,$,$)`;
const set = (at: number, of: string, properties: string): readonly string[] => [
  `IFCPROPERTYSET(${guid(at)},$,'S',$,(${properties}))`,
  `IFCRELDEFINESBYPROPERTIES(${guid(at + 1)},$,$,$,(${of}),#${at})`,
];

/** Two walls with a name, the property `Both` and a material; everything else differs. */
const MODEL = fileModel(
  ifcText([
    wall(1, "'A'", "'first'"),
    wall(2, "'B'", '$'),
    "IFCPROPERTYSINGLEVALUE('Both',$,IFCLABEL('x'),$)",
    "IFCPROPERTYSINGLEVALUE('One',$,IFCLABEL('x'),$)",
    "IFCPROPERTYSINGLEVALUE('Typed',$,IFCLABEL('x'),$)",
    "IFCPROPERTYSINGLEVALUE('Typed',$,IFCTEXT('x'),$)",
    "IFCPROPERTYSINGLEVALUE('Empty',$,IFCLABEL(''),$)",
    "IFCPROPERTYSINGLEVALUE('Unknown',$,IFCLOGICAL(.U.),$)",
    ...set(9, '#1', '#3,#4,#5,#7,#8'),
    ...set(11, '#2', '#3,#6,#7,#8'),
    "IFCMATERIAL('C30',$,$)",
    `IFCRELASSOCIATESMATERIAL(${guid(14)},$,$,$,(#1,#2),#13)`,
    `IFCSLAB(${guid(15)},$,'S',$,$,$,$,$,$)`,
  ]),
);
const INFO = {
  title: 'As built',
  copyright: null,
  version: null,
  description: null,
  author: null,
  date: null,
  purpose: null,
  milestone: null,
};

test('a requirement is what every object of the entity states, with its type and without its value', () => {
  const { specifications } = metRequirements(MODEL, INFO, ({ entity }) => entity === 'IFCWALL');
  expect(specifications.map(({ name }) => name)).toEqual(['What every IFCWALL states']);
  expect(specifications[0]?.requirements).toMatchObject([
    { facet: 'attribute', name: { text: 'Name' }, value: null },
    {
      facet: 'property',
      propertySet: { text: 'S' },
      baseName: { text: 'Both' },
      dataType: 'IFCLABEL',
      value: null,
    },
    { facet: 'material', value: null },
  ]);
});

test('the model meets its requirements', () => {
  const ids = metRequirements(MODEL, INFO, () => true);
  expect(ids.specifications.length).toBeGreaterThan(2);
  for (const { status } of checkIds(ids, MODEL)) expect(status).toBe('pass');
});
