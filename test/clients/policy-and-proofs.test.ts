/** @module policy-and-proofs.test: showing and setting the policy, and checking proofs without the log. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { connectKeeper } from '../../governance/keeper/connect-keeper.ts';
import { BUILDING_CHECKS } from '../../kernel/building/model/checks/checks-module.ts';
import { AgentPermissions } from '../../schemas/permissions.ts';
import { type Ran, runHere, scratch } from './run-cli.ts';

const place = scratch();
const { dir } = place;
const elsewhere = join(dir, 'elsewhere');
const cli = (...words: readonly string[]): Promise<Ran> => runHere(dir, words);
const json = (ran: Ran): unknown => JSON.parse(ran.out);
const file = (name: string, value: unknown): void =>
  writeFileSync(join(dir, name), JSON.stringify(value));

beforeAll(async () => {
  const { code, err } = await cli('init');
  if (code !== 0) throw new Error(err);
  mkdirSync(elsewhere);
});
afterAll(place.remove);

describe('the policy', () => {
  test('is shown with all effective settings, and can be tightened by anyone [DRY-4]', async () => {
    expect((await cli('policy', 'show')).out).toMatch(
      /max_pending_approvals +at most 100 for one requester/,
    );
    await cli('approver', 'add', 'alice');
    file('strict.json', { max_pending_approvals: 3, approvers_required: { bulk: 2 } });
    expect(await cli('policy', 'set', 'strict.json')).toMatchObject({ code: 0 });
    expect(json(await cli('policy', 'show', '--json'))).toMatchObject({
      max_pending_approvals: 3,
      approvers_required: { bulk: 2, 'element.deleted': 1 },
      bulk_threshold: 50,
    });
  });

  test('has a witness outside the workspace, which verification uses and only an approver can remove', async () => {
    expect(await cli('policy', 'set', 'witness', 'elsewhere/w')).toMatchObject({
      code: 2,
      err: expect.stringContaining('inside the workspace'),
    });
    const outside = scratch();
    const witness = join(outside.dir, 'w');
    expect(await cli('policy', 'set', 'witness', witness)).toMatchObject({ code: 0, err: '' });
    expect(json(await cli('audit', 'verify', '--json'))).toMatchObject({
      ok: true,
      witness: { path: witness, checkpoints: 1 },
    });
    expect((await cli('policy', 'set', 'witness', 'none')).err).toContain('APPROVER_REQUIRED');
    const without = await cli('policy', 'set', 'witness', 'none', '--by', 'alice', '--json');
    expect(json(without)).toMatchObject({ witness: null });
    outside.remove();
  });

  test('of an agent lists what always requires approval, regardless of its file [APP-16]', async () => {
    file('silent.json', { permissions: { READ: {}, DELETE: {} }, requires_approval: [] });
    const file_of = ['--permissions', 'silent.json', '--by', 'alice'];
    const added = await cli('agent', 'add', 'silent', ...file_of);
    expect(added.out).toContain(
      'needs   approval if elements are deleted, elements lose much of their size, their place or a value, a branch is discarded, a branch is merged, or more than 50 elements are affected at once',
    );
  });

  test('can be loosened only by an approver', async () => {
    file('weak.json', { bulk_threshold: 60, dry_run_default: { agent: false } });
    const unsigned = await cli('policy', 'set', 'weak.json');
    expect(unsigned.code).toBe(1);
    expect(unsigned.err).toMatch(/APPROVER_REQUIRED[^]*--by NAME \(`alice`\)/);
    file('more.json', { max_pending_approvals: 4 });
    expect(await cli('policy', 'set', 'more.json')).toMatchObject({ code: 1 });
    const signed = await cli('policy', 'set', 'weak.json', '--by', 'alice', '--json');
    expect(json(signed)).toMatchObject({
      bulk_threshold: 60,
      dry_run_default: { agent: false, human: false },
    });
    expect(await cli('audit', 'verify')).toMatchObject({ code: 0 });
  });

  test.each([
    ['bulk_threshold', '40', { bulk_threshold: 40 }],
    ['approvers_required.element.deleted', '2', { approvers_required: { 'element.deleted': 2 } }],
    ['dry_run_default.human', 'on', { dry_run_default: { human: true } }],
    ['rate_limit_per_minute', '500', { rate_limit_per_minute: 500 }],
    ['max_unapproved_elements_per_hour', '40', { max_unapproved_elements_per_hour: 40 }],
    ['snap_mm', '0.5', { snap_mm: 0.5 }],
    ['default_agent', 'off', { default_agent: false }],
  ])('sets %s to %s by name', async (name, value, holds) => {
    expect(json(await cli('policy', 'set', name, value, '--json'))).toMatchObject(holds);
    expect(json(await cli('policy', 'show', '--json'))).toMatchObject(holds);
  });

  test('only an approver can switch the default agent on again, with the same rules as before', async () => {
    expect((await cli('policy', 'show')).out).toMatch(
      /default_agent +off: every call .* is refused/,
    );
    const unsigned = await cli('policy', 'set', 'default_agent', 'on');
    expect([unsigned.code, unsigned.err]).toEqual([1, expect.stringContaining('--by NAME')]);
    const policies = async (): Promise<unknown[]> =>
      z
        .array(z.looseObject({ registered: z.looseObject({ record: z.looseObject({}) }) }))
        .parse(json(await cli('audit', 'show', '--filter', 'step=changed', '--json')))
        .map(({ registered }) => registered.record['policy']);
    const [before] = (await policies()).slice(-2);
    await cli('policy', 'set', 'default_agent', 'on', '--by', 'alice');
    expect((await policies()).at(-1)).toEqual(before);
    expect((await cli('policy', 'show')).out).toMatch(/default_agent +on: .* acts as `agent`/);
    expect(await cli('audit', 'verify')).toMatchObject({ code: 0 });
  });

  test.each([
    [['bulk_treshold', '1'], 'bulk_treshold'],
    [['default_agent', 'of'], '`default_agent` cannot be `of`'],
    [['rate_limit_per_minute', ''], 'rate_limit_per_minute'],
    [['bulk_threshold', 'none'], 'bulk_threshold'],
  ])('%j is a usage error', async (words, said) => {
    const ran = await cli('policy', 'set', ...words);
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(said)]);
  });

  test.each([
    ['a name that it has not', { bulk_treshold: 1 }, 'bulk_treshold'],
    ['a value out of range', { bulk_threshold: -1 }, 'bulk_threshold'],
    ['a name inside that it has not', { approvers_required: { delete: 1 } }, 'delete'],
    ['a list', [], 'expected an object'],
  ])('with %s is refused', async (_name, changes, said) => {
    file('bad.json', changes);
    const ran = await cli('policy', 'set', 'bad.json');
    expect(ran.code).toBe(1);
    expect(ran.err).toContain(said);
    expect(ran.err).toContain('next: ');
  });
});

test('escapes names that were not registered through this program', async () => {
  const keeper = await connectKeeper({ checks: BUILDING_CHECKS, dir, timeoutMs: 60_000 });
  const name = '\u001b[2Jevil\u009b31m\u202e';
  const permissions = AgentPermissions.parse({ permissions: { READ: {} } });
  await keeper.registry({
    change: 'agent',
    record: {
      kind: 'agent',
      name,
      agent_id: name,
      user_id: name,
      permissions,
      token_hash: null,
      status: 'active',
    },
    signed: null,
  });
  await keeper.close();
  const output = [
    await cli('agent', 'list'),
    await cli('agent', 'list', '--json'),
    await cli('agent', 'show', name),
    await cli('agent', 'show', 'nobody'),
    await cli('audit', 'show'),
    await cli('audit', 'show', '--json'),
  ];
  for (const { out, err } of output) {
    expect(out + err).toContain('evil');
    for (const unsafe of ['\u001b', '\u009b', '\u202e']) expect(out + err).not.toContain(unsafe);
  }
});

describe('a proof [AUD-6]', () => {
  const Checkpoint = z.object({ note: z.string(), log_key: z.string() });
  let log_key = '';
  /** A later checkpoint of the same log. */
  let later = '';

  /** Checks a proof outside any workspace. */
  const check = (name: string, ...words: readonly string[]): Promise<Ran> =>
    runHere(elsewhere, ['audit', 'check-proof', join(dir, name), ...words]);

  beforeAll(async () => {
    const response = await cli('audit', 'checkpoint', '--json');
    ({ log_key } = Checkpoint.parse(json(response)));
    writeFileSync(join(dir, 'proof.json'), (await cli('audit', 'prove', '2')).out);
    await cli('policy', 'set', 'strict.json');
    later = Checkpoint.parse(json(await cli('audit', 'checkpoint', '--json'))).note;
  });

  test('is valid with the key of the log, and in the workspace without naming the key', async () => {
    const verified = await check('proof.json', '--log-key', log_key);
    expect(verified).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^ok +entry 2 of a log/),
    });
    expect(json(await cli('audit', 'check-proof', 'proof.json', '--json'))).toMatchObject({
      ok: true,
      seq: 2,
      log_key,
    });
    expect((await cli('audit', 'checkpoint')).err).toContain(log_key);
  });

  test.each<[string, (text: string) => string]>([
    ['not_included', (text) => text.replaceAll('alice', 'mallo')],
    ['not_included', (text) => text.replace('"seq": 2', '"seq": 3')],
    ['malformed', (text) => text.slice(0, -3)],
    ['malformed', () => '{}'],
    ['wrong_key', (text) => text.replace('\\n—', '0\\n—')],
    ['other_tree', (text) => JSON.stringify({ ...JSON.parse(text), checkpoint: later })],
    ['no_checkpoint', (text) => text.replace(/"checkpoint": .*/, '"checkpoint": null')],
  ])('that is %s exits with 3 and the reason', async (fault, edit) => {
    const whole = readFileSync(join(dir, 'proof.json'), 'utf8');
    writeFileSync(join(dir, 'edited.json'), edit(whole));
    expect(readFileSync(join(dir, 'edited.json'), 'utf8')).not.toBe(whole);
    const ran = await check('edited.json', '--log-key', log_key, '--json');
    expect(ran.code).toBe(3);
    expect(json(ran)).toMatchObject({ ok: false, fault });
  });

  test('of another log is invalid', async () => {
    const other = join(dir, 'other');
    mkdirSync(other);
    await runHere(other, ['init']);
    const response = await runHere(other, ['audit', 'checkpoint', '--json']);
    const theirs = Checkpoint.parse(json(response)).log_key;
    const ran = await check('proof.json', '--log-key', theirs);
    expect(ran).toMatchObject({ code: 3, out: expect.stringContaining('trusted key') });
  });

  test('is a usage error without a key, with an invalid key and without a file', async () => {
    const apart = scratch();
    const alone = await runHere(apart.dir, ['audit', 'check-proof', join(dir, 'proof.json')]);
    apart.remove();
    expect(alone).toMatchObject({ code: 2, err: expect.stringContaining('--log-key') });
    expect(await check('proof.json', '--log-key', 'key')).toMatchObject({ code: 2 });
    expect(await cli('audit', 'verify', '--log-key', 'key')).toMatchObject({ code: 2 });
    expect(await check('none.json', '--log-key', log_key)).toMatchObject({ code: 1 });
    expect(await cli('audit', 'check-proof')).toMatchObject({ code: 2 });
  });
});
