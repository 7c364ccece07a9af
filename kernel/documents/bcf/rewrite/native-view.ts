/** @module native-view: a viewpoint file in the form of another version. */
import { VIEW } from '../read/forms.ts';
import { others, tidied, withinForm } from '../read/tidy.ts';
import {
  childOf,
  childrenOf,
  childText,
  element,
  elementsOf,
  withChildren,
} from '../read/xml-node.ts';
import type { XmlElement } from '../read/xml-tree.ts';
import type { BcfVersion } from '../topic.ts';
import { DEFINED, strictGuid } from './native-markup.ts';

/** Width divided by height that version 3.0 requires and earlier ones do not state. */
const ASPECT_RATIO = String(4 / 3);
/** Field of view that version 2.1 allows, degrees. */
const [FIELD_MIN, FIELD_MAX] = [45, 60];

/**
 * A viewpoint in the form of a version that is not that of its file.
 *
 * @param guid GUID of the viewpoint in the markup
 * @param warn is called for each value that the version cannot have
 */
export function nativeView(
  wide: XmlElement,
  guid: string,
  to: BcfVersion,
  warn: (message: string) => void,
): XmlElement {
  const own = to === '3.0' ? strictGuid(guid) : guid;
  const named = {
    ...wide,
    attributes: [['Guid', own] as const, ...wide.attributes.filter(([name]) => name !== 'Guid')],
  };
  const shaped = to === '3.0' ? shaped3(named, warn) : shaped21(named, warn);
  const fitted = withinForm(shaped, VIEW[to], DEFINED, (path) =>
    warn(`BCF ${to} has no \`${path}\`; it is left out`),
  );
  return tidied(fitted, VIEW[to]);
}

function shaped3(view: XmlElement, warn: (message: string) => void): XmlElement {
  const cameras = [
    ...childrenOf(view, 'PerspectiveCamera'),
    ...childrenOf(view, 'OrthogonalCamera'),
  ];
  if (cameras.length === 0) warn('a viewpoint has no camera, which BCF 3.0 requires');
  if (cameras.length > 1) warn('a viewpoint has two cameras; BCF 3.0 has only one');
  const [camera] = cameras;
  const complete =
    camera === undefined || childOf(camera, 'AspectRatio') !== undefined
      ? cameras.slice(0, 1)
      : [withChildren(camera, [...camera.children, element('AspectRatio', [], [ASPECT_RATIO])])];
  return withoutBlankTexts(
    withChildren(view, [...complete, ...others(view, 'PerspectiveCamera', 'OrthogonalCamera')]),
  );
}

/** Version 3.0 has no blank texts. */
function withoutBlankTexts(of: XmlElement): XmlElement {
  return withChildren(
    of,
    of.children.flatMap((node): XmlElement['children'] => {
      if (typeof node === 'string') return [node];
      return isBlank(node) ? [] : [withoutBlankTexts(node)];
    }),
  );
}

function isBlank({ name, children }: XmlElement): boolean {
  return (
    ['OriginatingSystem', 'AuthoringToolId'].includes(name) &&
    children.every((node) => typeof node === 'string' && node.trim() === '')
  );
}

function shaped21(view: XmlElement, warn: (message: string) => void): XmlElement {
  const components = childOf(view, 'Components');
  const bitmaps = childrenOf(childOf(view, 'Bitmaps'), 'Bitmap').map(bitmap21);
  return withChildren(view, [
    ...(components === undefined ? [] : [components21(components)]),
    ...others(view, 'Components', 'Bitmaps', 'PerspectiveCamera').filter(isFilled),
    ...childrenOf(view, 'PerspectiveCamera').map((camera) => camera21(camera, warn)),
    ...bitmaps,
  ]);
}

/** Lists, which version 2.1 does not allow to be empty. */
const LISTS = new Set(['Lines', 'ClippingPlanes', 'Selection', 'Exceptions', 'Coloring']);

function isFilled(one: XmlElement): boolean {
  return !LISTS.has(one.name) || elementsOf(one).length > 0;
}

function components21(components: XmlElement): XmlElement {
  const visibility = childOf(components, 'Visibility') ?? element('Visibility', [], []);
  const coloring = childrenOf(components, 'Coloring').map((one) =>
    withChildren(
      one,
      childrenOf(one, 'Color').map((colour) =>
        withChildren(colour, [
          ...childrenOf(childOf(colour, 'Components'), 'Component'),
          ...others(colour, 'Components'),
        ]),
      ),
    ),
  );
  return withChildren(components, [
    ...childrenOf(visibility, 'ViewSetupHints'),
    withChildren(visibility, others(visibility, 'ViewSetupHints').filter(isFilled)),
    ...others(components, 'Visibility', 'Coloring').filter(isFilled),
    ...coloring.filter(isFilled),
  ]);
}

function camera21(camera: XmlElement, warn: (message: string) => void): XmlElement {
  const field = Number(childText(camera, 'FieldOfView'));
  if (!Number.isFinite(field) || (field >= FIELD_MIN && field <= FIELD_MAX)) return camera;
  const allowed = String(Math.min(FIELD_MAX, Math.max(FIELD_MIN, field)));
  warn(`BCF 2.1 has no field of view of ${field} degrees; ${allowed} is written`);
  return withChildren(
    camera,
    camera.children.map((node) =>
      typeof node !== 'string' && node.name === 'FieldOfView'
        ? withChildren(node, [allowed])
        : node,
    ),
  );
}

function bitmap21(bitmap: XmlElement): XmlElement {
  return withChildren(
    bitmap,
    bitmap.children.map((node) =>
      typeof node !== 'string' && node.name === 'Format'
        ? element('Bitmap', node.attributes, node.children.map(upperText))
        : node,
    ),
  );
}

function upperText(node: XmlElement['children'][number]): XmlElement['children'][number] {
  return typeof node === 'string' ? node.toUpperCase() : node;
}
