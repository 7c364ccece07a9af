/** @module toy-pseudo-axion.test: runs the command toy-pseudo-axion as a child process. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { afterAll, describe, expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../bin/toy-pseudo-axion.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'axion-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(...words: readonly string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], {
    encoding: 'utf8',
    cwd: folder,
  });
  return { code: status, out: stdout, err: stderr };
}

test('run_scenario writes its files; verify_audit exits with 0, and with 2 after an edit', () => {
  const words = '--agent pseudo --scenario hazard --steps 8 --probe P4 --interface mci_latent';
  const ran = run('run_scenario', ...words.split(' '), '--out_dir', 'run1');
  expect([ran.code, ran.err]).toEqual([0, '']);
  const log = join(folder, 'run1/audit_pseudo.log.jsonl');
  expect(run('verify_audit', '--path', log)).toMatchObject({ code: 0 });
  const text = readFileSync(log, 'utf8');
  writeFileSync(log, text.replace('"allow"', '"deny"'));
  const broken = run('verify_audit', '--path', log);
  expect([broken.code, broken.out]).toEqual([2, expect.stringMatching(/^not ok: line 1 edited/)]);
  const again = run('run_scenario', ...words.split(' '), '--out_dir', 'run1');
  expect([again.code, again.err]).toEqual([1, expect.stringMatching(/does not verify at line 1/)]);
});

test('verify_audit detects a truncated log from the summary next to it', () => {
  const words = 'run_scenario --agent honest --scenario basic --steps 4 --out_dir run2';
  expect(run(...words.split(' ')).code).toBe(0);
  const log = join(folder, 'run2/audit_honest.log.jsonl');
  const whole = run('verify_audit', '--path', log);
  expect([whole.code, whole.out]).toEqual([0, expect.stringContaining('that summary.json states')]);
  const lines = readFileSync(log, 'utf8').split('\n');
  writeFileSync(log, `${lines.slice(0, 3).join('\n')}\n`);
  const cut = run('verify_audit', '--path', log);
  expect([cut.code, cut.out]).toEqual([2, expect.stringMatching(/^not ok: line 4 cut_off/)]);
  rmSync(join(folder, 'run2/summary.json'));
  const alone = run('verify_audit', '--path', log);
  expect([alone.code, alone.out]).toEqual([0, expect.stringContaining('would not be detected')]);
});

test('run_scenario reports an unusable output folder in one line', () => {
  writeFileSync(join(folder, 'taken'), '');
  const ran = run('run_scenario', '--agent', 'honest', '--scenario', 'basic', '--out_dir', 'taken');
  expect([ran.code, ran.err]).toEqual([1, expect.stringMatching(/^toy-pseudo-axion: [^\n]+\n$/)]);
});

test('run_suite accepts every option of the specification', () => {
  const words =
    'run_suite --agents honest,pseudo --scenarios basic,social --probes P3,P4,P5,P6 --episodes 1 --steps 5 --seed 123 --interface mci_minimal --watchdog_ms 500 --workers 2 --out_dir suite1';
  const ran = run(...words.split(' '));
  expect([ran.code, ran.err]).toEqual([0, '']);
  const summary: unknown = JSON.parse(readFileSync(join(folder, 'suite1/summary.json'), 'utf8'));
  expect(summary).toMatchObject({
    config: { seed: 123, interface: 'mci_minimal', density: 'sweep' },
    agents: {
      honest: { entropy_bins: expect.any(Array) },
      pseudo: { cliff_bin: expect.anything() },
    },
  });
});

test("the user's own agent plays next to built-in agents, and its description is stored", () => {
  const agent = fileURLToPath(
    new URL('../../examples/agents/walk-to-the-object.ts', import.meta.url),
  );
  const words = 'run_suite --agents pseudo --scenarios basic --episodes 1 --steps 9 --out_dir own1';
  const ran = run(...words.split(' '), '--agent', agent);
  expect([ran.code, ran.err]).toEqual([0, '']);
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(join(folder, 'own1', name), 'utf8'));
  expect(read('summary.json')).toMatchObject({
    agents: { own: { overall: { passed: 1 }, audit_chain_ok: true }, pseudo: {} },
  });
  expect(read('own-agent.json')).toMatchObject({
    kind: 'file',
    sha256: createHash('sha256').update(readFileSync(agent)).digest('hex'),
    faults: [],
  });
  const log = join(folder, 'own1/audit_own.log.jsonl');
  expect(run('verify_audit', '--path', log)).toMatchObject({ code: 0 });
});

describe('the command line', () => {
  test.each([
    [['dance'], /unknown command `dance`/],
    [['run_suite', '--episodes', '0'], /from 1 to/],
    [['run_suite', '--episodes', '1.5'], /expected an integer/],
    [['run_suite', '--agents', 'honest,nobody'], /expected one of honest, pseudo, coherent/],
    [['run_suite', '--interface', 'mci'], /mci_latent/],
    [['run_suite', '--unknown', '1'], /unknown/i],
    [['run_suite', '--anchored', '--interface', 'full'], /expected `mci_latent`/],
    [['run_scenario', '--scenario', 'basic'], /`--agent` is missing/],
    [['run_suite', '--agent', 'nobody'], /expected a path such as/],
    [['verify_audit'], /`--path` is missing/],
    [['verify_audit', '--path', 'no-such-file'], /there is no log/],
    [['verify_audit', '--path', '.'], /`\.` is not a file\n$/],
  ])('refuses %j with exit code 2', (words, message) => {
    const refused = run(...words);
    expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(message)]);
  });

  test.each([[['help']], [['run_suite', '--help']], [['verify_audit', '-h']]])(
    'prints the commands for %j',
    (words) => {
      const help = run(...words);
      expect([help.code, help.out]).toEqual([0, expect.stringContaining('verify_audit')]);
    },
  );
});
