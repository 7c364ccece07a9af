/** @module robots.test: robots.txt is interpreted by RFC 9309. */
import { describe, expect, test } from 'vitest';

import { allows, parseRobots } from '../../../../../kernel/tools/runners/web/robots-rules.ts';

const isAllowed = (text: string, path: string): boolean =>
  allows(parseRobots(text, 'plumbline'), path);

describe('robots.txt', () => {
  test.each([
    ['', '/x', true],
    ['User-agent: *\nDisallow: /', '/x', false],
    ['User-agent: *\nDisallow:', '/x', true],
    ['User-agent: other\nDisallow: /', '/x', true],
    ['User-agent: *\nDisallow: /\n\nUser-agent: Plumbline/2\nAllow: /', '/x', true],
    ['User-agent: plumbline\nUser-agent: b\nDisallow: /p', '/p/q', false],
    ['User-agent: a\nDisallow: /a\nUser-agent: plumbline\nDisallow: /b', '/a', true],
    ['User-agent: plumbline\nDisallow: /a\nUser-agent: plumbline\nDisallow: /b', '/b', false],
    ['User-agent: plumbline\n\nUser-agent: *\nDisallow: /', '/x', false],
    ['user-AGENT: * # all\ndisALLOW: /a # no\r\nAllow: /a/b', '/a/b/c', true],
    ['User-agent: *\nAllow: /a\nDisallow: /a', '/a', true],
    ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf', false],
    ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf?z', true],
    ['User-agent: *\nDisallow: /a*b*c', '/a1b2c3', false],
    ['User-agent: *\nDisallow: /a$', '/a', false],
    ['User-agent: *\nDisallow: /a$', '/ab', true],
    ['User-agent: *\nDisallow: /*ab$', '/ab', false],
    ['User-agent: *\nDisallow: /%61%3c', '/a%3C', false],
    ['User-agent: *\nDisallow: /x?y', '/x?y=1', false],
    ['Disallow: /', '/x', true],
  ])('%j allows %s: %s', (text, path, allowed) => {
    expect(isAllowed(text, path)).toBe(allowed);
  });

  test('a pattern with 900 stars is matched without backtracking', () => {
    expect(
      isAllowed(`User-agent: *\nDisallow: /${'a*'.repeat(900)}b$`, `/${'a'.repeat(1900)}`),
    ).toBe(true);
  });
});
