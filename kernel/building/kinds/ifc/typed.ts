/** @module typed: layers, and door and window types, in IFC. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import type { IfcLayer, IfcMaterial, IfcNamed, IfcView } from '../facets/ifc.ts';
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

/** A material by its name, with its class if the model has it. */
export function ifcMaterial(name: string, view: IfcView): IfcMaterial {
  const found = materialNamed(name, view)?.params;
  return { name, category: found?.class ?? null };
}

const PANES: Readonly<Record<string, number>> = { single: 1, double: 2, triple: 3 };

/** The number of panes of a door or window, if it is known. */
export function glazingOf(type: Type | null): Readonly<Record<string, IfcNamed>> {
  const panes = PANES[type?.params.glazing ?? 'none'];
  return panes === undefined ? {} : { Pset_DoorWindowGlazingType: { GlassLayers: panes } };
}
