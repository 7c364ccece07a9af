/** @module hostile-document: a report document in which every text is hostile to HTML, Markdown and terminals. */
import type { ReportDocument } from '../../../clients/plumbline/report/document/blocks.ts';
import { disc } from '../../../kernel/documents/drawings/shapes.ts';
import { pictureDrawing } from '../../../kernel/documents/drawings/sketch.ts';

/** Text with HTML, entities, Markdown, links, terminal escapes and reordering characters. */
export const HOSTILE =
  '<img src=x onerror=alert(1)> &amp; "\' `code` [a](http://evil.test) ![i](x) **b** _e_ | # \u001b[31mred\u0007 \u202Edlrow\u2066 \u200bzero https://evil.test www.evil.test a@evil.test';

/** The characters of `HOSTILE` that must be written as code points. */
export const UNSEEN = /[^\P{Cc}\n]|\p{Cf}/u;

const words = [
  { text: HOSTILE, look: null },
  { text: HOSTILE, look: 'code' },
  { text: HOSTILE, look: 'strong' },
  { text: HOSTILE, look: 'alert' },
] as const;

const drawing = pictureDrawing(HOSTILE, { width_mm: 60, height_mm: 40 }, [
  disc({ x: 20, y: 20 }, 10, [20, 20, 22]),
]);

/** A document with each kind of block. */
export const hostileDocument: ReportDocument = {
  title: HOSTILE,
  subtitle: HOSTILE,
  footer: HOSTILE,
  sections: [
    {
      id: 'one',
      title: HOSTILE,
      blocks: [
        { block: 'text', words, tone: 'alert' },
        { block: 'text', words: `1. ${HOSTILE}`, tone: 'plain' },
        { block: 'text', words: `- ${HOSTILE}`, tone: 'good' },
        { block: 'facts', rows: [[HOSTILE, words]] },
        {
          block: 'list',
          label: HOSTILE,
          lines: [
            { words, depth: 0 },
            { words, depth: 9 },
          ],
        },
        { block: 'quote', label: HOSTILE, text: `${HOSTILE}\n# heading\r\n<script>x</script>` },
        {
          block: 'table',
          caption: `table ${HOSTILE}`,
          columns: [
            { title: HOSTILE, share: 1 },
            { title: HOSTILE, share: 2, align: 'right' },
          ],
          rows: [[words, HOSTILE]],
        },
        { block: 'picture', title: HOSTILE, alt: HOSTILE, drawing },
      ],
      parts: [{ id: 'two', title: HOSTILE, blocks: [{ block: 'text', words, tone: 'plain' }] }],
    },
  ],
};
