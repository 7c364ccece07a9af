/** @module wide-view: a viewpoint file of any version in one form, that of version 3.0. */
import { VIEW } from './forms.ts';
import { others, tidied } from './tidy.ts';
import { attributeOf, childOf, childrenOf, element, withChildren } from './xml-node.ts';
import type { XmlElement } from './xml-tree.ts';

/** The viewpoint in one form. Everything that no version defines is kept. */
export function wideView(root: XmlElement): XmlElement {
  const components = childOf(root, 'Components');
  const bitmaps = bitmapsOf(root);
  const tree = element('VisualizationInfo', root.attributes, [
    ...(components === undefined ? [] : [wideComponents(components)]),
    ...others(root, 'Components', 'Bitmap', 'Bitmaps'),
    ...(bitmaps.length === 0 ? [] : [element('Bitmaps', [], bitmaps)]),
  ]);
  return tidied(tree, VIEW['3.0']);
}

function wideComponents(components: XmlElement): XmlElement {
  if (childOf(components, 'Component') !== undefined) return fromFlags(components);
  const hints = childOf(components, 'ViewSetupHints');
  const visibility = childOf(components, 'Visibility') ?? element('Visibility', [], []);
  const coloring = childOf(components, 'Coloring');
  return withChildren(components, [
    ...others(components, 'ViewSetupHints', 'Visibility', 'Coloring'),
    hints === undefined ? visibility : withChildren(visibility, [hints, ...visibility.children]),
    ...(coloring === undefined ? [] : [wideColoring(coloring)]),
  ]);
}

/** In version 2.1 the components of a colour are not in a list. */
function wideColoring(coloring: XmlElement): XmlElement {
  const colours = childrenOf(coloring, 'Color').map((colour) => {
    const flat = childrenOf(colour, 'Component');
    if (flat.length === 0) return colour;
    return withChildren(colour, [element('Components', [], flat), ...others(colour, 'Component')]);
  });
  return withChildren(coloring, [...colours, ...others(coloring, 'Color')]);
}

/**
 * The components of version 2.0, which have flags. If the file does not state what the others are, they are visible, unless
 * the file only lists components that are visible and not selected.
 */
function fromFlags(components: XmlElement): XmlElement {
  const all = childrenOf(components, 'Component');
  const selected = all.filter((one) => flag(one, 'Selected') === true);
  const isVisible = (one: XmlElement): boolean => flag(one, 'Visible') ?? true;
  const stated = flag(components, 'DefaultVisibilityComponents');
  const others_visible =
    stated ?? (all.some((one) => !isVisible(one)) || selected.length === all.length);
  const exceptions = all.filter((one) => isVisible(one) !== others_visible);
  const colours = new Map<string, XmlElement[]>();
  for (const one of all) {
    const colour = attributeOf(one, 'Color');
    if (colour === null) continue;
    const same = colours.get(colour) ?? [];
    same.push(one);
    colours.set(colour, same);
  }
  const spaces = flag(components, 'DefaultVisibilitySpaces') ?? false;
  const openings = flag(components, 'DefaultVisibilityOpenings') ?? false;
  return element('Components', components.attributes.filter(isUnknownFlag), [
    ...list('Selection', selected),
    element(
      'Visibility',
      [['DefaultVisibility', String(others_visible)]],
      [
        element(
          'ViewSetupHints',
          [
            ['SpacesVisible', String(spaces)],
            ['SpaceBoundariesVisible', 'false'],
            ['OpeningsVisible', String(openings)],
          ],
          [],
        ),
        ...list('Exceptions', exceptions),
      ],
    ),
    ...(colours.size === 0
      ? []
      : [
          element(
            'Coloring',
            [],
            [...colours].map(([colour, entries]) =>
              element('Color', [['Color', colour]], list('Components', entries)),
            ),
          ),
        ]),
    ...others(components, 'Component'),
  ]);
}

function list(name: string, entries: readonly XmlElement[]): readonly XmlElement[] {
  return entries.length === 0 ? [] : [element(name, [], entries.map(withoutFlags))];
}

function isUnknownFlag([name]: XmlElement['attributes'][number]): boolean {
  return !name.toLowerCase().startsWith('defaultvisibility');
}

const FLAGS = new Set(['selected', 'visible', 'color']);

function withoutFlags(component: XmlElement): XmlElement {
  const attributes = component.attributes.filter(([name]) => !FLAGS.has(name.toLowerCase()));
  return { ...component, attributes };
}

/** A boolean attribute; null if it is missing. */
export function flag(of: XmlElement | undefined, name: string): boolean | null {
  const value = attributeOf(of, name)?.toLowerCase();
  return value === undefined ? null : value === 'true' || value === '1';
}

/** Bitmaps: a list in version 3.0, and else each one under `Bitmap` or `Bitmaps`, with its format under `Bitmap`. */
function bitmapsOf(root: XmlElement): readonly XmlElement[] {
  const lists = childrenOf(root, 'Bitmaps');
  const single = [...lists, ...childrenOf(root, 'Bitmap')].filter(
    (one) => childOf(one, 'Reference') !== undefined,
  );
  const listed = lists
    .filter((one) => !single.includes(one))
    .flatMap((one) => childrenOf(one, 'Bitmap'));
  return [...listed, ...single].map((one) => ({
    name: 'Bitmap',
    attributes: one.attributes,
    children: one.children.map((node) =>
      typeof node !== 'string' && node.name.toLowerCase() === 'bitmap'
        ? { ...node, name: 'Format', children: node.children.map(lowerText) }
        : node,
    ),
  }));
}

function lowerText(node: XmlElement['children'][number]): XmlElement['children'][number] {
  return typeof node === 'string' ? node.toLowerCase() : node;
}
