/** @module view-data: the members of a viewpoint as plain values. */
import { flag } from './wide-view.ts';
import { attributeOf, childOf, childrenOf, childText } from './xml-node.ts';
import type { XmlElement } from './xml-tree.ts';

/** A point or direction in the coordinates of the model, metres. */
export type Vector = { readonly x: number; readonly y: number; readonly z: number };

/** A camera: `field_of_view_deg` only of a perspective, `scale` (metres of the height shown) only of an orthogonal one. */
export type CameraData = {
  readonly kind: 'perspective' | 'orthogonal';
  readonly position: Vector;
  readonly direction: Vector;
  readonly up: Vector;
  readonly field_of_view_deg: number | null;
  readonly scale: number | null;
  readonly aspect_ratio: number | null;
};

export type ComponentData = {
  readonly ifc_guid: string | null;
  readonly system: string | null;
  readonly tool_id: string | null;
};

/** A viewpoint. */
export type ViewData = {
  readonly camera: CameraData | null;
  readonly selection: readonly ComponentData[];
  readonly default_visibility: boolean;
  /** Components with the other visibility. */
  readonly exceptions: readonly ComponentData[];
  readonly hints: {
    readonly spaces: boolean;
    readonly space_boundaries: boolean;
    readonly openings: boolean;
  };
  /** Colours as in the file, such as `FF0000`. */
  readonly colouring: readonly {
    readonly colour: string;
    readonly components: readonly ComponentData[];
  }[];
  readonly lines: readonly { readonly start: Vector; readonly end: Vector }[];
  readonly clipping_planes: readonly { readonly location: Vector; readonly direction: Vector }[];
  /** Bitmaps; `file` is a name in the folder of the topic, `height` is in metres. */
  readonly bitmaps: readonly {
    readonly format: string | null;
    readonly file: string | null;
    readonly location: Vector | null;
    readonly normal: Vector | null;
    readonly up: Vector | null;
    readonly height: number | null;
  }[];
};

/** The members of a viewpoint in the wide form. Lines and planes with invalid numbers are left out. */
export function viewData(view: XmlElement): ViewData {
  const components = childOf(view, 'Components');
  const visibility = childOf(components, 'Visibility');
  const hints = childOf(visibility, 'ViewSetupHints');
  return {
    camera: cameraOf(view),
    selection: componentsIn(childOf(components, 'Selection')),
    default_visibility: flag(visibility, 'DefaultVisibility') ?? components === undefined,
    exceptions: componentsIn(childOf(visibility, 'Exceptions')),
    hints: {
      spaces: flag(hints, 'SpacesVisible') ?? false,
      space_boundaries: flag(hints, 'SpaceBoundariesVisible') ?? false,
      openings: flag(hints, 'OpeningsVisible') ?? false,
    },
    colouring: childrenOf(childOf(components, 'Coloring'), 'Color').map((colour) => ({
      colour: attributeOf(colour, 'Color') ?? '',
      components: componentsIn(childOf(colour, 'Components')),
    })),
    lines: childrenOf(childOf(view, 'Lines'), 'Line').flatMap((line) => {
      const [start, end] = [vectorOf(line, 'StartPoint'), vectorOf(line, 'EndPoint')];
      return start === null || end === null ? [] : [{ start, end }];
    }),
    clipping_planes: childrenOf(childOf(view, 'ClippingPlanes'), 'ClippingPlane').flatMap((one) => {
      const [location, direction] = [vectorOf(one, 'Location'), vectorOf(one, 'Direction')];
      return location === null || direction === null ? [] : [{ location, direction }];
    }),
    bitmaps: childrenOf(childOf(view, 'Bitmaps'), 'Bitmap').map((one) => ({
      format: childText(one, 'Format'),
      file: childText(one, 'Reference'),
      location: vectorOf(one, 'Location'),
      normal: vectorOf(one, 'Normal'),
      up: vectorOf(one, 'Up'),
      height: numberOf(childText(one, 'Height')),
    })),
  };
}

/** All components that a viewpoint names, each GUID one time, in the order of selection, exceptions and colours. */
export function componentGuids(view: ViewData): readonly string[] {
  const all = [
    ...view.selection,
    ...view.exceptions,
    ...view.colouring.flatMap(({ components }) => components),
  ];
  return [...new Set(all.flatMap(({ ifc_guid }) => ifc_guid ?? []))];
}

function componentsIn(list: XmlElement | undefined): readonly ComponentData[] {
  return childrenOf(list, 'Component').map((one) => ({
    ifc_guid: attributeOf(one, 'IfcGuid'),
    system: childText(one, 'OriginatingSystem'),
    tool_id: childText(one, 'AuthoringToolId'),
  }));
}

function cameraOf(view: XmlElement): CameraData | null {
  const perspective = childOf(view, 'PerspectiveCamera');
  const camera = perspective ?? childOf(view, 'OrthogonalCamera');
  const position = vectorOf(camera, 'CameraViewPoint');
  const direction = vectorOf(camera, 'CameraDirection');
  const up = vectorOf(camera, 'CameraUpVector');
  if (position === null || direction === null || up === null) return null;
  return {
    kind: perspective === undefined ? 'orthogonal' : 'perspective',
    position,
    direction,
    up,
    field_of_view_deg: numberOf(childText(perspective, 'FieldOfView')),
    scale: numberOf(childText(camera, 'ViewToWorldScale')),
    aspect_ratio: numberOf(childText(camera, 'AspectRatio')),
  };
}

function vectorOf(parent: XmlElement | undefined, name: string): Vector | null {
  const one = childOf(parent, name);
  const x = numberOf(childText(one, 'X'));
  const y = numberOf(childText(one, 'Y'));
  const z = numberOf(childText(one, 'Z'));
  return x === null || y === null || z === null ? null : { x, y, z };
}

/** A finite number; a decimal comma is read as a point. */
function numberOf(text: string | null): number | null {
  if (text === null || !/^[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:e[+-]?\d+)?$/i.test(text)) return null;
  const value = Number(text.replace(',', '.'));
  return Number.isFinite(value) ? value : null;
}
