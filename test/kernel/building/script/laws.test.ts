/**
 * @module laws of scripts: loops, parts and values result in the same calls as the statements written out, and reading any
 * text ends within its bounds.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseScript } from '../../../../kernel/building/script/parse-script.ts';
import { MAX_STATEMENTS, type ScriptCall } from '../../../../kernel/building/script/references.ts';
import { STATEMENTS } from '../../../../kernel/building/script/statements.ts';
import { callsOf } from './parsed.ts';

/** A number as it is written and as it is calculated here. */
type Expr = { readonly text: string; readonly value: (env: Env) => number };
type Env = ReadonlyMap<string, number | string>;

type Stmt =
  | { readonly kind: 'wall'; readonly at: readonly Expr[]; readonly name: string }
  | { readonly kind: 'door'; readonly wall: string; readonly at: Expr }
  | { readonly kind: 'room'; readonly number: Expr; readonly at: readonly Expr[] }
  | { readonly kind: 'let'; readonly name: string; readonly value: Expr }
  | {
      readonly kind: 'for';
      readonly name: string;
      readonly from: number;
      readonly to: Expr;
      readonly body: Body;
    }
  | {
      readonly kind: 'list';
      readonly name: string;
      readonly values: readonly Expr[];
      readonly body: Body;
    }
  | { readonly kind: 'call'; readonly part: Part; readonly number: Expr; readonly wall: string };
type Body = readonly Stmt[];
type Part = {
  readonly name: string;
  readonly number: string;
  readonly wall: string;
  readonly body: Body;
};

/** Names in scope where a statement is generated. */
type Known = {
  readonly values: readonly string[];
  readonly walls: readonly string[];
  readonly depth: number;
};

/** Makes scripts from a list of numbers, each of which is one choice; 0 when the list is exhausted. */
class Maker {
  readonly #tape: readonly number[];
  #at = 0;
  #names = 0;
  readonly parts: Part[] = [];

  constructor(tape: readonly number[]) {
    this.#tape = tape;
  }
  pick(count: number): number {
    const choice = this.#tape[this.#at] ?? 0;
    this.#at += 1;
    return choice % count;
  }
  of<T>(items: readonly [T, ...T[]]): T {
    return items[this.pick(items.length)] ?? items[0];
  }
  name(letter: string): string {
    this.#names += 1;
    return `${letter}${this.#names}`;
  }

  expr(known: Known, depth = 2): Expr {
    const [first, ...rest] = known.values;
    const choice = this.pick(depth === 0 ? 2 : 6);
    if (choice === 0 || (choice === 1 && first === undefined)) {
      const number = this.pick(9);
      return { text: String(number), value: () => number };
    }
    if (choice === 1 && first !== undefined) {
      const name = this.of([first, ...rest]);
      return { text: name, value: (env) => Number(env.get(name)) };
    }
    const [a, b] = [this.expr(known, depth - 1), this.expr(known, depth - 1)];
    switch (choice) {
      case 2:
        return { text: `${a.text} + ${b.text}`, value: (env) => a.value(env) + b.value(env) };
      case 3:
        return { text: `${a.text} - (${b.text})`, value: (env) => a.value(env) - b.value(env) };
      case 4:
        return { text: `(${a.text}) * (${b.text})`, value: (env) => a.value(env) * b.value(env) };
      default:
        return {
          text: `max(${a.text}, ${b.text})`,
          value: (env) => Math.max(a.value(env), b.value(env)),
        };
    }
  }

  body(known: Known, length: number): Body {
    const body: Stmt[] = [];
    const [values, walls] = [[...known.values], [...known.walls]];
    for (let count = 0; count < length; count += 1) {
      const stmt = this.stmt({ values, walls, depth: known.depth });
      body.push(stmt);
      if (stmt.kind === 'wall') walls.push(stmt.name);
      if (stmt.kind === 'let') values.push(stmt.name);
    }
    return body;
  }

