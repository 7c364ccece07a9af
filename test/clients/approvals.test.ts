/** @module approvals.test: the approval client against a real server: an agent requests, a person reads, signs or rejects. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { readCommandLine } from '../../clients/plumbline/command-line.ts';
import { COMMANDS } from '../../clients/plumbline/commands.ts';
import { type AgentClient, connectAgent } from '../../clients/plumbline/demo/agent-client.ts';
import type { Terminal } from '../../clients/plumbline/terminal.ts';
import { approving, digestOf } from '../e2e/digest-of.ts';
import { makeKeyQuick } from '../e2e/quick-key.ts';
import { LAUNCHER, PASSPHRASE, type Ran, runCli, runHere, scratch } from './run-cli.ts';

const place = scratch();
const { dir } = place;
const cli = (...words: readonly string[]): Promise<Ran> => runHere(dir, words);
const approve = (id: string, approver: string, ...more: readonly string[]): Promise<Ran> =>
  cli(...approving(dir, id, approver), ...more);
const json = (ran: Ran): unknown => JSON.parse(ran.out);
const EVIL = 'harmless\u001b[2J\u202E\nexecuted by alice';

let agent: AgentClient;
const walls: string[] = [];

async function built(
  tool: string,
  args: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const answer = await agent.call(tool, {
    ...args,
    dry_run: false,
    reasoning: 'a test builds something small',
  });
  if (!answer.success) throw new Error(JSON.stringify(answer));
  return answer.data;
}

let level: unknown;

async function wallAt(y: number): Promise<string> {
  const ends = { start: { x: 0, y }, end: { x: 5000, y } };
  const wall = await built('create_wall', { level_id: level, ...ends, name: `wall <${y}> & more` });
  return String(wall['wall_id']);
}

/** An agent requests a deletion; returns the id of its pending approval. */
async function asked(
  wall: string | undefined | readonly (string | undefined)[],
  reasoning = 'it is in the way',
  branch = 'main',
): Promise<string> {
  const answer = await agent.call('delete_elements', {
    element_ids: [wall].flat(),
    dry_run: false,
    branch,
    reasoning,
  });
  if (answer.approval_id === undefined) throw new Error(JSON.stringify(answer));
  return answer.approval_id;
}

beforeAll(async () => {
  await cli('init');
  await cli('approver', 'add', 'alice');
  makeKeyQuick(dir, 'alice', PASSPHRASE);
  await cli('approver', 'add', userInfo().username, '--by', 'alice');
  agent = await connectAgent('geometry', dir);
  const { level_id } = await built('create_level', { name: 'Ground\u001b[31m', elevation: 0 });
  level = level_id;
  for (const y of [0, 3000, 6000, 9000, 12_000, 15_000]) walls.push(await wallAt(y));
  await built('place_door', { wall_id: walls[0], offset: 1000 });
});
afterAll(async () => {
  await agent.close();
  place.remove();
});

