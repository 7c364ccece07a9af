/** @module call.test: a person builds, previews, requests, runs scripts and undoes with the command line alone. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import {
  type HeldKeeper,
  holdKeeper,
  PASSPHRASE,
  type Ran,
  runCli,
  runHere,
  scratch,
} from '../../run-cli.ts';
import { serveHere } from '../../serve-here.ts';
import { command, testTerminal } from '../../test-terminal.ts';

const place = scratch();
const { dir } = place;
/** The last test and the first call start processes; the other calls use servers in this one. */
const cli = (...words: readonly string[]): Promise<Ran> =>
  runHere(dir, words, { startServer: serveHere });

const Envelope = z.looseObject({
  success: z.boolean(),
  event_id: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});
const envelopeOf = (ran: Ran): z.output<typeof Envelope> => Envelope.parse(JSON.parse(ran.out));
const elementCount = async (): Promise<unknown> =>
  envelopeOf(await cli('call', 'get_model_summary', '--json')).data['element_count'];

let keeper: HeldKeeper | null = null;
beforeAll(async () => {
  await cli('init');
  keeper = await holdKeeper(dir);
  await cli('approver', 'add', 'alice');
});
afterAll(async () => {
  await keeper?.close();
  place.remove();
});

describe('call', () => {
  let level = '';

  test('previews a change, and executes it with --commit', async () => {
    const words = ['call', 'create_level', '--arg', 'name=Ground', '--arg', 'elevation=0'];
    const preview = await runHere(dir, words);
    expect(preview).toMatchObject({ code: 0, err: '' });
    expect(preview.out).toMatch(
      /^preview {3}create_level: nothing is changed yet\neffect {4}1 created, 0 modified, 0 deleted\n {2}\+ level level_\w+ "Ground": elevation 0, height 3000\napproval {2}not needed\n[^]*\nnext {6}run the same command with --commit\n$/,
    );
    expect(await elementCount()).toBe(0);

    const done = envelopeOf(await cli(...words, '--commit', '--json'));
    expect(done).toMatchObject({
      success: true,
      event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    level = String(done.data['level_id']);
    expect(await elementCount()).toBe(1);
  });

  test('reads arguments from a file and from standard input', async () => {
    const wall = { level_id: level, start: { x: 0, y: 0 }, end: { x: 5000, y: 0 }, name: 'South' };
    writeFileSync(join(dir, 'wall.json'), JSON.stringify(wall));
    const ran = await cli('call', 'create_wall', '--arguments', 'wall.json', '--commit');
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(ran.out).toMatch(/^done {6}create_wall: event [0-9a-f-]{36}\n/);
    const terminal = testTerminal(dir, { input: JSON.stringify({ ...wall, name: 'Twin' }) });
    const { json } = await command(terminal, 'call', 'create_wall', '--arguments', '-');
    expect(json).toMatchObject({
      dry_run: true,
      data: { diff: { created: [{ params: { name: 'Twin' } }] } },
    });
  });

  test('a refusal has the exit code 1, its message, code and hint, and with --json the envelope', async () => {
    const words = ['call', 'place_door', '--arg', 'wall_id=wall_none', '--arg', 'offset=100'];
    const ran = await cli(...words);
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toMatch(
      /^plumbline: no element `wall_none` on branch `main` \(1300 ELEMENT_NOT_FOUND\)\n  element_id: wall_none\n[^]*next: use an id from/,
    );
    const { code, out } = await cli(...words, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      success: false,
      error: { code: 1300, name: 'ELEMENT_NOT_FOUND' },
      audit: { reasoning: expect.stringContaining('called from the command line by ') },
    });
  });

  test('a page names the words that show the next one', async () => {
    const first = await cli('call', 'list_rules');
    const [, words = ''] = /^next {6}add `(.+)` for the next page$/mu.exec(first.out) ?? [];
    const second = await cli('call', 'list_rules', ...words.split(' '));
    const rules = (text: string): readonly string[] => text.match(/(?<=- rule_id )[^,]+/gu) ?? [];
    expect(rules(first.out)).toHaveLength(50);
    expect(new Set([...rules(first.out), ...rules(second.out)]).size).toBe(100);
  });

  test('an unknown tool is refused with the closest match', async () => {
    const ran = await cli('call', 'creat_level', '--arg', 'name=x');
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toContain('1001 UNKNOWN_TOOL');
    expect(ran.err).toContain('next: did you mean `create_level`?');
    const door = await cli('call', 'create_door', '--arg', 'name=x');
    expect(door.err).toContain('next: did you mean `place_door`?');
    const none = await cli('call', 'xyzzy');
    expect(none.err).toContain('next: run `plumbline call`, which lists the tools');
  });

  test('without a tool, lists every tool once with its server', async () => {
    const ran = await cli('call');
    expect(ran).toMatchObject({ code: 0, err: '' });
    const lines = ran.out.trimEnd().split('\n');
    expect(lines.at(-1)).toBe(
      `${lines.length - 2} tools; \`plumbline call TOOL --help\` lists the arguments of one`,
    );
    const names = lines.slice(0, -2).map((line) => line.split(' ')[0]);
    expect(new Set(names).size).toBe(names.length);
    expect(lines).toContainEqual(
      expect.stringMatching(/^place_door {2,}geometry {2,}Cuts a wall and places a door/),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^get_operation {2,}several {2,}/));
    const one = await cli('call', '--server', 'spatial', '--json');
    const rows = z
      .array(z.object({ name: z.string(), servers: z.array(z.string()) }))
      .parse(JSON.parse(one.out));
    expect(rows.length).toBeLessThan(names.length);
    expect(rows.every(({ servers }) => servers.includes('spatial'))).toBe(true);
    expect(await cli('call', '--arg', 'name=x')).toMatchObject({ code: 2 });
  });

  test.each([
    ['call', 'create_beam', '--help'],
    ['help', 'call', 'create_beam'],
  ])('lists the arguments of a tool: %s %s %s', async (...words) => {
    const ran = await cli(...words);
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(ran.out).toMatch(/^plumbline call create_beam --arg level_id=… --arg start=… --arg/);
    expect(ran.out).toMatch(/\n {2}start +\(\{x, y(, z\??)?\}, required\) [A-Z]/);
    expect(ran.out).toMatch(/\n {2}name +\(text\) [A-Z]/);
    expect(ran.out).not.toMatch(/^ {2}(dry_run|reasoning) /m);
  });

  test('lists the arguments of a tool as JSON with their schemas', async () => {
    const ran = await cli('--json', 'call', 'create_beam', '-h');
    expect(JSON.parse(ran.out)).toMatchObject({
      name: 'create_beam',
      servers: ['geometry'],
      arguments: expect.arrayContaining([
        expect.objectContaining({
          name: 'start',
          required: true,
          schema: expect.objectContaining({ type: 'object' }),
        }),
      ]),
    });
  });

  test('help about an argument with points in it has their members', async () => {
    const { out } = await cli('call', 'render_view', '--help');
    expect(out).toContain('({direction? {x, y, z}, scale?, eye? {x, y, z}, target? {x, y, z}})');
  });

  test('help about an unknown tool names the closest match, and help without a tool that of the command', async () => {
    const ran = await cli('call', 'create_door', '--help');
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toContain('next: did you mean `plumbline call place_door --help`?');
    expect((await cli('call', '--help')).out).toContain('--arguments FILE');
    expect((await cli('help', 'call')).out).toContain('--arguments FILE');
  });

  test('a call without its required arguments lists those that are missing', async () => {
    const ran = await cli('call', 'create_level', '--arg', 'name=A');
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toMatch(
      /^plumbline: `create_level` requires this argument:\n {2}elevation {2}\(number, required\) [^]*\nnext: plumbline call create_level .*--arg elevation=…/,
    );
    expect(ran.err).not.toMatch(/^ {2}name /m);
    // The tool refuses an unknown argument with the closest match.
    const wrong = await cli('call', 'create_level', '--arg', 'elevatoin=0');
    expect(wrong.err).toContain('`elevatoin`');
  });

  test('a hint names the members of the data that are printed, not their path', async () => {
    const ran = await cli('call', 'get_element', '--arg', 'element_id=@Grond');
    expect(ran.err).not.toMatch(/\bdata\./);
    expect(ran.err).toMatch(/\nnext: [^]*`near`/);
    const filter = await cli('call', 'query_elements', '--arg', 'filter=Walls');
    expect(filter.err).toMatch(/--arg filter='\{"categories":\["[A-Z]\w+"\]\}'/);
  });

  test('malformed arguments are usage errors', async () => {
    writeFileSync(
      join(dir, 'dry.json'),
      JSON.stringify({ name: 'a', elevation: 0, dry_run: false }),
    );
    const bad = [
      [['call', 'create_level', '--arg', 'name=a', '--arg', 'elevation=high'], 'expected a number'],
      [['call', 'create_level', '--arg', 'elevation'], 'expected NAME=VALUE'],
      [['call', 'create_level', '--arg', 'name=a', '--arg', 'name=b'], 'was given twice'],
      [['call', 'create_level', '--arguments', 'dry.json'], 'a preview unless --commit is given'],
      [['call', 'get_model_summary', '--commit'], '`get_model_summary` changes nothing'],
      [['call', 'apex_route', '--arg', 'intent=tool.create_level'], '`apex_route` has no preview'],
      [['call', 'create_level', '--server', 'geometri'], 'did you mean `geometry`?'],
      [
        ['call', 'create_wall', '--arg', 'name=a', '--arguments', 'wall.json'],
        'expected one of them',
      ],
    ] as const;
    for (const [words, text] of bad) {
      const ran = await cli(...words);
      expect(ran).toMatchObject({ code: 2, err: expect.stringContaining(text) });
    }
    expect(await elementCount()).toBe(2);
  });

  test('a deletion waits for a person, says how to wait for the decision, and is executed once signed', async () => {
    const ids = JSON.stringify([level]);
    const ran = await cli('call', 'delete_elements', '--arg', `element_ids=${ids}`, '--commit');
    expect(ran).toMatchObject({ code: 1, err: '' });
    const id = /`plumbline approvals show (apr_[\w-]+)`/.exec(ran.out)?.[1] ?? '';
    expect(ran.out).toMatch(/^pending {3}delete_elements: approval apr_[^]*2 deleted\n {2}- /);
    expect(ran.out).toContain('a person decides');
    expect(ran.out).toContain(
      `\`plumbline call get_operation --arg approval_id=${id} --arg wait_s=25\``,
    );
    expect(ran.out).not.toContain('approvals approve');
    expect((await cli('approvals', 'show', id)).out).toContain(
      `\`plumbline approvals approve ${id} --as NAME\``,
    );
    expect(await elementCount()).toBe(2);

    const shown = z
      .looseObject({ plan_digest: z.string(), plan: z.looseObject({ reasoning: z.string() }) })
      .parse(JSON.parse((await cli('approvals', 'show', id, '--json')).out));
    const { plan_digest } = shown;
    const decide = ['approvals', 'approve', id, '--as', 'alice', '--digest', plan_digest];
    expect(await cli(...decide)).toMatchObject({ code: 0 });
    expect(await elementCount()).toBe(0);
  });

  test('acts as the agent of --as, within its permissions', async () => {
    expect(await cli('agent', 'add', 'reader')).toMatchObject({ code: 0 });
    const words = ['call', 'create_level', '--arg', 'name=A', '--arg', 'elevation=0'];
    const ran = await cli(...words, '--as', 'reader', '--commit');
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toContain('1200 PERMISSION_DENIED');
    expect(ran.err).toContain('`reader` has no permission CREATE');
  });
});

