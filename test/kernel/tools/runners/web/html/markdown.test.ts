/** @module markdown.test: tables, lists, code, formulas and controls of a page keep their content and their places. */
import { describe, expect, test } from 'vitest';

import { readPage } from '../../../../../../kernel/tools/runners/web/page.ts';

const read = (html: string) =>
  readPage({
    body: Buffer.from(html),
    content_type: 'text/html; charset=utf-8',
    base: 'https://site.test/a/',
    whole: true,
  });
const markdownOf = (html: string): string => read(html).markdown;

describe('a table with merged cells', () => {
  const table = (rows: string): string => markdownOf(`<table>${rows}</table>`);

  test('keeps each value below its head', () => {
    // The grid: Type takes rows 0 and 1 of column 0, Width columns 1 and 2; Single takes rows 2 and 3 of column 0
    expect(
      table(
        '<thead><tr><th rowspan="2">Type</th><th colspan="2">Width</th></tr><tr><th>min</th><th>max</th></tr></thead><tbody><tr><td rowspan="2">Single</td><td>815</td><td>1200</td></tr><tr><td>915</td><td>1300</td></tr></tbody>',
      ),
    ).toBe(
      '| Type | Width |  |\n| --- | --- | --- |\n|  | min | max |\n| Single | 815 | 1200 |\n|  | 915 | 1300 |',
    );
  });

  test('shifts the cells next to a cell in the middle', () => {
    expect(
      table(
        '<tr><th>A</th><th>B</th><th>C</th></tr><tr><td>1</td><td rowspan="2">x</td><td>3</td></tr><tr><td>4</td><td>6</td></tr><tr><td colspan="2">both</td><td>9</td></tr>',
      ),
    ).toBe('| A | B | C |\n| --- | --- | --- |\n| 1 | x | 3 |\n| 4 |  | 6 |\n| both |  | 9 |');
  });

  test('ends a cell at the end of its row group', () => {
    expect(
      table(
        '<tbody><tr><td rowspan="9">a</td><td>b</td></tr></tbody><tbody><tr><td>c</td><td>d</td></tr></tbody>',
      ),
    ).toBe('| a | b |\n| --- | --- |\n| c | d |');
  });

  test('extends a cell of 0 rows to the end of its row group', () => {
    expect(
      table('<tr><td rowspan="0">a</td><td>b</td></tr><tr><td>c</td></tr><tr><td>d</td></tr>'),
    ).toBe('| a | b |\n| --- | --- |\n|  | c |\n|  | d |');
  });

  test('has no column in which no cell begins', () => {
    expect(table('<tr><td colspan="5">a</td><td>b</td></tr><tr><td colspan="5">c</td></tr>')).toBe(
      '| a | b |\n| --- | --- |\n| c |  |',
    );
  });

  test('shows its foot last and its caption first', () => {
    expect(
      table(
        '<caption>Table 3: widths in mm</caption><thead><tr><th>A</th><th>B</th></tr></thead><tfoot><tr><td>Sum</td><td>9</td></tr></tfoot><tbody><tr><td>1</td><td>2</td></tr></tbody>',
      ),
    ).toBe('Table 3: widths in mm\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n| Sum | 9 |');
  });

  test('shows content outside of its cells before its rows', () => {
    expect(table('<div>stray</div><tr><td>a</td><td>b</td><p>lost</p></tr>')).toBe(
      'stray\n\nlost\n\n| a | b |\n| --- | --- |',
    );
  });

  test('is reported as cut when merged cells would cover too many places', () => {
    const row = '<tr><td colspan="1000" rowspan="200">a</td><td>b</td></tr>';
    expect(read(`<table>${row}</table>`).cut).toBe(false);
    expect(read(`<table>${row}${row}</table>`).cut).toBe(true);
  });
});

describe('text', () => {
  test.each([
    [
      '<p>10<sup>-3</sup> m<sup>2</sup> H<sub>2</sub>O</p>',
      '10<sup>-3</sup> m<sup>2</sup> H<sub>2</sub>O',
    ],
    [
      '<p>Width<sup><a href="#n1">[1]</a></sup> is</p>',
      'Width<sup>[\\[1\\]](https://site.test/a/#n1)</sup> is',
    ],
    ['<p><code>10<sup>-3</sup></code></p>', '`10<sup>-3</sup>`'],
    ['<p>Width <del>800</del> <ins>815</ins> mm</p>', 'Width ~~800~~ 815 mm'],
    ['<p>a ~~b~~ c ~5</p>', 'a \\~\\~b\\~\\~ c ~5'],
    ['<p>So <q>doors</q></p>', 'So "doors"'],
    [
      '<figure><img src="d.png" alt="Door"><figcaption>Figure 1</figcaption></figure>',
      '(picture: Door)\n\nFigure 1',
    ],
    ['<h2><div>Leaves</div><div>of doors</div></h2>', '## Leaves of doors'],
    ['<p><span style="display:block">a</span><span style="display:block">b</span></p>', 'a\n\nb'],
    [
      '<p>See <a href="b">b</a></p><base href="https://other.test/z/">',
      'See [b](https://other.test/z/b)',
    ],
  ])('of %s', (html, wanted) => {
    expect(markdownOf(html)).toBe(wanted);
  });
});

