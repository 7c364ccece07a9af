/** @module xml-tree: the elements of an XML file as a tree, read without DTD and entities and with bounded memory. */
import { SaxesParser } from 'saxes';

import { checkpoint } from '../../../base/work/checkpoint.ts';
import { BCF_LIMITS } from './limits.ts';
import { NoBcfFile } from './no-bcf-file.ts';

/** An element. Text between its child elements is kept only if it is not blank. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly children: readonly XmlNode[];
};
export type XmlNode = XmlElement | string;

/** Characters that are parsed between two checkpoints. */
const PIECE = 262_144;

/** An XML file that is not well-formed. */
export class MalformedXml extends Error {}

/** How XML files are read: `budget` is what all files of an archive may still have. */
export type XmlReading = {
  readonly warn: (message: string) => void;
  readonly budget: { elements: number; bytes: number };
};

/** The tree while it is read. */
type Growing = {
  readonly name: string;
  readonly attributes: XmlElement['attributes'];
  readonly children: XmlNode[];
};

/**
 * The root element of an XML file in UTF-8 or UTF-16. Bytes that are not valid UTF-8 are read as Windows-1252, and `warn`
 * is called. Comments and processing instructions are left out.
 *
 * @throws {NoBcfFile} for a DTD or above the limits
 * @throws {MalformedXml} if the file is not well-formed
 */
export function xmlTree(bytes: Uint8Array, name: string, { warn, budget }: XmlReading): XmlElement {
  if (bytes.length > BCF_LIMITS.xml_bytes) {
    throw new NoBcfFile(
      `received \`${name}\` of ${bytes.length} bytes, expected XML of at most ${BCF_LIMITS.xml_bytes}`,
    );
  }
  budget.bytes -= bytes.length;
  if (budget.bytes < 0) {
    throw new NoBcfFile(
      `received XML of more than ${BCF_LIMITS.xml_total_bytes} bytes up to \`${name}\`, expected at most as much in all files`,
    );
  }
  const top: Growing = { name: '', attributes: [], children: [] };
  const open: Growing[] = [top];
  const parser = new SaxesParser<{ xmlns: false; position: false }>({
    xmlns: false,
    position: false,
  });
  parser.on('error', ({ message }) => {
    throw new MalformedXml(`\`${name}\` is not well-formed XML: ${message.replace(/\.$/, '')}`);
  });
  parser.on('doctype', () => {
    throw new NoBcfFile(`received \`${name}\` with a DTD, expected XML without one`);
  });
  parser.on('opentag', (tag) => {
    const attributes = Object.entries(tag.attributes);
    budget.elements -= 1;
    if (
      budget.elements < 0 ||
      open.length > BCF_LIMITS.xml_depth ||
      attributes.length > BCF_LIMITS.xml_attributes
    ) {
      throw new NoBcfFile(
        `received \`${name}\` with too many, too deep or too large elements; expected at most ${BCF_LIMITS.xml_elements} elements in all files, a depth of ${BCF_LIMITS.xml_depth} and ${BCF_LIMITS.xml_attributes} attributes`,
      );
    }
    const element = { name: tag.name, attributes, children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  const addText = (text: string): void => {
    if (open.length > 1) open.at(-1)?.children.push(text);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  const text = decoded(bytes, name, warn);
  for (let from = 0; from < text.length; from += PIECE) {
    checkpoint({ done: from, total: text.length, doing: 'reading' });
    parser.write(text.slice(from, from + PIECE));
  }
  parser.close();
  const root = top.children.find((node) => typeof node !== 'string');
  if (root === undefined) throw new MalformedXml(`\`${name}\` has no element`);
  return withoutBlanks(root);
}

/** Removes blank text next to elements; a text without elements is kept as it is. */
function withoutBlanks({ name, attributes, children }: XmlElement): XmlElement {
  const hasElements = children.some((node) => typeof node !== 'string');
  return {
    name,
    attributes,
    children: children.flatMap((node): readonly XmlNode[] => {
      if (typeof node !== 'string') return [withoutBlanks(node)];
      return hasElements && node.trim() === '' ? [] : [node];
    }),
  };
}

function decoded(bytes: Uint8Array, name: string, warn: (message: string) => void): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    warn(`\`${name}\` is not valid UTF-8; it was read as Windows-1252`);
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