describe('--as', () => {
  const tokenOf = async (name: string): Promise<string> =>
    z
      .object({ token: z.string() })
      .parse(JSON.parse((await cli('agent', 'token', name, '--by', 'alice', '--json')).out)).token;
  const as = (name: string, env: Readonly<Record<string, string>> = {}): Promise<Ran> =>
    runHere(dir, ['call', 'get_model_summary', '--as', name], { env, startServer: serveHere });

  test('with the token of another agent is refused and recorded', async () => {
    for (const name of ['ann', 'ben']) {
      expect(await cli('agent', 'add', name)).toMatchObject({ code: 0 });
    }
    const [own, other] = [await tokenOf('ann'), await tokenOf('ben')];
    expect(await as('ann', { PLUMBLINE_TOKEN: own })).toMatchObject({ code: 0 });
    const ran = await as('ann', { PLUMBLINE_TOKEN: other });
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toContain('do not belong to the same agent (1200 PERMISSION_DENIED)');
    expect(ran.err).toContain('next: set PLUMBLINE_TOKEN to the token of `ann`');
    const without = await as('ann');
    expect(without.err).toContain('has a token, and none was given');
    const log = await cli('audit', 'show', '--limit', '2', '--json');
    expect(JSON.parse(log.out)).toMatchObject([
      { outcome: 'refused', tool: 'get_model_summary', principal: { name: '(unidentified)' } },
      { outcome: 'refused', tool: 'get_model_summary', principal: { name: '(unidentified)' } },
    ]);
    expect(log.out).not.toContain(other);
  });

  test('names an unknown agent, and the known ones', async () => {
    const unknown = await as('anna');
    expect(unknown).toMatchObject({ code: 1, out: '' });
    expect(unknown.err).toMatch(
      /^plumbline: unknown agent `anna`, expected one of `agent`, .*`ann`/,
    );
    expect(unknown.err).toContain('next: did you mean `ann`?');
    const approver = await as('alice');
    expect(approver.err).toContain('unknown agent `alice`, which is an approver, expected one of');
  });
});