describe('a formula', () => {
  test.each([
    ['<math alttext="w = 2r"><mi>w</mi></math>', '`w = 2r`'],
    ['<math><mi>w</mi><mo>=</mo><mn>2</mn><mi>r</mi></math>', '`w=2r`'],
    ['<math><msup><mi>m</mi><mn>2</mn></msup></math>', '`m^2`'],
    [
      '<math><mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mn>20</mn></mfrac></math>',
      '`(a+1)/20`',
    ],
    ['<math><msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup></math>', '`x_1^2`'],
    ['<math><msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt></math>', '`√(x+1)`'],
    [
      '<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>w</mi></mrow><annotation>unseen</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">w</span></span>',
      '`w`',
    ],
  ])('of %s', (html, wanted) => {
    expect(markdownOf(`<p>${html}</p>`)).toBe(wanted);
  });
});

describe('a control', () => {
  test.each([
    [
      '<table><tr><th><button>Type</button></th><th><button><b>Least</b> width</button></th></tr><tr><td>Deep</td><td>915</td></tr></table>',
      '| Type | **Least** width |\n| --- | --- |\n| Deep | 915 |',
    ],
    ['<div><button>How wide?</button><div>815 mm</div></div>', 'How wide?\n\n815 mm'],
    ['<p><button>One</button><button>Two</button></p>', 'One Two'],
    [
      '<table><tr><td><input value="815"></td><td><select><option>815<option selected>915</select></td></tr><tr><td><input type="checkbox" checked></td><td><input type="hidden" value="x"><textarea>note</textarea></td></tr></table>',
      '| 815 | 915 |\n| --- | --- |\n| ☑ | note |',
    ],
    ['<ul><li><input type="checkbox"> open</li></ul>', '- ☐ open'],
    ['<p>Name <input value="x"></p>', 'Name'],
    ['<x-card><template shadowrootmode="open"><p>shadow</p></template></x-card>', 'shadow'],
    ['<template><p>not shown</p></template><p>a</p>', 'a'],
  ])('of %s', (html, wanted) => {
    expect(markdownOf(html)).toBe(wanted);
  });
});

describe('the numbers of a list', () => {
  test.each([
    ['<ol><li>a</li><li value="7">b</li><li>c</li></ol>', '1. a\n7. b\n8. c'],
    ['<ol><li>a</li><li></li><li>c</li></ol>', '1. a\n3. c'],
    ['<ol type="a" start="26"><li>x</li><li>y</li></ol>', 'z. x\naa. y'],
    ['<ol type="I" start="4"><li>x</li><li>y</li></ol>', 'IV. x\nV. y'],
    ['<ol style="list-style-type: lower-roman"><li>x</li><li>y</li></ol>', 'i. x\nii. y'],
    ['<ol reversed><li>x</li><li>y</li><li>z</li></ol>', '3. x\n2. y\n1. z'],
    ['<ol start="0"><li>x</li></ol>', '0. x'],
    ['<ol start="-1"><li>x</li><li>y</li></ol>', '-1. x\n0. y'],
    ['<ol><li>a</li>stray<ol><li>b</li></ol><li>c</li></ol>', '1. a\n   stray\n   1. b\n2. c'],
  ])('of %s', (html, wanted) => {
    expect(markdownOf(html)).toBe(wanted);
  });
});

describe('the lines of code', () => {
  const code = (text: string): string => `\`\`\`\n${text}\n\`\`\``;

  test.each([
    ['<pre><div>a = 1</div><div>  b = 2</div></pre>', 'a = 1\n  b = 2'],
    [
      '<pre><code><span style="display:block">a</span><span style="display:block">b</span></code></pre>',
      'a\nb',
    ],
    ['<pre><span class="line">a</span><span class="line">b</span></pre>', 'a\nb'],
    [
      '<pre><span class="line">a</span>\n<span class="line"></span>\n<span class="line">b</span></pre>',
      'a\n\nb',
    ],
    ['<pre><div>a</div><div><br></div><div>b</div></pre>', 'a\n\nb'],
    ['<pre><ol><li>a</li><li>b</li></ol></pre>', 'a\nb'],
    ['<pre><span class="lineno">1</span>a\n<span class="lineno">2</span>b</pre>', 'a\nb'],
    [
      '<pre><table><tr><td class="gutter">1\n2</td><td class="code">a\nb</td></tr></table></pre>',
      'a\nb',
    ],
    [
      '<table><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><pre>a\nb</pre></td></tr></table>',
      'a\nb',
    ],
  ])('of %s', (html, wanted) => {
    expect(markdownOf(html)).toBe(code(wanted));
  });

  test('in a cell are divided, with their indentation', () => {
    expect(
      markdownOf('<table><tr><td>Door</td><td><pre>if a:\n  b = 1 | 2</pre></td></tr></table>'),
    ).toBe('| Door | `if a:`<br>`  b = 1 \\| 2` |\n| --- | --- |');
  });

  test('include numbers that are the content of a table', () => {
    expect(markdownOf('<table><tr><td class="line-number">1</td><td>900</td></tr></table>')).toBe(
      '| 1 | 900 |\n| --- | --- |',
    );
  });
});