  stmt(known: Known): Stmt {
    const [wall, ...walls] = known.walls;
    const choice = this.pick(known.depth === 0 ? 4 : 7);
    const four = (): readonly Expr[] => [0, 1, 2, 3].map(() => this.expr(known));
    if (choice === 1 && wall !== undefined) {
      return { kind: 'door', wall: this.of([wall, ...walls]), at: this.expr(known) };
    }
    if (choice === 2) return { kind: 'room', number: this.expr(known), at: four().slice(2) };
    if (choice === 3) return { kind: 'let', name: this.name('v'), value: this.expr(known) };
    const name = this.name('i');
    const inner = { ...known, values: [...known.values, name], depth: known.depth - 1 };
    if (choice === 4) {
      const number = this.pick(4);
      const to = { text: `${number} + 1`, value: () => number + 1 };
      return {
        kind: 'for',
        name,
        from: this.pick(2),
        to,
        body: this.body(inner, 1 + this.pick(3)),
      };
    }
    if (choice === 5) {
      const values = [0, 1, 2].slice(0, 1 + this.pick(3)).map(() => this.expr(known));
      return { kind: 'list', name, values, body: this.body(inner, 1 + this.pick(3)) };
    }
    const [part, ...parts] = this.parts;
    if (choice === 6 && part !== undefined && wall !== undefined) {
      return {
        kind: 'call',
        part: this.of([part, ...parts]),
        number: this.expr(known),
        wall: this.of([wall, ...walls]),
      };
    }
    return { kind: 'wall', at: four(), name: this.name('w') };
  }

  part(): Part {
    const [number, wall] = [this.name('n'), this.name('w')];
    const body = this.body({ values: [number], walls: [wall], depth: 2 }, 1 + this.pick(3));
    return { name: this.name('p'), number, wall, body };
  }
}

const point = ([x, y]: readonly (string | number)[]): string => `(${x ?? 0}, ${y ?? 0})`;

/** The script with its loops and parts. */
function written(stmt: Stmt): string {
  switch (stmt.kind) {
    case 'wall': {
      const at = stmt.at.map(({ text }) => text);
      return `wall ${point(at)} to ${point(at.slice(2))} as ${stmt.name}`;
    }
    case 'door':
      return `door in $${stmt.wall} at ${stmt.at.text}`;
    case 'room':
      return `room "R {${stmt.number.text}}" at ${point(stmt.at.map(({ text }) => text))}`;
    case 'let':
      return `let ${stmt.name} = ${stmt.value.text}`;
    case 'for':
      return `for ${stmt.name} in ${stmt.from}..${stmt.to.text} {\n${stmt.body.map(written).join('\n')}\n}`;
    case 'list': {
      const values = stmt.values.map(({ text }) => text).join(', ');
      return `for ${stmt.name} in [${values}] { ${stmt.body.map(written).join('; ')} }`;
    }
    case 'call':
      return `${stmt.part.name}(${stmt.number.text}, $${stmt.wall})`;
    default:
      return stmt satisfies never;
  }
}

/** The same written out, statement by statement, with numbers for values and names of their own. */
class WrittenOut {
  readonly lines: string[] = [];

  body(body: Body, env: Env): void {
    let at = env;
    for (const stmt of body) at = this.stmt(stmt, at);
  }

  stmt(stmt: Stmt, env: Env): Env {
    const numbers = (exprs: readonly Expr[]): readonly number[] =>
      exprs.map(({ value }) => value(env));
    switch (stmt.kind) {
      case 'wall': {
        const at = numbers(stmt.at);
        const name = `out${this.lines.length}`;
        this.lines.push(`wall ${point(at)} to ${point(at.slice(2))} as ${name}`);
        return new Map([...env, [stmt.name, name]]);
      }
      case 'door':
        this.lines.push(`door in $${env.get(stmt.wall) ?? ''} at ${stmt.at.value(env)}`);
        return env;
      case 'room':
        this.lines.push(`room "R ${stmt.number.value(env)}" at ${point(numbers(stmt.at))}`);
        return env;
      case 'let':
        return new Map([...env, [stmt.name, stmt.value.value(env)]]);
      case 'for':
        for (let round = stmt.from; round < stmt.to.value(env); round += 1) {
          this.body(stmt.body, new Map([...env, [stmt.name, round]]));
        }
        return env;
      case 'list':
        for (const value of numbers(stmt.values)) {
          this.body(stmt.body, new Map([...env, [stmt.name, value]]));
        }
        return env;
      case 'call': {
        const { number, wall, body } = stmt.part;
        const given = env.get(stmt.wall) ?? '';
        this.body(
          body,
          new Map([
            [number, stmt.number.value(env)],
            [wall, given],
          ]),
        );
        return env;
      }
      default:
        return stmt satisfies never;
    }
  }
}