describe('a pending deletion', () => {
  let id: string;
  beforeAll(async () => {
    id = await asked(walls[0], EVIL);
  });

  test('is listed', async () => {
    expect(json(await cli('approvals', 'list', '--json'))).toMatchObject([
      {
        approval_id: id,
        status: 'pending',
        tool: 'delete_elements',
        affected: 2,
        triggers: ['element.deleted'],
      },
    ]);
    expect((await cli('approvals', 'list')).out).toMatch(
      new RegExp(
        `^${id} delete_elements on main: 2 deleted \\(wall "wall <0> & more", door door_\\S+\\) \\((?:59|60) min\\)\n {4}agent agent for ${userInfo().username} \\(owner\\): harmless`,
      ),
    );
  });

  test('is shown with dependants, scope and possible signers, and with escaped untrusted text', async () => {
    const { out } = await cli('approvals', 'show', id);
    expect(out).toMatch(/effect +0 created, 0 modified, 2 deleted \(1 of them as dependants\)/);
    expect(out).toMatch(
      / {2}- wall \S+ "wall <0> & more" on Ground\S+: start \(0,0\), end \(5000,0\),.*\n {4}- with it door /,
    );
    expect(out).toMatch(/kinds +Doors 1, Walls 1/);
    expect(out).toMatch(/extent +x 0 to 5000 mm, y -100 to 100 mm/);
    expect(out).toContain(
      `may sign  alice (not ${userInfo().username}, who is responsible for the request)`,
    );
    expect(out).toContain('written by the requester, not verified');
    expect(out).toContain('| harmless\\u{1b}[2J\\u{202e}');
    expect(out).toMatch(/levels +Ground\\u\{1b\}\[31m/);
    expect(out).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    expect(out).not.toMatch(/^executed/m);
    expect(out).toMatch(/digest +sha256 [0-9a-f]{64} \(matches/);
  });

  test('has a well-formed picture with deleted elements in red', async () => {
    expect(await cli('approvals', 'show', id, '--picture', 'plan.svg')).toMatchObject({ code: 0 });
    const svg = readFileSync(join(dir, 'plan.svg'), 'utf8');
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^]*<\/svg>\n$/);
    const elementsOn = (panel = '', layer = ''): number =>
      new Set(
        [...panel.matchAll(/data-id="([^"]+)" data-layer="(\w+)"/g)].flatMap(([, element, own]) =>
          own === layer ? [element] : [],
        ),
      ).size;
    // Each panel begins with its area and ends with its border.
    const [, before, , after] = svg.split('data-layer="panel" d="');
    // A wall and its door are deleted; five walls remain.
    expect([elementsOn(before, 'deleted'), elementsOn(before, 'same')]).toEqual([2, 5]);
    expect([elementsOn(after, 'deleted'), elementsOn(after, 'same')]).toEqual([0, 5]);
    expect(svg).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    expect(svg.replaceAll(/<\/?(?:svg|title|style|rect|path|text)\b[^<>]*>/g, '')).not.toMatch(
      /[<>]/,
    );
  });

  test('cannot be approved by the person responsible for the agent', async () => {
    const ran = await approve(id, userInfo().username);
    expect(ran.code).toBe(1);
    expect(ran.out).toContain('(1214 SELF_APPROVAL); next: another approver must decide');
  });

  test('cannot be approved by a stranger or with another key', async () => {
    expect(await approve(id, 'mallory')).toMatchObject({ code: 1 });
    mkdirSync(join(dir, 'stolen'));
    const keys = join(dir, '.plumbline', 'keys', 'approvers');
    renameSync(join(keys, `${userInfo().username}.pem`), join(dir, 'stolen', 'alice.pem'));
    const ran = await approve(id, 'alice', '--key-dir', 'stolen');
    expect(ran.code).toBe(1);
    expect(ran.err).toContain('the key is not the one registered for `alice`');
  });

  test('is executed once when it is approved', async () => {
    const ran = await approve(id, 'alice', '--reason', 'agreed', '--json');
    expect(ran.code).toBe(0);
    const [decided] = json(ran) as [{ event_id: string }];
    expect(decided).toMatchObject({ approval_id: id, ok: true, status: 'executed' });
    const told = await agent.call('get_operation', {
      approval_id: id,
      reasoning: 'what became of it',
    });
    expect(told.data).toMatchObject({ status: 'executed', event_id: decided.event_id });
    const again = await approve(id, 'alice');
    expect(again.code).toBe(1);
    expect(again.out).toContain('is already executed; nothing was signed');
  });

  test('is shown afterwards as it was signed', async () => {
    const { out } = await cli('approvals', 'show', id, '--picture', 'done.svg');
    expect(out).toMatch(/extent +x 0 to 5000 mm, y -100 to 100 mm/);
    expect(out).not.toContain('note ');
    const svg = readFileSync(join(dir, 'done.svg'), 'utf8');
    // Each panel begins with its area and ends with its border.
    const [, before, , after] = svg.split('data-layer="panel" d="');
    expect(before).toContain('data-layer="deleted"');
    expect(after).not.toContain('data-layer="deleted"');
  });

  test('can be exported, with plan, signature and events', async () => {
    expect(json(await cli('approvals', 'export', id, '--json'))).toMatchObject({
      approval: {
        approval_id: id,
        status: 'executed',
        decisions: [{ approver: 'alice', reason: 'agreed' }],
      },
      plan: { tool: 'delete_elements' },
      approvers: [{ name: 'alice' }],
      events: { length: 2 },
    });
  });
});

test('a rejection requires a reason, which the agent receives', async () => {
  const id = await asked(walls[1]);
  expect(await cli('approvals', 'reject', id, '--as', 'alice')).toMatchObject({ code: 2 });
  const ran = await cli(
    'approvals',
    'reject',
    id,
    '--as',
    'alice',
    '--reason',
    'it carries the roof',
  );
  expect(ran).toMatchObject({ code: 0 });
  expect(ran.out).toContain(`${id}: rejected: it carries the roof`);
  const told = await agent.call('get_operation', {
    approval_id: id,
    reasoning: 'what became of it',
  });
  expect(JSON.stringify(told)).toContain('it carries the roof');
  // A rejection also applies on another branch.
  await built('create_branch', { name: 'aside' });
  const aside = await asked(walls[1], 'on a branch', 'aside');
  expect((await cli('approvals', 'show', aside)).out).toMatch(
    /^note +this plan contains what alice rejected 0 min ago/,
  );
  expect(await approve(aside, 'alice')).toMatchObject({ code: 0 });
});

