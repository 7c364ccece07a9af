/** @module errors.test: one table of codes, equal in the code and in the docs. */
import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { ERROR_CODES, Refusal } from '../../schemas/errors.ts';

const ROW = /^\| (\d{4}) \| ([A-Z_]+) \| (.+) \|$/gm;

describe('error codes', () => {
  test('docs/errors.md lists every code with its name, and no other [ENV-8]', () => {
    const text = readFileSync('docs/errors.md', 'utf8');
    const documented = [...text.matchAll(ROW)].map(([, code, name]) => [name, Number(code)]);
    expect(documented).toEqual(Object.entries(ERROR_CODES));
  });

  test('every error code is in the range of its category and used once [ENV-8]', () => {
    const codes = Object.values(ERROR_CODES);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(code >= 1000 && code <= 1499).toBe(true);
  });

  test('a refusal has the code of its name', () => {
    expect(new Refusal('WALL_ZERO_LENGTH', 'x').body).toEqual({
      code: 1100,
      name: 'WALL_ZERO_LENGTH',
      message: 'x',
      hint: '',
      data: {},
    });
  });
});