/** Calls with their results numbered in place of their names, and without their places. */
function numbered(calls: readonly ScriptCall[]): unknown {
  const numbers = new Map(
    calls.flatMap(({ as }, index) => (as === undefined ? [] : [[`$${as}`, `#${index}`]])),
  );
  return calls.map(({ tool, arguments: values }) => [
    tool,
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? (numbers.get(value) ?? value) : value,
    ]),
  ]);
}

const tape = fc.array(fc.nat(1000), { minLength: 20, maxLength: 300 });

describe('loops, parts and values', () => {
  test('loops, parts and values give the same calls as the statements written out', () => {
    let blocks = 0;
    fc.assert(
      fc.property(tape, (choices) => {
        const maker = new Maker(choices);
        for (let count = maker.pick(3); count > 0; count -= 1) maker.parts.push(maker.part());
        const body = maker.body({ values: [], walls: [], depth: 3 }, 2 + maker.pick(5));
        const parts = maker.parts.map(
          ({ name, number, wall, body: own }) =>
            `part ${name}(${number}, ${wall}) {\n${own.map(written).join('\n')}\n}`,
        );
        const out = new WrittenOut();
        out.body(body, new Map());
        fc.pre(out.lines.length < 400);
        const head = 'level Ground at 0 as ground';
        const looped = [head, 'let any = 0', ...parts, ...body.map(written)].join('\n');
        if (body.some(({ kind }) => ['for', 'list', 'call'].includes(kind))) blocks += 1;
        expect(numbered(callsOf(looped))).toEqual(
          numbered(callsOf([head, ...out.lines].join('\n'))),
        );
      }),
      { numRuns: 400 },
    );
    // The law is about something
    expect(blocks).toBeGreaterThan(50);
  });
});

/** What is wrong with the reading of a text: calls beyond the bounds, or a place outside the text. */
function faultsOf(text: string): readonly string[] {
  const result = parseScript(text);
  if (result.ok) return result.calls.length <= MAX_STATEMENTS ? [] : ['too many calls'];
  const { line, column, expected } = result.error;
  const row = text.split('\n')[line - 1];
  return [
    ...(row === undefined || column > row.length + 1 ? [`no place ${line}:${column}`] : []),
    ...(expected.length === 0 ? ['nothing expected'] : []),
  ];
}

describe('any script', () => {
  const words = [
    ...'for|i|in|0..3|0..9|..|{|}|{|}|part|p|q|(|)|p(1)|q(i)|let|a|=|[1, 2]|+|-|*|/|min(|max(|,|1|2m|30deg'.split(
      '|',
    ),
    ...'(1, 2)|"{i}"|"{a + 1}"|"{|@A|@"B {i}"|$w|$w.{i}|$w.1.x|as|w|\n|;|part p(n) {|for i in 0..3 {'.split(
      '|',
    ),
    ...'p(1); p(2)|level A at 0\n|wall (i, 0) to (a, 1) as w'.split('|'),
    ...Object.keys(STATEMENTS),
  ];

  test('gives calls within the bounds, or an error at a place inside the script', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 60 }), (list) => {
        const text = list.join(' ');
        expect(faultsOf(text)).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  test('executes nested blocks no more often than the bounds allow', () => {
    const count = fc.oneof(fc.nat(2 * MAX_STATEMENTS), fc.nat(1_000_000));
    const block = fc.tuple(fc.constantFrom('for', 'call'), count);
    const nest = fc.tuple(count, fc.array(block, { maxLength: 15 })).map(([walls, blocks]) => {
      const parts = blocks.map(([kind, rounds], index) =>
        kind === 'for'
          ? `part p${index + 1}() { for i in 0..${rounds} { p${index}() } }`
          : `part p${index + 1}() { p${index}(); p${index}() }`,
      );
      const first = `part p0() { for i in 0..${walls} { wall (0, 0) to (1, 0) } }`;
      return ['level A at 0', first, ...parts, `p${blocks.length}()`].join('\n');
    });
    fc.assert(
      fc.property(nest, (text) => {
        expect(faultsOf(text)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