test('several approvals are signed separately; for a stale one the output says that nothing was changed [APP-21] [APP-22]', async () => {
  // The rejection above also marks a larger deletion that contains the wall.
  await expect(asked([walls[1], walls[2]])).rejects.toThrow('APPROVAL_REJECTED');
  const [kept, stale] = [await asked(walls[2]), await asked(walls[3])];
  await built('modify_parameter', { element_id: walls[3], parameter_name: 'height', value: 2500 });
  // The list shows it although nobody has opened it.
  expect(json(await cli('approvals', 'list', '--json'))).toMatchObject([
    { approval_id: stale, status: 'stale', contains_rejected: false },
    { approval_id: kept, status: 'pending', contains_rejected: false },
  ]);
  const shown = await cli('approvals', 'show', stale);
  expect(shown.out).toMatch(
    new RegExp(
      `^note +stale, can no longer be executed: changed since the plan was made: \`${walls[3]}\``,
      'm',
    ),
  );
  expect(shown.out).toMatch(/effect +0 created, 0 modified, 1 deleted/);
  const sound = await cli('approvals', 'show', kept);
  expect(sound.out).not.toMatch(/^note /m);
  const digests = [kept, stale].map((id) => digestOf(dir, id)).join(',');
  const several = ['approvals', 'approve', kept, stale, '--as', 'alice', '--json'];
  const ran = await cli(...several, '--digest', digests);
  expect(ran.code).toBe(1);
  expect(json(ran)).toMatchObject([
    { approval_id: kept, ok: true, status: 'executed' },
    {
      approval_id: stale,
      ok: false,
      status: 'stale',
      message: expect.stringContaining('nothing was changed'),
    },
  ]);
});

describe('approving at a terminal', () => {
  /** The output that a person sees, and the outcome of the command, for an answer. */
  async function answering(id: string, answer: string) {
    const said: string[] = [];
    const questions: string[] = [];
    const ask = async (question: string): Promise<string> => {
      questions.push(`${said.length} ${question}`);
      return Promise.resolve(answer);
    };
    const terminal: Terminal = {
      out: (line) => void said.push(line),
      err: (line) => void said.push(line),
      interactive: true,
      colour: false,
      width: 80,
      env: {},
      cwd: dir,
      progress: () => undefined,
      readInput: () => Promise.resolve(''),
      ask,
      askSecret: (question) => {
        questions.push(`${said.length} ${question}`);
        return Promise.resolve('correct horse');
      },
    };
    const words = ['approvals', 'approve', id, '--as', 'alice', '--workspace', dir];
    const request = readCommandLine(words, COMMANDS, terminal);
    if (request.kind !== 'run') throw new Error('no command');
    return { said, questions, outcome: await request.command.run(request.call) };
  }

  test('the whole plan is shown before the prompt; only y unlocks the key and signs [APP-20]', async () => {
    const id = await asked(walls[4], 'to be looked at');
    const no = await answering(id, 'n');
    expect(no.said[0]).toContain(`${id}  pending`);
    expect(no.said.join('\n')).toMatch(/- wall \S+ "wall <12000> & more" on/);
    expect(no.said.at(-1)).toMatch(/\(matches the plan shown here\)$/);
    const shown = `${no.said.length} `;
    const question = `sign and approve all of ${id} as shown above? y/n `;
    expect(no.questions).toEqual([`${shown}${question}`]);
    expect(no.outcome).toMatchObject({ exit: 1, lines: [`${id}: nothing was signed`] });
    const yes = await answering(id, 'y');
    expect(yes.questions).toEqual([`${shown}${question}`, `${shown}passphrase of alice: `]);
    expect(yes.outcome).toMatchObject({ exit: 0, json: [{ approval_id: id, status: 'executed' }] });
    walls[4] = await wallAt(18_000);
  });
});

