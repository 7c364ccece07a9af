/** @module import-scorecard.test: an approver reads the scorecard of the manifest that is signed, not that of the requester. */
import { expect, test } from 'vitest';

import type { PlanDocument } from '../../../schemas/governance.ts';
import { WorkspacePolicy } from '../../../schemas/permissions.ts';
import { approvalLines } from '../../../servers/approvals/effect-text.ts';
import { effectOf } from '../../../servers/approvals/effect.ts';
import { importScorecardLines, scorecardsOf } from '../../../servers/approvals/import-scorecard.ts';
import { created, Site } from '../../kernel/building/model/build.ts';
import { siteReader } from '../../kernel/building/model/projection/site-reader.ts';
import { levelRecord, madeImport, type MadeImport, wallRecord } from '../../made-import.ts';
import { record } from './shown-plan.ts';

const AT = '2026-03-01T08:00:00.000Z';
const MADE = madeImport([levelRecord('level_i', 'Upper', 3000), wallRecord('wall_i', 'level_i')]);
const DIGEST = MADE.event.payload.manifest.sha256;

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
  const look = { width: 100, paint: (text: string) => text, now: new Date(AT) };
  const details = { record, plan: PLAN, effect, registry, comments: [], rejected: [] };
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

/** The text of an import of `MADE` as a revision of these elements, if the store has this content for their manifest. */
async function revisionText(
  old: MadeImport,
  content: Uint8Array | null = old.manifest,
): Promise<string> {
  const site = new Site();
  site.commit('main', [created('level', 'L1')]);
  const { sha256, elements } = old.event.payload.manifest;
  const supersedes = { import_id: 'import_0', manifest: { sha256, elements } };
  const payload = { ...MADE.event.payload, supersedes };
  const blobs = new Map<string, Uint8Array | null>([
    [DIGEST, MADE.manifest],
    [sha256, content],
  ]);
  const blobPart = (digest: string, n: number) => (n === 0 ? (blobs.get(digest) ?? null) : null);
  const [scorecard] = await scorecardsOf({ blobPart }, [{ ...MADE.event, payload }]);
  if (scorecard === undefined) throw new Error('no scorecard');
  return importScorecardLines([scorecard], 100).join('\n');
}

test('a revision shows what is gone, new and changed in the manifests', async () => {
  const old = madeImport([
    levelRecord('level_i', 'Upper', 2900),
    wallRecord('wall_gone', 'level_i'),
    levelRecord('level_gone', 'Roof\u001b[31m'),
  ]);
  const text = await revisionText(old);
  expect(text).toContain('revision of import_0\n  2 gone, 1 new, 1 changed, 0 unchanged');
  expect(text).toContain('gone: wall (wall_gone)');
  expect(text).toContain('new: wall (wall_i)');
  expect(text).toContain('changed: level (level_i)');
  expect(text).not.toContain('\u001b');
});

test.each([
  ['missing', null],
  ['another one than that of the plan', MADE.manifest],
])('the differences are unknown if the superseded manifest is %s', async (_, content) => {
  const text = await revisionText(madeImport([levelRecord('level_i', 'Upper', 2900)]), content);
  expect(text.replaceAll(/\s+/gu, ' ')).toContain('revision of import_0 unknown: the manifest');
  expect(text).toMatch(/IfcBuildingElementProxy +2 +0 +0 +0/u);
});

test('a long list of differences is counted', async () => {
  const walls = Array.from({ length: 30 }, (_, i) => wallRecord(`wall_${i}`, 'level_i', i * 1000));
  const text = await revisionText(madeImport([levelRecord('level_i', 'Upper', 3000), ...walls]));
  expect(text).toContain('30 gone');
  expect(text.match(/gone: wall/gu)).toHaveLength(20);
  expect(text).toContain('and 10 more gone');
});
