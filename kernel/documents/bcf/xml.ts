/** @module xml: XML elements for the files of BCF. */
import { xmlAttribute, xmlText } from '../../base/text/xml-text.ts';

type Attributes = { readonly [name: string]: string | boolean };

/** An element whose content is already XML. */
export function tag(name: string, attributes: Attributes, ...content: readonly string[]): string {
  const listed = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${xmlAttribute(String(value))}"`,
  );
  const inside = content.join('');
  return inside === ''
    ? `<${name}${listed.join('')}/>`
    : `<${name}${listed.join('')}>${inside}</${name}>`;
}

/** An element with text. Version 3.0 does not allow blank text, so a dash replaces it in all versions. */
export function textTag(name: string, text: string): string {
  return tag(name, {}, xmlText(text.trim() === '' ? '–' : text));
}

/** An XML file with this root element. */
export function xmlFile(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}
