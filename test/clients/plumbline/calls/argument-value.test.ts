/** @module argument-value.test: values of `--arg` by the JSON schema of the argument. */
import { describe, expect, test } from 'vitest';

import { argumentValue } from '../../../../clients/plumbline/calls/argument-value.ts';

const TEXT = { type: 'string' };
const CHOICE = { type: 'string', enum: ['a', 'b'] };
const TEXT_OR_INDEX = { anyOf: [{ type: 'string' }, { type: 'integer' }] };

describe('argumentValue', () => {
  test.each<[string, unknown, unknown]>([
    ['3000', { type: 'number' }, 3000],
    ['-1.5e3', { type: 'number' }, -1500],
    ['2', { type: 'integer' }, 2],
    ['true', { type: 'boolean' }, true],
    ['false', { type: 'boolean' }, false],
    ['3000', TEXT, '3000'],
    ['true', TEXT, 'true'],
    ['{"x":1}', TEXT, '{"x":1}'],
    ['', TEXT, ''],
    ['a', CHOICE, 'a'],
    ['{"x":1,"y":2}', { type: 'object' }, { x: 1, y: 2 }],
    ['[1,2]', { type: 'array' }, [1, 2]],
    ['null', { type: ['number', 'null'] }, null],
    ['2', TEXT_OR_INDEX, 2],
    ['"2"', TEXT_OR_INDEX, '2'],
    ['Doors', TEXT_OR_INDEX, 'Doors'],
    ['1.5', TEXT_OR_INDEX, '1.5'],
    // A schema without a type allows any value.
    ['1200', {}, 1200],
    ['"1200"', {}, '1200'],
    ['steel', {}, 'steel'],
    ['2', { enum: [1, 2] }, 2],
    ['exact', { const: 'exact' }, 'exact'],
    // An unknown argument is refused by the gate, which names the closest match.
    ['3000', undefined, '3000'],
  ])('reads `%s` by %j as %j', (text, schema, value) => {
    expect(argumentValue('name', text, schema)).toEqual(value);
  });

  test.each<[string, unknown, string]>([
    ['abc', { type: 'number' }, 'a number'],
    ['', { type: 'number' }, 'a number'],
    ['1.5', { type: 'integer' }, 'a whole number'],
    ['yes', { type: 'boolean' }, '`true` or `false`'],
    ['1', { type: 'boolean' }, '`true` or `false`'],
    ['[1,2]', { type: 'object' }, 'a JSON object'],
    ['{"x":1}', { type: 'array' }, 'a JSON array'],
    ['1,2', { type: 'array' }, 'a JSON array'],
    ['x', { type: ['number', 'null'] }, 'a number or `null`'],
  ])('refuses `%s` for %j as a usage error', (text, schema, expected) => {
    const message = `invalid value \`${text}\` of \`size\`, expected ${expected}`;
    expect(() => argumentValue('size', text, schema)).toThrow(
      expect.objectContaining({ name: 'CliFailure', exit: 2, message }),
    );
  });
});
