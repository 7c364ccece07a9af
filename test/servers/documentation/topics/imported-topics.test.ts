/** @module tests of the events of an imported archive: which elements a topic is about, which it names, and limits. */
import { expect, test } from 'vitest';

import { zipOf } from '../../../../kernel/base/archive/zip.ts';
import { readBcf } from '../../../../kernel/documents/bcf/read/read-bcf.ts';
import { ifcGuid } from '../../../../kernel/documents/ifc/guid.ts';
import { MANY_UNKNOWN, TOPIC_LIMITS, unknownElement } from '../../../../schemas/topics/topics.ts';
import {
  type TopicImport,
  topicImports,
} from '../../../../servers/documentation/topics/imported-topics.ts';
import { markup, TOPIC } from '../../../kernel/documents/bcf/hostile.ts';
import { building } from '../../../kernel/documents/schedules/two-rooms.ts';

const VIEW = '6e225887-aad7-42ec-a9f4-8f8c796832dd';
const component = (guid: string): string => `<Component IfcGuid="${guid}"/>`;
const visibility = (shown: boolean, ...exceptions: readonly string[]): string =>
  `<Visibility DefaultVisibility="${shown}"><Exceptions>${exceptions.map(component).join('')}</Exceptions></Visibility>`;
const selection = (...guids: readonly string[]): string =>
  `<Selection>${guids.map(component).join('')}</Selection>`;

/** The import of a topic with one viewpoint of these components. */
async function importOf(components: string, title = 'T'): Promise<TopicImport> {
  const after = `<Viewpoints Guid="${VIEW}"><Viewpoint>v.bcfv</Viewpoint></Viewpoints>`;
  const bytes = zipOf([
    { name: 'bcf.version', content: '<Version VersionId="2.1"/>' },
    { name: `${TOPIC}/markup.bcf`, content: markup(`<Title>${title}</Title>`, after) },
    {
      name: `${TOPIC}/v.bcfv`,
      content: `<VisualizationInfo Guid="${VIEW}"><Components>${components}</Components></VisualizationInfo>`,
    },
  ]);
  const source = {
    bytes: bytes.length,
    name: 'a.bcf',
    sha256: '0'.repeat(64),
    version: '2.1',
  } as const;
  const imports = topicImports(await readBcf(bytes), new Map(), building, {
    source,
    author: 'us',
    ids: null,
  });
  const [one] = imports;
  if (one === undefined) throw new Error('expected a topic');
  return one;
}

const [SOUTH, EAST] = [ifcGuid('south'), ifcGuid('east')];

test.each([
  ['selects', selection(SOUTH) + visibility(true, EAST), ['south'], ['south', 'east']],
  ['selects among few', selection(SOUTH) + visibility(false, EAST), ['south'], ['south', 'east']],
  ['alone shows', visibility(false, EAST), ['east'], ['east']],
  ['hides', visibility(true, EAST), [], ['east']],
])('a topic names every element, but is not about all: %s', async (_, components, about, named) => {
  const { imported, named_ids } = await importOf(components);
  expect(imported.element_ids).toEqual(about);
  expect(imported.viewpoints.map(({ element_ids }) => element_ids)).toEqual([about]);
  expect([...named_ids].toSorted()).toEqual(named.toSorted());
});

test('a component without an element is named, so that a restricted reader does not see the topic', async () => {
  const foreign = '0000000000000000000001';
  const { imported, named_ids } = await importOf(selection(SOUTH, foreign));
  expect(imported.unmatched).toEqual([foreign]);
  expect(named_ids).toEqual(['south', unknownElement(foreign)]);
});

test('a topic that names more components than an event can state still names each element', async () => {
  const guids = Array.from({ length: TOPIC_LIMITS.named + 1 }, (_, at) => ifcGuid(`other ${at}`));
  const { imported, named_ids, cut } = await importOf(selection(SOUTH, ...guids));
  expect(named_ids).toEqual(['south', MANY_UNKNOWN]);
  expect(imported.element_ids).toEqual(['south']);
  expect(imported.unmatched).toHaveLength(TOPIC_LIMITS.unmatched);
  expect(cut).toBe(true);
});

test('texts are cut to the limits of events', async () => {
  const { imported, cut } = await importOf('', 'x'.repeat(TOPIC_LIMITS.title_chars + 1));
  expect(imported.members.title).toBe(`${'x'.repeat(TOPIC_LIMITS.title_chars - 1)}…`);
  expect(cut).toBe(true);
  expect((await importOf('', 'x'.repeat(TOPIC_LIMITS.title_chars))).cut).toBe(false);
});
