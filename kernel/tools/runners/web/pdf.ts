/** @module pdf: extracts the text of a PDF file page by page, without rendering it or running its scripts. */
import { TaskStop } from '../task/task-stop.ts';
import { NOTHING_LEFT_OUT } from './html/left-out.ts';
import type { Page } from './page.ts';

/** Limits of pages, and of UTF-16 units of text. */
const PDF_MAX = { pages: 500, chars: 600_000 } as const;
/** Longest title or author, UTF-16 units. */
const LINE_CHARS_MAX = 300;

/**
 * Reads the text of a PDF file as Markdown with a heading for each page. If the pages are pictures, there is no text
 * and `notice` says so. Throws `TaskStop` TOOL_FAIL for a file that cannot be read or needs a password.
 */
export async function readPdf(body: Uint8Array): Promise<Page> {
  // Imported lazily: it takes half as long to load as any other page takes in total
  const { getDocument } = await import('unpdf/pdfjs');
  const task = getDocument({
    data: new Uint8Array(body),
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    verbosity: 0,
  });
  try {
    const file = await task.promise;
    const { info } = await file.getMetadata();
    const parts: string[] = [];
    let chars = 0;
    const last = Math.min(file.numPages, PDF_MAX.pages);
    let read = 0;
    for (; read < last && chars < PDF_MAX.chars; read += 1) {
      const page = await file.getPage(read + 1);
      const { items } = await page.getTextContent();
      const text = items
        .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
        .join('')
        .trim();
      chars += text.length;
      parts.push(`## Page ${read + 1}\n\n${text}`);
      page.cleanup();
    }
    return {
      title: lineOf('Title', info),
      byline: lineOf('Author', info),
      markdown: parts.join('\n\n'),
      extracted: false,
      cut: read < file.numPages,
      hidden_elements: 0,
      dropped_elements: {},
      left_out: NOTHING_LEFT_OUT,
      notice:
        chars > 0
          ? null
          : 'the PDF has no text: its pages are pictures, and text recognition is not available',
    };
  } catch (error) {
    const [cause = ''] = error instanceof Error ? error.message.split('\n') : [];
    throw new TaskStop('TOOL_FAIL', `the PDF cannot be read: ${cause.slice(0, 200)}`);
  } finally {
    await task.destroy();
  }
}

function lineOf(name: string, info: object): string | null {
  const value: unknown = Reflect.get(info, name);
  if (typeof value !== 'string') return null;
  const line = value.replace(/\s+/g, ' ').trim().slice(0, LINE_CHARS_MAX);
  return line === '' ? null : line;
}