describe('run and undo', () => {
  const wallIds = async (): Promise<readonly string[]> => {
    const words = ['call', 'query_elements', '--arg', 'filter={"categories":["Walls"]}', '--json'];
    const rows = envelopeOf(await cli(...words)).data['elements'];
    return z
      .array(z.looseObject({ element_id: z.string() }))
      .parse(rows)
      .map(({ element_id }) => element_id);
  };
  const setHeight = async (id: string, value: number): Promise<void> => {
    const given = { element_id: id, parameter_name: 'height', value };
    const args = Object.entries(given).flatMap(([name, one]) => ['--arg', `${name}=${one}`]);
    const ran = await cli('call', 'modify_parameter', ...args, '--commit');
    expect(ran).toMatchObject({ code: 0, err: '' });
  };
  const script = 'level Lower at -3 height 3\nwalls rect (0, 0) to (6, 4) thickness 0.2 as w\n';

  test('run previews a script and commits it; undo reverts the newest change, as a preview first', async () => {
    writeFileSync(join(dir, 'house.plumb'), script);
    const preview = await cli('run', 'house.plumb');
    expect(preview).toMatchObject({ code: 0, err: '' });
    expect(preview.out).toContain('effect    5 created, 0 modified, 0 deleted');
    expect(await cli('run', 'house.plumb', '--commit')).toMatchObject({ code: 0 });
    expect(await elementCount()).toBe(5);
    // A check is a newer event, but it changes nothing that could be undone.
    expect(await cli('call', 'accessibility_check')).toMatchObject({ code: 0 });

    const undo = await cli('undo');
    expect(undo).toMatchObject({ code: 0 });
    expect(undo.err).toMatch(
      /^the newest change: 5 elements: 5 created; at 20[^ ]+Z, "called from/,
    );
    expect(undo.out).toContain('effect    0 created, 0 modified, 5 deleted');
    expect(undo.out).toContain('a person must approve this');
    expect(await elementCount()).toBe(5);
  });

  test('the preview of undo prints the command that commits this undo, even after a newer change', async () => {
    const height = async (id: string): Promise<unknown> => {
      const { data } = envelopeOf(
        await cli('call', 'get_element', '--arg', `element_id=${id}`, '--json'),
      );
      return z.looseObject({ params: z.looseObject({}) }).parse(data['element'] ?? data).params[
        'height'
      ];
    };
    const [first = '', second = ''] = await wallIds();
    await setHeight(first, 2700);
    const preview = await cli('undo', '--reason', "it's too low", '--branch', 'main');
    expect(preview.err).toMatch(
      /^the newest change: wall_\w+ modified \([^)]*height\); at 20[^ ]+Z, "called from the/,
    );
    const [, event] =
      /\nnext {6}run `plumbline undo ([\w-]+) --commit --branch main --reason 'it'\\''s too low'`\n$/.exec(
        preview.out,
      ) ?? [];
    await setHeight(second, 2600);
    expect(await cli('undo', event ?? '', '--commit')).toMatchObject({ code: 0, err: '' });
    expect([await height(first), await height(second)]).toEqual([3000, 2600]);
    expect(await cli('undo', '--commit')).toMatchObject({ code: 1 });
  });

  test('an export and a check leave a pending undo valid', async () => {
    const before = Number(await elementCount());
    writeFileSync(join(dir, 'more.plumb'), 'level Upper at 12 height 3\n');
    expect(await cli('run', 'more.plumb', '--commit')).toMatchObject({ code: 0 });
    const held = await cli('undo', '--commit');
    const id = /`plumbline approvals show (apr_[\w-]+)`/.exec(held.out)?.[1] ?? '';
    const file = await cli('call', 'export_ifc', '--arg', 'schema=IFC4', '--commit');
    expect(file).toMatchObject({ code: 0 });
    expect(await cli('call', 'accessibility_check')).toMatchObject({ code: 0 });
    const { plan_digest } = z
      .looseObject({ plan_digest: z.string() })
      .parse(JSON.parse((await cli('approvals', 'show', id, '--json')).out));
    const decide = ['approvals', 'approve', id, '--as', 'alice', '--digest', plan_digest];
    expect(await cli(...decide)).toMatchObject({ code: 0 });
    expect(await elementCount()).toBe(before);
  });

  test('undo does not revert an undo, unless its event is named', async () => {
    const [wall = ''] = await wallIds();
    await setHeight(wall, 2800);
    const undone = envelopeOf(await cli('undo', '--commit', '--json'));
    expect(undone).toMatchObject({ success: true, event_id: expect.any(String) });
    const again = await cli('undo');
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.err).toContain('the newest change on `main` is itself an undo');
    expect(again.err).toContain('`plumbline call get_history` lists them');
    const there = await cli('undo', '--branch', 'main');
    expect(there.err).toContain('`plumbline call get_history --arg branch=main` lists them');
    const named = await cli('undo', undone.event_id ?? '');
    expect(named).toMatchObject({ code: 0, err: '' });
    expect(named.out).toContain('0 created, 1 modified, 0 deleted');
  });

  test('--all lists every element of a long preview once', async () => {
    const walls = Array.from(
      { length: 24 },
      (_, row) => `wall (0,${row}) to (5,${row}) thickness 0.1`,
    );
    writeFileSync(join(dir, 'long.plumb'), ['level Long at 30 height 3', ...walls].join('\n'));
    const first = await cli('run', 'long.plumb');
    expect(first.out.match(/^ {2}\+ /gm)).toHaveLength(10);
    expect(first.out).toContain(
      'shows changes 1 to 10 of 25, measures 1 to 10 of 24, results 1 to 10 of 25; --all lists everything',
    );
    expect(first.out.match(/^ {2}- tool /gm)).toHaveLength(10);
    const all = await cli('run', 'long.plumb', '--all');
    expect(all.out.match(/^ {2}\+ /gm)).toHaveLength(25);
    expect(new Set(all.out.match(/(?<=^ {2}\+ \w+ )\w+/gm)).size).toBe(25);
    expect(all.out).not.toContain('--all');
    expect(all.out.match(/^results:/gm)).toHaveLength(1);
    expect(all.out.match(/^ {2}- tool /gm)).toHaveLength(25);
    expect(all.out.match(/^warnings:|preview_operation/gm)).toBeNull();
  });

  test('the program runs a script from standard input, and prints the syntax error of a bad one', async () => {
    writeFileSync(join(dir, 'bad.plumb'), 'wal (0,0) to (1,0)\n');
    const ran = await runCli(dir, ['run', 'bad.plumb'], {
      env: { PLUMBLINE_PASSPHRASE: PASSPHRASE },
    });
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toMatch(/^plumbline: .*\(1006 SCRIPT_SYNTAX\)\n/);
    const { json } = await command(
      testTerminal(dir, { input: 'level Top at 60 height 3\n' }),
      'run',
      '-',
    );
    expect(json).toMatchObject({ dry_run: true });
  });
});
