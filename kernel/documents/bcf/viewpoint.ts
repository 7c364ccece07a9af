/** @module viewpoint: a viewpoint as a file: camera, visibility, selection, colours (BCF-XML 2.1 and 3.0, visinfo.xsd). */
import type { Rgb } from '../raster/raster.ts';
import { bcfGuid } from './bcf-guid.ts';
import type { BcfCamera, BcfVector, BcfVersion, BcfViewpoint } from './topic.ts';
import { tag, textTag, xmlFile } from './xml.ts';

/** GlobalId of an element. */
export type GuidOf = (element_id: string) => string;

/** The viewpoint file. All other elements of the model stay visible. */
export function viewpointXml(viewpoint: BcfViewpoint, version: BcfVersion, guidOf: GuidOf): string {
  const { key, camera, selected, coloured } = viewpoint;
  const hints = hintsXml(viewpoint);
  const is21 = version === '2.1';
  // Version 3.0 wraps the components of a colour in an additional element, and @thatopen/components 3.4.8 cannot read a
  // file that contains it. In 3.0 the elements are therefore selected, and coloured only in the picture.
  const colours = is21 ? coloured : [];
  const components = tag(
    'Components',
    {},
    ...(is21 ? [hints] : []),
    ...(selected.length === 0
      ? []
      : [tag('Selection', {}, ...selected.map((id) => componentXml(id, guidOf)))]),
    tag('Visibility', { DefaultVisibility: true }, ...(is21 ? [] : [hints])),
    ...(colours.length === 0
      ? []
      : [tag('Coloring', {}, ...colours.map((one) => colourXml(one, guidOf)))]),
  );
  return xmlFile(
    tag('VisualizationInfo', { Guid: bcfGuid(key) }, components, cameraXml(camera, version)),
  );
}

function colourXml(
  { colour, element_ids }: BcfViewpoint['coloured'][number],
  guidOf: GuidOf,
): string {
  const components = element_ids.map((id) => componentXml(id, guidOf));
  return tag('Color', { Color: hexOf(colour) }, ...components);
}

function hintsXml({ shows_spaces, shows_openings }: BcfViewpoint): string {
  return tag('ViewSetupHints', {
    SpacesVisible: shows_spaces,
    SpaceBoundariesVisible: false,
    OpeningsVisible: shows_openings,
  });
}

function componentXml(element_id: string, guidOf: GuidOf): string {
  return tag(
    'Component',
    { IfcGuid: guidOf(element_id) },
    textTag('OriginatingSystem', 'Plumbline'),
    textTag('AuthoringToolId', element_id),
  );
}

function cameraXml(camera: BcfCamera, version: BcfVersion): string {
  const { position, direction, up, field_of_view_deg, aspect_ratio } = camera;
  return tag(
    'PerspectiveCamera',
    {},
    vectorXml('CameraViewPoint', position),
    vectorXml('CameraDirection', direction),
    vectorXml('CameraUpVector', up),
    textTag('FieldOfView', String(field_of_view_deg)),
    ...(version === '2.1' ? [] : [textTag('AspectRatio', String(aspect_ratio))]),
  );
}

function vectorXml(name: string, vector: BcfVector): string {
  return tag(
    name,
    {},
    textTag('X', String(vector.x)),
    textTag('Y', String(vector.y)),
    textTag('Z', String(vector.z)),
  );
}

/** Colour as six hexadecimal digits: `2563EB`. */
function hexOf(colour: Rgb): string {
  return colour
    .map((share) => Math.round(share).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}
