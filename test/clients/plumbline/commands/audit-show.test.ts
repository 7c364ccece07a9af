/** @module audit-show.test: `plumbline audit show` shows every row of the log, also of another form. */
import { DatabaseSync } from 'node:sqlite';

import { expect, test } from 'vitest';

import { nextRow } from '../../../../governance/audit/entry.ts';
import { workspacePaths } from '../../../../governance/keeper/workspace/workspace-files.ts';
import { openSqliteReader } from '../../../../kernel/ledger/sqlite-reader.ts';
import type { AuditDraft } from '../../../../schemas/governance.ts';
import { scratch } from '../../run-cli.ts';
import { command, testTerminal } from '../../test-terminal.ts';

const AT = '2026-03-01T08:00:00.000Z';
/** As a keeper enters a refused decision on an approval whose id looks like a secret. */
const MASKED: AuditDraft = {
  kind: 'approval',
  outcome: 'refused',
  approval_id: { masked: true },
  approver: 'ann',
  message: 'no such approval',
};
/** No version of the program writes a tool that is a number. */
const FOREIGN: AuditDraft = { kind: 'call', tool: 7 };

test('entries with masked ids and of an unknown form are shown, and filters find only known forms', async () => {
  const { dir } = scratch();
  const terminal = testTerminal(dir);
  await command(terminal, 'init');
  const { store } = workspacePaths(dir);
  const reader = openSqliteReader(store);
  const head = reader.auditHead();
  reader.close();
  if (head === null) throw new Error('the log is empty');
  const masked = nextRow(head, AT, MASKED);
  const foreign = nextRow(masked, AT, FOREIGN);
  const db = new DatabaseSync(store);
  for (const { seq, prev_hash, hash, body } of [masked, foreign]) {
    db.prepare('INSERT INTO audit VALUES (?, ?, ?, ?)').run(seq, prev_hash, hash, body);
  }
  db.close();

  const shown = await command(terminal, 'audit', 'show', '--limit', '2');
  expect(shown.lines.map((line) => line.trim())).toEqual([
    `${masked.seq} ${AT} refused   approval no such approval`,
    `${foreign.seq} has a form that this version cannot show`,
  ]);
  expect(shown.json).toEqual([masked, foreign].map(({ body }) => JSON.parse(body)));
  const filtered = await command(terminal, 'audit', 'show', '--filter', 'kind=call');
  expect(filtered.lines).toEqual(['no entry matches']);
});
