/** @module effect-text.test: the text that an approver reads; nothing written by the requester can hide the effect. */
import { describe, expect, test } from 'vitest';

import { summaryOf } from '../../../clients/plumbline/approvals/approval-row.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import type { PlanDocument } from '../../../schemas/governance.ts';
import { created, deletes, make, modifies } from '../../kernel/building/model/build.ts';
import { EXAMPLE_EVENTS } from '../../schemas/example-events.ts';
import { makes, planOf, show, siteWith, wall } from './shown-plan.ts';

describe('a deletion stays in sight', () => {
  test('before thousands of created elements', async () => {
    const many = Array.from({ length: 3000 }, (_, index) => {
      const y = 1000 * (index + 1);
      return created('wall', `new${index}`, { start: { x: 0, y }, end: { x: 5000, y } });
    });
    const lines = await show([...many, deletes(wall('victim'))], [wall('victim')]);
    expect(lines.findIndex((line) => line.includes('- wall victim'))).toBeLessThan(
      lines.findIndex((line) => line.includes('+ wall')),
    );
    expect(lines.filter((line) => line.startsWith('  + wall new'))).toHaveLength(3000);
    expect(lines.join('\n')).toContain('+ wall new2999 on Ground: start (0,3000000)');
  });

  test('with reasoning that consists of line feeds', async () => {
    const lines = await show([deletes(wall('victim'))], [wall('victim')], {
      reasoning: `tidy\n${'\n'.repeat(900)}${'x\n'.repeat(900)}`,
    });
    const victim = lines.findIndex((line) => line.includes('- wall victim'));
    expect(victim).toBeLessThan(45);
    expect(lines).toContain('reasoning 1802 lines, below the effect');
    expect(lines.slice(victim).filter((line) => line === '| x')).toHaveLength(900);
  });

  test('with its id, however long or misleading its name is', async () => {
    const name = `${'A'.repeat(30)}" wall_1 on Roof ${'B'.repeat(150)}`;
    const lines = await show([deletes(wall('wall_2', name))], [wall('wall_2', name)]);
    const at = lines.findIndex((one) => one.startsWith('  - wall wall_2 "AAA'));
    const text = lines
      .slice(at, at + 6)
      .join(' ')
      .replaceAll(/ +/g, ' ');
    expect(text).toMatch(/B" on Ground: start \(0,0\), end \(5000,0\), height 3000, thickness 200/);
    expect(text.split(' on Ground: ')[0]?.match(/(?<!\\)"/g)).toHaveLength(2);
  });
});

describe('deletions in a plan of another program are shown', () => {
  const drop = (id: string, cascade_of: string | null): PlannedEvent => ({
    type: 'element.deleted',
    aggregate_id: id,
    payload: { element: wall(id), cascade_of },
  });
  const linesAbout = (lines: readonly string[], id: string): readonly string[] =>
    lines.filter((line) => line.includes(`wall ${id} "${id}" `));

  test('if each names the other as its cause', async () => {
    const lines = await show([drop('W1', 'W2'), drop('W2', 'W1')], [wall('W1'), wall('W2')]);
    for (const id of ['W1', 'W2']) expect(linesAbout(lines, id)).toHaveLength(1);
  });

  test('if each names the previous one as its cause', async () => {
    const ids = Array.from({ length: 100 }, (_, n) => `W${n}`);
    const chain = ids.map((id, n) => drop(id, n === 0 ? null : `W${n - 1}`));
    const lines = await show(
      chain,
      ids.map((id) => wall(id)),
    );
    for (const id of ids) expect(linesAbout(lines, id)).toHaveLength(1);
  });

  test('if one names a created element as its cause', async () => {
    const fresh = Array.from({ length: 1000 }, (_, n) => makes(wall(`N${n}`)));
    const lines = await show([...fresh, drop('W1', 'N999')], [wall('W1')]);
    expect(linesAbout(lines, 'W1')).toEqual([expect.stringMatching(/^ {2}- /u)]);
  });

  test('if another element is created under the same id', async () => {
    const other = created('wall', 'W1', { ...wall('W1').params, height: 1000 });
    const changed = modifies(wall('W1'), { thickness: 90 });
    for (const events of [
      [drop('W1', null), other],
      [drop('W1', null), other, changed],
    ]) {
      const lines = await show(events, [wall('W1')]);
      const signs = linesAbout(lines, 'W1').map((line) => line.trim()[0]);
      expect(signs).toEqual(['-', '+']);
      expect(lines.join('\n')).toContain('1 created, 0 modified, 1 deleted');
    }
  });
});

test('events that concern no element, and warnings, cannot push the effect out of sight', async () => {
  const reverted = (n: number): PlannedEvent => ({
    type: 'event.reverted',
    aggregate_id: `op${n}`,
    payload: { event_id: `e${n}`, operation_id: `op${n}` },
  });
  const discarded: PlannedEvent = {
    type: 'branch.discarded',
    aggregate_id: 'design',
    payload: { name: 'design' },
  };
  const many = Array.from({ length: 5000 }, (_, n) => n);
  const events = [...many.map(reverted), deletes(wall('victim')), discarded];
  const lines = await show(events, [wall('victim')], {
    warnings: many.map((n) => `warning ${n}`),
  });
  const at = (text: string): number => lines.findIndex((line) => line.includes(text));
  expect(at('- wall victim')).toBeLessThan(at('* branch.discarded design'));
  expect(at('* branch.discarded design')).toBeLessThan(at('* event.reverted op0'));
  expect(lines.filter((line) => line.includes('* event.reverted'))).toHaveLength(5000);
  expect(lines.filter((line) => line.startsWith('warning '))).toHaveLength(5000);
});

test('a new value is shown in full, however long the old one was', async () => {
  const before = wall('w', 'A'.repeat(200));
  const event = modifies(before, { name: `${'B'.repeat(150)} the end` });
  const text = (await show([event], [before])).join('\n');
  expect(text).toContain('→ "BBB');
  expect(text).toContain(' the end"');
});

test('a plan that no longer fits its branch has a note before its effect', async () => {
  const lines = await show([deletes(wall('gone\u202e'))]);
  const text = lines.join('\n');
  expect(text).toMatch(
    /^note {6}the plan no longer fits the branch; the content of the plan is shown: /m,
  );
  expect(text.indexOf('note ')).toBeLessThan(text.indexOf('effect '));
  expect(text).toContain(String.raw`- wall gone\u{202e} "gone\u{202e}" on Ground: start (0,0)`);
  expect(text).toContain('extent    x 0 to 5000 mm, y -100 to 100 mm');
  expect(text).not.toContain('\u202e');
});

test('a run is shown with all its arguments, with indentation and escaped control characters [APP-19]', async () => {
  const code = 'for x in y:\n    keep(x)\nwipe(x)\u001b[2J\u202e';
  const event = EXAMPLE_EVENTS['run.permitted'];
  const lines = await show([event], [], {
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

test('nothing is truncated: lines are folded on a terminal and whole in a pipe, with all parameters', async () => {
  const walls = Array.from({ length: 250 }, (_, n) => wall(`W${n}`, `wall number ${n}`));
  const events = walls.map((one) => deletes(one));
  const narrow = await show(events, walls, {}, { width: 60 });
  for (const line of narrow) expect(Array.from(line).length).toBeLessThanOrEqual(60);
  const whole = await show(events, walls, {}, { width: Number.POSITIVE_INFINITY });
  for (const lines of [narrow, whole]) {
    expect(lines.filter((line) => line.startsWith('  - wall W'))).toHaveLength(250);
    expect(lines.join('\n')).not.toMatch(/…|more/u);
  }
  expect(whole).toContain(
    '  - wall W249 "wall number 249" on Ground: start (0,0), end (5000,0), height 3000, thickness 200, base_offset 0, wall_type "basic", usage "interior", load_bearing false, join_type "auto"',
  );
  const words = (lines: readonly string[]) => lines.join(' ').split(/\s+/).length;
  expect(words(narrow)).toBe(words(whole));
});

test('indirectly changed elements are listed and counted, in the summary and in the plan', async () => {
  const site = siteWith([wall('W1'), wall('W2')]);
  const level = site.element('L1');
  if (level?.kind !== 'level') throw new Error('no level');
  const events = [modifies(level, { elevation: 300 })];
  const plan = planOf(events, { affected: 3 });
  const lines = await show(events, [], { affected: 3 }, { site });
  expect(lines).toContain(
    'effect    0 created, 1 modified, 0 deleted, 2 more also change; lengths in mm',
  );
  expect(lines).toContain('      elevation: 0 → 300');
  expect(lines.filter((line) => line.startsWith('  > also changes: wall W'))).toHaveLength(2);
  expect(summaryOf(plan)).toBe(
    'apply_changes on main: 1 modified, 2 change indirectly (L1 elevation)',
  );
});

test('a discarded branch is shown with all lost content, without what was merged [APP-17]', async () => {
  const site = siteWith([wall('W1'), wall('W2'), wall('W3')]);
  site.fork('design/a');
  site.commit('design/a', [
    makes(wall('N1', 'new one')),
    makes(wall('N2', 'merged one')),
    modifies(wall('W1'), { height: 4000 }),
    deletes(wall('W2')),
  ]);
  site.commit('main', [makes(wall('N2', 'merged one'))]);
  const payload = { name: 'design/a' };
  const discards = { type: 'branch.discarded', aggregate_id: 'design/a', payload } as const;
  const lines = await show([discards], [], { branch: 'design/a' }, { site });
  const at = lines.indexOf('  * branch.discarded design/a {"name":"design/a"}');
  const shownLines = lines.slice(at + 1, lines.indexOf('', at)).join('\n');
  expect(shownLines).toContain(
    '    lost with it, because main does not have it: 1 created, 1 modified, 1 deleted on design/a',
  );
  expect(shownLines).toMatch(
    / - wall W2 "W2".* ~ wall W1 "W1".* height: 3000 → 4000.* \+ wall N1 "new one"/s,
  );
  expect(shownLines).not.toContain('merged one');
});

test('a name cannot start a new line', async () => {
  const name = 'x" on Ground\n    - with it door\neffect    0 deleted';
  const lines = await show([deletes(wall('W1', name))], [wall('W1', name)]);
  expect(lines.filter((line) => line.includes('with it'))).toEqual([
    expect.stringMatching(/^ {2}- wall W1 /),
  ]);
});

test('earlier rejections are shown above everything else', async () => {
  const before = {
    approval_id: 'apr_0',
    approver: 'alice',
    reason: 'it carries the roof\u202e',
    rejected_at: '2026-03-01T07:48:00.000Z',
    shared: 1,
    differing: 0,
    of: 2,
  };
  const [first] = await show([deletes(wall('W1'))], [wall('W1')], {}, { rejected: [before] });
  expect(first).toBe(
    'note      this plan contains 1 of the 2 changes that alice rejected 12 min ago as apr_0: it carries',
  );
  const rejected = [{ ...before, shared: 2, differing: 1, reason: null }];
  const [other] = await show([deletes(wall('W1'))], [wall('W1')], {}, { rejected });
  expect(other).toBe(
    'note      this plan contains, with other values, what alice rejected 12 min ago as apr_0',
  );
});

test('losses of remaining elements are shown before the effect, with figures', async () => {
  const lines = await show(
    [modifies(wall('W1', 'North'), { thickness: 10, name: null })],
    [wall('W1', 'North')],
    {
      triggers: ['element.diminished'],
      losses: [
        { loss: 'value', element_id: 'W1', parameter: 'name', was: 'North' },
        { loss: 'value', element_id: 'W1', parameter: 'S.Ok', was: true, given: 'asbestos' },
        {
          loss: 'value',
          element_id: 'W1',
          parameter: 'curtain',
          was: { columns: 4, rows: [1, null] },
        },
        {
          loss: 'body',
          element_id: 'W1',
          kind: 'wall',
          measure: 'volume_mm3',
          before: 3e9,
          after: 15e7,
        },
        {
          loss: 'body',
          element_id: 'gone',
          kind: 'grid',
          measure: 'length_mm',
          before: 9000,
          after: 400,
        },
        { loss: 'place', element_id: 'W1', kind: 'wall', outside_mm: 9_876_543 },
      ],
    },
  );
  const text = lines.join('\n');
  for (const expected of [
    'loss      wall W1 "North"',
    'loses its name "North"',
    'loses its S.Ok true, which was "asbestos" before agents changed it',
    'loses its curtain {"columns":4,"rows":[1,null]}',
    'keeps 5 % of its volume: 3 →',
    'loss      gone keeps 4.44 % of its length: 9 → 0.4 m',
    'ends 9880 m outside the building',
  ]) {
    expect(text).toContain(expected);
  }
  expect(text.indexOf('loss ')).toBeLessThan(text.indexOf('effect '));
});

test('the findings of requested checks are shown with the plan, and their text cannot hide anything', async () => {
  const finding = (
    message: string,
  ): NonNullable<PlanDocument['checks']>[string]['new'][number] => ({
    finding_id: 'f',
    check: 'clash.hard',
    severity: 'error',
    element_ids: ['victim'],
    message,
  });
  const checks = {
    clash: {
      counts: { new: 23, resolved: 1 },
      new: [finding('column `a` goes 200 mm into column `b`')],
      resolved: [finding('wall \u001B[8m`victim` fills wall `c`')],
      not_measured: 2,
    },
    compliance: { counts: { new: 0, resolved: 0 }, new: [], resolved: [], left_out: ['r1', 'r2'] },
  };
  const lines = await show([deletes(wall('victim'))], [wall('victim')], { checks });
  const from = lines.indexOf('check     clash: 23 new, 1 resolved');
  expect(lines.slice(from, from + 7)).toEqual([
    'check     clash: 23 new, 1 resolved',
    'check     clash, new error: column `a` goes 200 mm into column `b`',
    expect.stringMatching(/^check {5}clash, resolved error: wall .*`victim` fills wall `c`$/),
    'check     clash: 22 more, not listed',
    'check     clash: 2 near the change could not be measured',
    'check     compliance: 0 new, 0 resolved',
    'check     compliance: not evaluated here, only in a full check: r1, r2',
  ]);
  expect(lines.join('')).not.toContain('\u001B');
});

test('resulting measures and movements are shown after the planned changes', async () => {
  const long = make('wall', 'long', { end: { x: 5000, y: 0 }, name: 'Long' });
  const shorter = modifies(long, { end: { x: 4000, y: 0 } });
  const lines = await show([shorter], [long]);
  const at = lines.findIndex((line) => line.startsWith('  ~ wall long'));
  // 5 m and 4 m, 3 m high and 0.2 m thick.
  const text = lines.slice(at + 1).join(' ');
  expect(text.replaceAll(/ +/g, ' ')).toContain(
    '= wall long "Long": length 5.000 → 4.000 m, area 15.00 → 12.00 m², volume 3.000 → 2.400 m³',
  );
});
