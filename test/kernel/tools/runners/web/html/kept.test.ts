/** @module kept.test: the places of what Readability keeps, and that nested elements are marked at small cost. */
import { expect, test, vi } from 'vitest';

import { keptOf } from '../../../../../../kernel/tools/runners/web/html/kept.ts';
import { documentOf } from '../../../../../../kernel/tools/runners/web/html/page-document.ts';

/** The prototype that has the method by which Readability copies attributes. */
function copierOf(): { setAttributeNode(node: unknown): unknown } {
  let prototype: object = documentOf('').body;
  while (!Object.hasOwn(prototype, 'setAttributeNode')) {
    prototype = Object.getPrototypeOf(prototype) as object;
  }
  return prototype as { setAttributeNode(node: unknown): unknown };
}

test('copies no mark while nested elements are merged', () => {
  const [depth, times] = [100, 10];
  const nested = `${'<div>'.repeat(depth)}<p>x, y</p>${'</div>'.repeat(depth)}`;
  const copies = vi.spyOn(copierOf(), 'setAttributeNode');
  keptOf(nested.repeat(times));
  expect(copies.mock.calls.length).toBeLessThan(10 * depth * times);
});

test('finds the element around text, a picture and a link to a script', () => {
  const words = 'Some words, with commas, and more words here.'.repeat(10);
  const link = '<a href="javascript:go()">a link, to a script</a>';
  const kept = keptOf(
    `<div><div>${words}</div><section>${words}</section><div><b>${words}</b>${link}</div><p>${words}<img src="a.png"></p></div>`,
  );
  // Places: 0 body, 1 div, 2 div, 3 section, 4 div, 5 b, 6 a, 7 p, 8 img
  expect(kept?.holders).toEqual(new Set([2, 3, 4, 5, 7, 8]));
});
