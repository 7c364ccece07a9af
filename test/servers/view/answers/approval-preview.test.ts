/**
 * @module tests of previews of pending approvals: two workspaces that differ only in what the requester may not see give equal
 * previews, and nobody else gets one.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openDirectory } from '../../../../governance/access/directory.ts';
import { activeAgent } from '../../../../governance/access/principal.ts';
import { sha256Hex } from '../../../../kernel/base/canonical/hash.ts';
import { loadSolidKernel } from '../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import { BuildingDomain } from '../../../../servers/building/domain.ts';
import {
  approvalPreviews,
  type PreviewContent,
} from '../../../../servers/view/answers/approval-preview.ts';
import { withoutChance } from '../../../governance/gate/twin/normalised.ts';
import {
  AGENTS,
  hiddenFrom,
  type Label,
  openTwin,
  type Twin,
} from '../../../governance/gate/twin/twins.ts';
import { type ReadPart, readPart } from '../read-part.ts';

let a: Twin;
let b: Twin;
beforeAll(async () => {
  [a, b] = [await openTwin('a'), await openTwin('b')];
});
afterAll(async () => {
  await a.harness.close();
  await b.harness.close();
});

type Preview = (
  part: 'changes' | 'before' | 'after',
  viewer?: string,
) => Promise<PreviewContent | null>;

/** The preview of a deletion that an agent requests. */
async function pending(twin: Twin, name: string, label: Label): Promise<Preview> {
  const { harness, owner, ids } = twin;
  const { approval_id, error } = await owner.other(name).ask('delete_elements', {
    element_ids: [ids[label]],
    branch: name === 'designer' ? 'design/a' : 'main',
    dry_run: false,
  });
  if (approval_id === undefined) throw new Error(JSON.stringify(error));
  await harness.recorder.flush();
  const directory = await openDirectory(harness.reader);
  const domain = new BuildingDomain(harness.reader, await loadSolidKernel());
  const read = approvalPreviews({
    domain,
    reader: harness.reader,
    catchUp: async () => await domain.catchUp(),
    now: () => new Date(0),
  });
  return async (part, viewer = name) => {
    const record = owner.other(viewer).principal;
    return await read(activeAgent(directory, record), approval_id, part);
  };
}

function shapesIn(content: PreviewContent | null): ReadPart {
  if (content === null || !('shapes' in content)) throw new Error('expected shapes');
  return readPart(content.shapes);
}

/** Everything that the requester gets. */
async function shown(twin: Twin, name: string): Promise<readonly object[]> {
  // The door in the south wall is hidden from `shell`, which may not delete that wall.
  const labels: Readonly<Record<string, Label>> = { doors: 'door', shell: 'west' };
  const read = await pending(twin, name, labels[name] ?? 'south');
  const said: object[] = [Object(await read('changes'))];
  for (const part of ['before', 'after'] as const) {
    const { positions, owners, corners, ...header } = shapesIn(await read(part));
    const numbers = [positions, owners, corners].map((one) => Array.from(one));
    said.push({ header, numbers: sha256Hex(JSON.stringify(numbers)) });
  }
  return said;
}

test.each(AGENTS)('%s gets the same preview in both twins', async (name) => {
  const [here, there] = [await shown(a, name), await shown(b, name)];
  const textOf = (said: readonly object[], twin: Twin): string =>
    withoutChance({ given: {}, said, hidden: hiddenFrom(name, twin) }, Object.values(a.ids));
  expect(textOf(there, b)).toBe(textOf(here, a));
  expect(JSON.stringify(here)).not.toMatch(/"seq":\d/);
});

test('the shapes before contain the deleted elements, and those after what stays around them', async () => {
  const { ids } = a;
  const read = await pending(a, 'region', 'south');
  const [before, after] = [shapesIn(await read('before')), shapesIn(await read('after'))];
  expect(before.columns.id).toEqual(expect.arrayContaining([ids.south, ids.door]));
  expect(after.columns.id).not.toContain(ids.south);
  expect(after.columns.id).toEqual(expect.arrayContaining([ids.east, ids.west]));
  expect(after.origin_mm).toEqual(before.origin_mm);
  expect(after.positions.length).toBeGreaterThan(0);
});

test('an agent gets no preview of the approval of another agent', async () => {
  const read = await pending(a, 'region', 'south');
  expect(await read('changes')).not.toBeNull();
  for (const other of ['levels', 'shell']) {
    for (const part of ['changes', 'before', 'after'] as const) {
      expect(await read(part, other)).toBeNull();
    }
  }
});
