/** @module xml: the elements of which the files of BCF consist. */
import { xmlAttribute, xmlText } from '../text/xml-text.ts';

type Attributes = { readonly [name: string]: string | boolean };

/** An element with content that is XML already. */
export function tag(name: string, attributes: Attributes, ...content: readonly string[]): string {
  const listed = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${xmlAttribute(String(value))}"`,
  );
  const inside = content.join('');
  return inside === ''
    ? `<${name}${listed.join('')}/>`
    : `<${name}${listed.join('')}>${inside}</${name}>`;
}

/** An element with text. Where there is nothing to read, version 3.0 wants something: a dash. */
export function textTag(name: string, text: string): string {
  return tag(name, {}, xmlText(text.trim() === '' ? '–' : text));
}

/** A file with this root. */
export function xmlFile(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}
