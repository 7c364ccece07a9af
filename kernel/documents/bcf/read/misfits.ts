/** @module misfits: what an XML file has that its version of BCF does not define. */
import type { Form } from './forms.ts';
import { elementsOf, localName } from './xml-node.ts';
import type { XmlElement } from './xml-tree.ts';

/** Attributes that any XML file may have. */
const XML_ATTRIBUTE = /^(?:xmlns(?::.*)?|xsi:.*|xml:.*)$/;

/**
 * Paths of elements and attributes that the form of their file does not have, such as `Topic/Owner` and `Topic/@Colour`,
 * each one once. Names count as known only in the case of the schema.
 */
export function misfitsOf(root: XmlElement, form: Form): readonly string[] {
  const found = new Set<string>();
  collect(root, form, root.name, found);
  return [...found];
}

function collect(element: XmlElement, form: Form, path: string, found: Set<string>): void {
  for (const [name] of element.attributes) {
    if (!XML_ATTRIBUTE.test(name) && !form.attributes.includes(name)) found.add(`${path}/@${name}`);
  }
  for (const child of elementsOf(element)) {
    const below = `${path}/${child.name}`;
    const known = Object.hasOwn(form.children, child.name) ? form.children[child.name] : undefined;
    if (known === undefined) found.add(below);
    else collect(child, known, below, found);
  }
}

/** The element that a form knows by this name in another case or with a prefix; null for an unknown name. */
export function knownName(name: string, form: Form): string | null {
  const lower = localName(name).toLowerCase();
  return Object.keys(form.children).find((known) => known.toLowerCase() === lower) ?? null;
}
