/** @module limits.test: T4 of the tool request engine, its limits per beat, request and connection. */
import { describe, expect, test } from 'vitest';

import { DEFAULT_TOOL_LIMITS } from '../../../../kernel/tools/tool-requests/tool-use.ts';
import { gate, put, request } from './engine-gate.ts';

describe('T4 limits of tool calls are enforced', () => {
  test('per beat: requests up to the limit pass, all later ones are blocked', async () => {
    const { ask, engine } = gate();
    for (let i = 0; i < DEFAULT_TOOL_LIMITS.per_beat; i += 1) {
      expect(engine.enforce_tool_limits('r1', 'b1')).toBe('OK');
      expect(await ask(request())).toBe('ROUTED');
    }
    expect(engine.enforce_tool_limits('r1', 'b1')).toBe('BLOCK');
    expect(await ask(request())).toBe('LIMIT_REACHED');
    expect(engine.enforce_tool_limits('r1', 'b1')).toBe('BLOCK');
    expect(engine.enforce_tool_limits('r1', 'b2')).toBe('OK');
  });

  test('per request: the limit counts all beats', async () => {
    const { ask, beat, engine } = gate();
    for (const beat_id of ['b1', 'b2']) {
      beat.beat_id = beat_id;
      for (let i = 0; i < 3; i += 1) expect(await ask(request())).toBe('ROUTED');
    }
    beat.beat_id = 'b3';
    expect(await ask(request())).toBe('LIMIT_REACHED');
    expect(engine.enforce_tool_limits('r2', 'b3')).toBe('OK');
  });

  test('a series of invalid requests is blocked too', async () => {
    const { ask, engine } = gate();
    for (let i = 0; i < DEFAULT_TOOL_LIMITS.attempts_per_beat; i += 1) await ask('{');
    expect(engine.enforce_tool_limits('r1', 'b1')).toBe('OK');
    expect(await ask(request())).toBe('LIMIT_REACHED');
  });

  test('per connection: new requests do not renew the limit', async () => {
    const { ask, beat, engine } = gate();
    const answers: string[] = [];
    for (let i = 0; i < 40; i += 1) {
      beat.request_id = `r${i}`;
      answers.push(await ask(request(put('request_id', `r${i}`))));
    }
    expect(answers).toEqual([
      ...Array.from({ length: 24 }, () => 'ROUTED'),
      ...Array.from({ length: 16 }, () => 'LIMIT_REACHED'),
    ]);
    expect(engine.enforce_tool_limits('r41', 'b1')).toBe('BLOCK');
  });

  test('per connection: attempts without an active beat count too', async () => {
    const { ask } = gate({ activeBeat: () => null });
    for (let i = 0; i < 100; i += 1) expect(await ask('{')).toBe('NOT_A_REQUEST');
    expect(await ask('{')).toBe('LIMIT_REACHED');
    expect(await ask(request())).toBe('LIMIT_REACHED');
  });

  test.each([
    ['a beat', 3, 0, '3 questions of the beat `b1`'],
    ['a request', 6, 3, '6 questions of the request `r1`'],
  ])('the rejection names the limit of %s', async (_, questions, perBeat, named) => {
    const { ask, beat, engine } = gate();
    for (let i = 0; i < questions; i += 1) {
      if (perBeat > 0) beat.beat_id = `b${Math.floor(i / perBeat)}`;
      await ask(request());
    }
    if (perBeat > 0) beat.beat_id = 'last';
    const answer = await engine.validate_and_route_tool_request(request());
    expect(answer).toMatchObject({
      code: 'LIMIT_REACHED',
      cause: `the limit of questions in this beat, request or connection is reached: ${named}`,
    });
  });

  test('concurrent requests cannot exceed a limit together', async () => {
    const { ask } = gate();
    const answers = await Promise.all(Array.from({ length: 9 }, async () => await ask(request())));
    expect(answers.filter((one) => one === 'ROUTED').length).toBe(3);
  });

  test('an id can be used once per request', async () => {
    const { ask } = gate();
    const text = request();
    expect([await ask(text), await ask(text)]).toEqual(['ROUTED', 'DUPLICATE']);
  });

  test('a request outside the active beat is rejected', async () => {
    expect(await gate({ activeBeat: () => null }).ask(request())).toBe('WRONG_BEAT');
    expect(await gate().ask(request(put('request_id', 'r2')))).toBe('WRONG_BEAT');
  });
});