describe('an approval id', () => {
  let id: string;
  beforeAll(async () => {
    id = await asked(walls[4]);
  });

  test('that is unknown is refused with the pending ones', async () => {
    const ran = await cli('approvals', 'show', 'apr_none');
    expect(ran.code).toBe(1);
    expect(ran.err).toContain(`pending: \`${id}\``);
  });

  test('may be abbreviated without its prefix, at its beginning or end', async () => {
    const bare = id.slice('apr_'.length);
    for (const part of [bare, bare.slice(0, 18), bare.slice(-6), id.slice(0, 20)]) {
      expect(json(await cli('approvals', 'show', part, '--json'))).toMatchObject({
        approval_id: id,
      });
    }
    // Characters in its middle name no approval; that is no alarm.
    for (const part of [bare.slice(3, 12), 'abc', '']) {
      const ran = await cli('approvals', 'show', part);
      expect(ran.code).toBe(1);
      expect(ran.err).toContain('unknown approval');
    }
  });

  test('is decided by a named approver, who is required first', async () => {
    for (const verdict of ['approve', 'reject']) {
      const none = await cli('approvals', verdict, id);
      expect(none).toMatchObject({ code: 2, out: '' });
      expect(none.err).toBe(
        `plumbline: --as NAME is missing, the approver who signs\nnext: run \`plumbline approvals ${verdict} ${id} --as NAME\`; \`plumbline approver list\` lists the names\n`,
      );
    }
    const wrong = await cli('approvals', 'approve', id, '--as', 'alic', '--digest', '0123456789ab');
    expect(wrong).toMatchObject({ code: 1, out: '' });
    expect(wrong.err).toMatch(/^plumbline: `alic` is not an approver, expected one of `alice`/);
    expect(wrong.err).toContain('next: did you mean `alice`?');
  });

  test('may be abbreviated; the plan is signed only with the displayed digest [APP-20]', async () => {
    const short = id.slice(-8);
    const [none, wrong] = await Promise.all([
      runCli(dir, ['approvals', 'approve', short, '--as', 'alice']),
      runCli(dir, ['approvals', 'approve', short, '--as', 'alice', '--digest', '0123456789ab']),
    ]);
    expect(none).toMatchObject({ code: 2, out: '' });
    expect(none.err).toMatch(
      /--digest is missing, and there is no terminal.*12 hexadecimal.*\nnext: .*approvals show/,
    );
    expect(none.err).not.toContain(digestOf(dir, id));
    expect(wrong).toMatchObject({ code: 1, out: '' });
    expect(wrong.err).toContain(
      `the plan of \`${id}\` does not have the digest \`0123456789ab\`; nothing was signed`,
    );
    const begun = await cli('approvals', 'show', id.slice(0, -4), '--json');
    expect(json(begun)).toMatchObject({
      approval_id: id,
      status: 'pending',
    });
  });
});

test('watch without a terminal prints a line for each pending approval and each change of its status', async () => {
  const child = spawn(process.execPath, [LAUNCHER, 'approvals', 'watch', '--json'], {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines: { approval_id: string; status: string }[] = [];
  let rest = '';
  const seen = (status: string) =>
    new Promise<void>((resolve) => {
      child.stdout.on('data', () => {
        if (lines.some((line) => line.status === status)) resolve();
      });
    });
  child.stdout.setEncoding('utf8').prependListener('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) lines.push(JSON.parse(part));
  });
  onTestFinished(() => void child.kill());
  const waiting = seen('pending');
  const rejected = seen('rejected');
  await waiting;
  const id = lines[0]?.approval_id ?? '';
  await cli('approvals', 'reject', id, '--as', 'alice', '--reason', 'no');
  await rejected;
  const ended = new Promise((resolve) => {
    child.on('close', resolve);
  });
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(lines.map(({ status }) => status)).toEqual(['pending', 'rejected']);
});

test('a plan that was edited in the store is neither shown nor signed', async () => {
  const id = await asked(walls[5], 'asked once more, for another reason than before');
  const store = new DatabaseSync(join(dir, '.plumbline', 'ledger.db'), { timeout: 60_000 });
  const row = store.prepare('SELECT plan FROM approvals WHERE approval_id = ?').get(id);
  const text = String(row?.['plan']);
  const write = (plan: string) =>
    store.prepare('UPDATE approvals SET plan = ? WHERE approval_id = ?').run(plan, id);
  const guards = store
    .prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'approvals'",
    )
    .all();
  for (const { name } of guards) store.exec(`DROP TRIGGER "${String(name)}"`);
  write(text.replace('asked once more', 'asked on a whim'));
  const shown = await cli('approvals', 'show', id);
  const signed = await approve(id, 'alice');
  write(text);
  for (const { sql } of guards) store.exec(String(sql));
  store.close();
  for (const ran of [shown, signed]) {
    expect(ran).toMatchObject({ code: 3, out: '' });
    expect(ran.err).toContain('sign nothing; run `plumbline audit verify`');
  }
});

test('the log of these tests verifies', async () => {
  expect(await cli('audit', 'verify')).toMatchObject({ code: 0 });
});
