/** @module pdf: the text of a PDF file, page by page; nothing in it is drawn or run. */
import { TaskStop } from '../task/task-stop.ts';
import type { Page } from './page.ts';

/** Pages that are read, and UTF-16 units of their text. */
const PDF_MAX = { pages: 500, chars: 600_000 } as const;
const LINE_CHARS_MAX = 300;

/**
 * Reads the text of a PDF file as Markdown with a heading for each page. Throws `TaskStop` TOOL_FAIL for a file that
 * cannot be read or that asks for a password. A file whose pages are pictures has no text, which `notice` says.
 */
export async function readPdf(body: Uint8Array): Promise<Page> {
  // Loaded where it is needed: half of all pages' time otherwise
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
      notice:
        chars > 0
          ? null
          : 'the PDF has no text: its pages are pictures, and no letters are recognised in them here',
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
