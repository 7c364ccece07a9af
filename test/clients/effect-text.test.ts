/** @module what an approver reads: nothing that the requester writes can hide what would happen. */
import { describe, expect, test } from 'vitest';

import { approvalLines } from '../../clients/plumbline/approvals/effect-text.ts';
import { effectOf } from '../../clients/plumbline/approvals/effect.ts';
import type { EventLike, ShownElement } from '../../clients/plumbline/approvals/model-state.ts';
import { painter } from '../../clients/plumbline/terminal.ts';
import type { ApprovalRecord, PlanDocument, WorkspaceRecord } from '../../schemas/governance.ts';
import { WorkspacePolicy } from '../../schemas/permissions.ts';

const AT = '2026-03-01T08:00:00.000Z';
const WIDTH = 100;

const workspace: WorkspaceRecord = {
  workspace_id: 'ws',
  owner: { user_id: 'u', name: 'owner' },
  default_agent: 'agent',
  policy: WorkspacePolicy.parse({}),
  created_at: AT,
};

const wall = (id: string, name = id): ShownElement => ({
  id,
  kind: 'wall',
  params: { name, height: 3000 },
});
const created = (element: ShownElement): EventLike => ({
  type: 'element.created',
  aggregate_id: element.id,
  payload: { element },
});
const deleted = (element: ShownElement): EventLike => ({
  type: 'element.deleted',
  aggregate_id: element.id,
  payload: { element, cascade_of: null },
});

/** The lines of a plan with these events on a model with these elements. */
function shown(
  events: readonly EventLike[],
  model: readonly ShownElement[] = [],
  changes: Partial<PlanDocument> = {},
): readonly string[] {
  const plan: PlanDocument = {
    v: 1,
    workspace_id: 'ws',
    server: 'geometry',
    tool: 'apply_changes',
    input: {},
    agent_id: 'a',
    user_id: 'u',
    session_id: 's',
    reasoning: 'because',
    branch: 'main',
    operation_id: 'op',
    events: events.map((event, index) => ({
      ...event,
      event_id: String(index),
      payload: { ...event.payload },
    })),
    touched: [],
    relied_on: [],
    branch_seq: null,
    affected: events.length,
    triggers: ['bulk'],
    approvers_required: 1,
    policy_digest: '',
    data: {},
    warnings: [],
    nonce: 'n',
    expires_at: AT,
    ...changes,
  };
  const record: ApprovalRecord = {
    approval_id: 'apr_1',
    status: 'pending',
    plan: '',
    plan_digest: '',
    effect_key: '',
    created_at: AT,
    expires_at: AT,
    decisions: [],
    event_id: null,
    detail: null,
    updated_at: AT,
  };
  const effect = effectOf(plan, new Map(model.map((element) => [element.id, element])));
  const registry = { workspace, agents: [], approvers: [] };
  const look = { width: WIDTH, paint: painter(false), now: new Date(AT) };
  return approvalLines({ record, plan, effect, registry }, look);
}

describe('what is destroyed is in sight', () => {
  test('before thousands that are created', () => {
    const many = Array.from({ length: 3000 }, (_, index) => created(wall(`new${index}`)));
    const lines = shown([...many, deleted(wall('victim'))], [wall('victim')]);
    expect(lines.findIndex((line) => line.includes('- wall "victim"'))).toBeLessThan(
      lines.findIndex((line) => line.includes('+ wall')),
    );
    expect(lines.join('\n')).toContain('and 2801 more');
  });

  test('under reasoning that is all line feeds', () => {
    const lines = shown([deleted(wall('victim'))], [wall('victim')], {
      reasoning: `tidy\n${'\n'.repeat(900)}${'x\n'.repeat(900)}`,
    });
    expect(lines.findIndex((line) => line.includes('- wall "victim"'))).toBeLessThan(45);
    expect(lines).toContain('| … and 871 more lines; --json has all');
  });

  test('with its id, however long its name is and whatever it pretends', () => {
    const name = `${'A'.repeat(30)}" wall_1 on Roof ${'B'.repeat(150)}`;
    const line = shown([deleted(wall('wall_2', name))], [wall('wall_2', name)]).find((one) =>
      one.includes('- wall'),
    );
    expect(line).toContain('wall_2 (height 3000 mm)');
    expect(line?.match(/"/g)).toHaveLength(2);
  });
});

test('a new value is shown whole, however long the old one was', () => {
  const before = wall('w', 'A'.repeat(300));
  const event: EventLike = {
    type: 'element.modified',
    aggregate_id: 'w',
    payload: { updates: { name: `${'B'.repeat(150)} the end` }, previous: {} },
  };
  const text = shown([event], [before]).join('\n');
  expect(text).toContain('→ "BBB');
  expect(text).toContain(' the end"');
});

test('a run is shown with all that it is given, indentation and controls too [APP-19]', () => {
  const code = 'for x in y:\n    keep(x)\nwipe(x)\u001b[2J\u202e';
  const payload = { run: 'tool.run', server: 'mpt', tool: 'code_python', input_digest: '00' };
  const event = { type: 'run.permitted', aggregate_id: 'permit_1', payload };
  const lines = shown([event], [], {
    server: 'mpt',
    tool: 'code_python',
    input: { code, inputs: { rows: [1] } },
  });
  const at = lines.findIndex((line) => line.includes('mpt.code_python runs once'));
  expect(lines.slice(at + 1, at + 6)).toEqual([
    '    code:',
    '    | for x in y:',
    '    |     keep(x)',
    String.raw`    | wipe(x)\u{1b}[2J\u{202e}`,
    '    inputs:',
  ]);
  for (const unsafe of ['\u001b', '\u202e']) expect(lines.join('\n')).not.toContain(unsafe);
});
