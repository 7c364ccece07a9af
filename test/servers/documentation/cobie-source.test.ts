/** @module tests of what a COBie workbook takes from the log: first authors, readable files, and runs of the branch. */
import { expect, test } from 'vitest';

import { ifcGuid } from '../../../kernel/documents/ifc/guid.ts';
import type { EventFrame, JsonObject, StoredEvent } from '../../../schemas/events.ts';
import { issuesOf, recordedIn } from '../../../servers/documentation/cobie-source.ts';
import { refuse } from '../../kernel/documents/schedules/two-rooms.ts';
import { EXAMPLE_EVENTS } from '../../schemas/example-events.ts';

function frame(seq: number, agent_id: string): EventFrame {
  return {
    seq,
    event_id: `event_${seq}`,
    operation_id: `operation_${seq}`,
    branch: 'main',
    branch_seq: seq,
    user_id: 'anna',
    agent_id,
    approval_id: null,
    reasoning: null,
    at: `2026-01-0${seq}T00:00:00.000Z`,
  };
}

const made = EXAMPLE_EVENTS['export.created'];

function fileAt(seq: number, path: string, marks: object): StoredEvent {
  const file = { ...made.payload.file, path };
  const payload = { ...made.payload, whole: true, ...marks, file };
  return { ...made, payload, ...frame(seq, 'agent-1') };
}

type Shown = { readonly whole?: boolean; readonly seq?: number };

async function recorded(events: readonly StoredEvent[], { whole = true, seq = 9 }: Shown = {}) {
  const view = {
    seq,
    whole,
    importedAs: () => null,
    history: async () => await Promise.resolve(events.toSorted((a, b) => b.seq - a.seq)),
  };
  return await recordedIn(view, 'sight-1');
}

const CREATED = { ...EXAMPLE_EVENTS['element.created'], ...frame(1, 'agent-1') };
const MODIFIED = { ...EXAMPLE_EVENTS['element.modified'], ...frame(2, 'agent-2') };

test('the author of an element is that of its first event, and later events of the log are not read', async () => {
  const { originOf } = await recorded([CREATED, MODIFIED]);
  expect(originOf('grid_1')).toEqual({
    user_id: 'anna',
    agent_id: 'agent-1',
    at: '2026-01-01T00:00:00.000Z',
  });
  expect(originOf('grid_2')).toBeNull();
  const { originOf: before } = await recorded([MODIFIED], { seq: 1 });
  expect(before('grid_1')).toBeNull();
});

test('files of other READ scopes and files with content of files are no documents', async () => {
  const events = [
    fileAt(1, 'whole.ifc', {}),
    fileAt(2, 'own.ifc', { whole: false, sight: 'sight-1' }),
    fileAt(3, 'other.ifc', { whole: false, sight: 'sight-2' }),
    fileAt(4, 'unmarked.ifc', { whole: false }),
    fileAt(5, 'of-files.ifc', { of_files: true }),
    fileAt(6, 'of-own-files.ifc', { of_files: true, sight: 'sight-1' }),
  ];
  const paths = async (shown: Shown): Promise<readonly string[]> =>
    (await recorded(events, shown)).documents.map(({ path }) => path);
  expect(await paths({ whole: true })).toEqual(['of-own-files.ifc', 'own.ifc', 'whole.ifc']);
  expect(await paths({ whole: false })).toEqual(['of-own-files.ifc', 'own.ifc']);
});

test('the newest record of a path is its document', async () => {
  const events = [fileAt(1, 'a.ifc', {}), fileAt(2, 'a.ifc', { tool: 'export_mesh' })];
  expect((await recorded(events)).documents).toMatchObject([{ tool: 'export_mesh' }]);
});

test('a run of another branch, and an unknown one, is refused', async () => {
  const run = { ...EXAMPLE_EVENTS['validation.run'], ...frame(3, 'agent-1') };
  const viewOf = (branch: string) => ({
    branch,
    elements: () => [],
    importedAs: () => null,
    validationRun: async (id: string) => await Promise.resolve(id === run.event_id ? run : null),
  });
  const { issues, of_files } = await issuesOf('event_3', viewOf('main'), refuse);
  expect(issues.findings).toEqual(run.payload.findings);
  expect(of_files).toBe(false);
  await expect(issuesOf('event_3', viewOf('option'), refuse)).rejects.toThrow(
    'belongs to branch `main`; expected a run of `option`',
  );
  await expect(issuesOf('event_4', viewOf('main'), refuse)).rejects.toThrow(
    'unknown validation run `event_4`',
  );
});

test('findings of checks that read files are content of files, and name elements by their GUID', async () => {
  const { payload, ...event } = { ...EXAMPLE_EVENTS['validation.run'], ...frame(3, 'agent-1') };
  const [finding] = payload.findings;
  if (finding === undefined) throw new Error('expected a finding');
  const issuesWith = async (tool: string, options: JsonObject, element_ids: string[]) => {
    const run = {
      ...event,
      payload: { ...payload, tool, options, findings: [{ ...finding, element_ids }] },
    };
    const view = {
      branch: run.branch,
      elements: () => [{ id: 'desk_1' }],
      importedAs: () => null,
      validationRun: async () => await Promise.resolve(run),
    };
    const { issues, of_files } = await issuesOf(run.event_id, view, refuse);
    return { of_files, named: issues.findings.map((one) => one.element_ids) };
  };
  const [guid, other] = [ifcGuid('desk_1'), ifcGuid('desk_2')];
  expect(await issuesWith('check_ifc', { path: 'a.ifc' }, [guid, other])).toEqual({
    of_files: true,
    named: [['desk_1', other]],
  });
  // Texts of the IDS file or of the dictionary are in the findings.
  for (const [tool, options] of [
    ['check_ids', { ids: 'client.ids', path: null }],
    ['data_completeness', { dictionary: 'client.csv' }],
  ] as const) {
    expect(await issuesWith(tool, options, ['desk_1'])).toEqual({
      of_files: true,
      named: [['desk_1']],
    });
  }
});
