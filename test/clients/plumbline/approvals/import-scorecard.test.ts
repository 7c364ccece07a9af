/** @module import-scorecard.test: an approver reads the scorecard of the manifest that is signed, not that of the requester. */
import { expect, test } from 'vitest';

import { approvalLines } from '../../../../clients/plumbline/approvals/effect-text.ts';
import { effectOf } from '../../../../clients/plumbline/approvals/effect.ts';
import { painter } from '../../../../clients/plumbline/terminal.ts';
import type { ApprovalRecord, PlanDocument } from '../../../../schemas/governance.ts';
import { WorkspacePolicy } from '../../../../schemas/permissions.ts';
import { created, Site } from '../../../kernel/building/model/build.ts';
import { siteReader } from '../../../kernel/building/model/projection/site-reader.ts';
import { levelRecord, madeImport, wallRecord } from '../../../made-import.ts';

const AT = '2026-03-01T08:00:00.000Z';
const MADE = madeImport([levelRecord('level_i', 'Upper', 3000), wallRecord('wall_i', 'level_i')]);
const DIGEST = MADE.event.payload.manifest.sha256;

const RECORD: ApprovalRecord = {
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

/** An import whose requester states 999 parametric walls. */
const PLAN: PlanDocument = {
  v: 1,
  workspace_id: 'ws',
  server: 'geometry',
  tool: 'import_ifc',
  input: {},
  agent_id: 'a',
  user_id: 'u',
  session_id: 's',
  reasoning: 'because',
  branch: 'main',
  operation_id: 'op',
  events: [{ ...MADE.event, event_id: '0' }],
  touched: [],
  relied_on: [],
  branch_seq: null,
  affected: 2,
  triggers: ['bulk'],
  approvers_required: 1,
  policy_digest: '',
  data: {
    scorecard: {
      classes: { IfcWall: { parametric: 999, body: 0, data_only: 0, refused: 0 } },
      reasons: [],
    },
  },
  warnings: [],
  nonce: 'n',
  expires_at: AT,
};

/** The text of the approval if the store has this content for the manifest. */
async function shown(content: Uint8Array | null): Promise<string> {
  const site = new Site();
  site.commit('main', [created('level', 'L1')]);
  const blobPart = (sha256: string, n: number) => (sha256 === DIGEST && n === 0 ? content : null);
  const effect = await effectOf({ ...siteReader(site), blobPart }, PLAN);
  const workspace = {
    workspace_id: 'ws',
    owner: { user_id: 'u', name: 'owner' },
    default_agent: 'agent',
    policy: WorkspacePolicy.parse({}),
    created_at: AT,
  };
  const registry = { workspace, agents: [], approvers: [] };
  const look = { width: 100, paint: painter(false), now: new Date(AT) };
  const details = { record: RECORD, plan: PLAN, effect, registry, rejected: [] };
  return approvalLines(details, look).join('\n');
}

test('the scorecard is counted in the manifest, not taken from the requester', async () => {
  const text = await shown(MADE.manifest);
  expect(text).toMatch(/IfcBuildingElementProxy +2 +0 +0 +0/u);
  expect(text).not.toContain('999');
});

test.each([
  ['missing', null],
  ['not a manifest', Buffer.from('no manifest')],
  ['another one than that of the plan', madeImport([levelRecord('level_j', 'Upper')]).manifest],
])('the scorecard is unknown if the manifest is %s, and the text says so', async (_, content) => {
  const text = (await shown(content)).replaceAll(/\s+/gu, ' ');
  expect(text).toContain(
    `scorecard unknown: the manifest \`${DIGEST}\` that the plan names cannot be read`,
  );
  expect(text).not.toContain('999');
});
