/** @module typed: layers, and door and window types, in IFC. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import type { IfcLayer, IfcMaterial, IfcNamed, IfcTypeFacet, IfcView } from '../facets/ifc.ts';
import { isOf } from '../kind.ts';
import { materialNamed } from '../material/material.ts';
import { type Type, type as typeKind } from '../type/type.ts';
import type { Layer } from '../types/layers.ts';

/** Categories by the function of a layer. */
const CATEGORIES: Readonly<Record<Layer['function'], string>> = {
  structure: 'LoadBearing',
  insulation: 'Insulation',
  finish: 'Finish',
  membrane: 'Membrane',
  air: 'AirGap',
};

/** The type of an element; null without one, or if the view does not show it. */
export function ifcTypeOf(
  { params }: { readonly params: { readonly type_id?: string | null } },
  view: IfcView,
): Type | null {
  const { type_id } = params;
  const found: ElementRecord | undefined =
    typeof type_id === 'string' ? view.element(type_id) : undefined;
  return isOf(typeKind, found) ? found : null;
}

/** Layers, from the first to the last. */
export function ifcLayers({ params: { layers } }: Type, view: IfcView): readonly IfcLayer[] {
  return layers.map(({ material, thickness, function: use }) => ({
    thickness,
    material: ifcMaterial(material, view),
    category: CATEGORIES[use],
    // Whether an air gap is ventilated is not modelled.
    ventilated: use === 'air' ? null : false,
  }));
}

function ifcMaterial(name: string, view: IfcView): IfcMaterial {
  const found = materialNamed(name, view)?.params;
  return { name, category: found?.class ?? null };
}

/** Frame and leaves of a door or window type: lining, panels, and materials by part. */
export function ifcFitting(
  type: Type,
  lining: string,
  view: IfcView,
): Pick<IfcTypeFacet, 'panels' | 'constituents'> {
  const { frame_width, frame_depth, frame_material, leaf_material } = type.params;
  const parts = [
    ['Lining', frame_material],
    ['Framing', leaf_material],
  ] as const;
  const constituents = parts.flatMap(([part, name]) =>
    name === null ? [] : [{ part, material: ifcMaterial(name, view) }],
  );
  // IFC does not allow a depth without a thickness.
  const LiningDepth = frame_width === null ? null : frame_depth;
  return {
    panels:
      frame_width === null
        ? []
        : [{ entity: lining, attributes: { LiningDepth, LiningThickness: frame_width } }],
    constituents,
  };
}

const PANES: Readonly<Record<string, number>> = { single: 1, double: 2, triple: 3 };

/** The number of panes of a door or window, if it is known. */
export function glazingOf(type: Type | null): Readonly<Record<string, IfcNamed>> {
  const panes = PANES[type?.params.glazing ?? 'none'];
  return panes === undefined ? {} : { Pset_DoorWindowGlazingType: { GlassLayers: panes } };
}
