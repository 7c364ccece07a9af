/** @module the same model is the same bytes in another process, and an edit changes only what it reaches. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import process from 'node:process';

import { expect, test } from 'vitest';

import { ifcGuid } from '../../../../kernel/ifc/guid.ts';
import { IFC_SCHEMAS } from '../../../../kernel/ifc/schema/ifc-schema.ts';
import type { ModelView } from '../../../../kernel/model/view.ts';
import { modifies } from '../../model/build.ts';
import { randomHouse } from './random-house.ts';
import { exported } from './reread.ts';

test('another process writes the same bytes', () => {
  const [house, reread] = ['random-house', 'reread'].map((file) =>
    JSON.stringify(new URL(`./${file}.ts`, import.meta.url).href),
  );
  const code = `
    import { createHash } from 'node:crypto';
    import { randomHouse } from ${house};
    import { exported } from ${reread};
    for (const schema of ${JSON.stringify(IFC_SCHEMAS)}) {
      const { file } = exported(randomHouse(7), schema);
      console.log(createHash('sha256').update(file).digest('hex'));
    }`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
    env: { ...process.env, TZ: 'Pacific/Auckland', LANG: 'de_DE.UTF-8' },
  });
  const here = IFC_SCHEMAS.map((schema) =>
    createHash('sha256')
      .update(exported(randomHouse(7), schema).file)
      .digest('hex'),
  );
  expect(printed.trim().split('\n')).toEqual(here);
});

function linesOf(view: ModelView): ReadonlyMap<string, string> {
  const { text } = exported(view, 'IFC4');
  return new Map(
    text.split('\n').flatMap((line) => {
      const [number = '', rest] = line.split('=', 2);
      return rest === undefined ? [] : [[number, line]];
    }),
  );
}

/** From its own line to where the next element begins. */
function stretchOf(lines: ReadonlyMap<string, string>, id: string): ReadonlySet<number> {
  const own = [...lines].find(([, line]) => line.includes(`('${ifcGuid(id)}',`));
  const begins = Math.floor(Number(own?.[0].slice(1)) / 32) * 32;
  return new Set(Array.from({ length: 128 }, (_, i) => begins + i));
}

test('an edit of a wall changes its lines and those of what it reaches, and no GUID of an element', () => {
  const before = randomHouse(7);
  const after = before.apply([modifies(before.element('L2-skew'), { height: 2555 })]);
  const [was, is] = [linesOf(before), linesOf(after)];
  expect([...is.keys()]).toEqual([...was.keys()]);
  const changed = [...is].flatMap(([number, line]) =>
    was.get(number) === line ? [] : [Number(number.slice(1))],
  );
  const own = stretchOf(was, 'L2-skew');
  expect(changed.length).toBeGreaterThan(3);
  expect(changed.filter((number) => !own.has(number))).toEqual([]);
  for (const { id } of before.elements()) {
    const guid = `('${ifcGuid(id)}',`;
    const numbers = [was, is].map(
      (lines) => [...lines].find(([, line]) => line.includes(guid))?.[0],
    );
    expect([id, numbers[0]]).toEqual([id, numbers[1]]);
  }
});

test('a wall of a new type and a door of another size move no wall', () => {
  const before = randomHouse(7);
  const after = before.apply([
    modifies(before.element('L1-skew'), { thickness: 333 }),
    modifies(before.element('L1-door'), { width: 850 }),
  ]);
  const [was, is] = [linesOf(before), linesOf(after)];
  const upper = [...was].filter(([, line]) => line.includes('IFCWALL('));
  const moved = upper.filter(
    ([number, line]) => is.get(number)?.split(',')[0] !== line.split(',')[0],
  );
  expect(moved).toEqual([]);
});
