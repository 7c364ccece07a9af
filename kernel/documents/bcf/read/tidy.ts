/** @module tidy: names and order of elements as a form has them. */
import type { Form } from './forms.ts';
import { knownName } from './misfits.ts';
import { elementsOf, localName } from './xml-node.ts';
import type { XmlElement, XmlNode } from './xml-tree.ts';

/**
 * The element with known names in the case of the form and without prefixes, and known children in its order, before
 * unknown ones. A default namespace, which BCF does not have, is left out. Nothing else is left out.
 */
export function tidied(element: XmlElement, form: Form): XmlElement {
  const attributes = element.attributes
    .filter(([name]) => name !== 'xmlns')
    .map(([name, value]) => [knownAttribute(name, form) ?? name, value] as const);
  const order = new Map(Object.keys(form.children).map((name, index) => [name, index]));
  const children = element.children
    .map((node) => (typeof node === 'string' ? node : tidiedChild(node, form)))
    .map((node, index) => ({ node, index, place: placeOf(node, order) }))
    .toSorted((a, b) => a.place - b.place || a.index - b.index);
  return { name: element.name, attributes, children: children.map(({ node }) => node) };
}

function tidiedChild(child: XmlElement, form: Form): XmlElement {
  const name = knownName(child.name, form);
  const known = name === null ? undefined : form.children[name];
  return name === null || known === undefined ? child : tidied({ ...child, name }, known);
}

function placeOf(node: XmlNode, order: ReadonlyMap<string, number>): number {
  return typeof node === 'string' ? -1 : (order.get(node.name) ?? order.size);
}

function knownAttribute(name: string, form: Form): string | null {
  if (name.startsWith('xmlns') || name.startsWith('xsi:')) return null;
  const lower = localName(name).toLowerCase();
  return form.attributes.find((known) => known.toLowerCase() === lower) ?? null;
}

/** Names of all elements and attributes that some forms have. */
export function namesIn(forms: readonly Form[]): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (form: Form): void => {
    for (const name of form.attributes) names.add(`@${name}`);
    for (const [name, child] of Object.entries(form.children)) {
      names.add(name);
      add(child);
    }
  };
  for (const form of forms) add(form);
  return names;
}

/**
 * The element without what the form does not have, if it is in `defined`, the names that other versions have. `dropped`
 * gets the path of each element and attribute that is left out.
 */
export function withinForm(
  element: XmlElement,
  form: Form,
  defined: ReadonlySet<string>,
  dropped: (path: string) => void,
): XmlElement {
  const attributes = element.attributes.filter(([name]) => {
    const stays = form.attributes.includes(name) || !defined.has(`@${name}`);
    if (!stays) dropped(`${element.name}/@${name}`);
    return stays;
  });
  const children = element.children.flatMap((node): readonly XmlNode[] => {
    if (typeof node === 'string') return [node];
    const known = Object.hasOwn(form.children, node.name) ? form.children[node.name] : undefined;
    if (known !== undefined) return [withinForm(node, known, defined, dropped)];
    if (!defined.has(node.name)) return [node];
    dropped(`${element.name}/${node.name}`);
    return [];
  });
  return { name: element.name, attributes, children };
}

/** Elements that are not one of these names, in any case. */
export function others(
  parent: XmlElement | undefined,
  ...names: readonly string[]
): readonly XmlElement[] {
  const known = new Set(names.map((name) => name.toLowerCase()));
  return elementsOf(parent).filter(({ name }) => !known.has(localName(name).toLowerCase()));
}
