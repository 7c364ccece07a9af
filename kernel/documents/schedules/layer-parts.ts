/** @module layer parts: divides an element into the materials of its layers. */
import type { Element } from '../../building/kinds/elements.ts';
import { layerShares } from '../../building/kinds/types/layer-shares.ts';
import { typeOf } from '../../building/kinds/types/of-type.ts';
import type { ModelView } from '../../building/model/view.ts';

/** The share of an element in one material: its net and gross volume. */
export type MaterialPart = {
  readonly material: string;
  /** Volume in mm³, on the grid of a thousandth; null if the element has no volume. */
  readonly volume_mm3: number | null;
  readonly gross_volume_mm3: number | null;
};

/**
 * The materials of an element, merged by name, in the order of its layers; empty if it has no layers. Their volumes add
 * up to the volume of the element.
 */
export function materialParts(element: Element, view: ModelView): readonly MaterialPart[] {
  const shares = layerShares(element, view);
  if (shares.length === 0) return [];
  const net = view.measures(element.id).volume_mm3;
  const gross = view.grossMeasures(element.id).volume_mm3;
  const byName = new Map<string, { gross: number; cut: number }>();
  for (const { layer, gross: part, cut } of shares) {
    const known = byName.get(layer.material) ?? { gross: 0, cut: 0 };
    byName.set(layer.material, { gross: known.gross + part, cut: known.cut + cut });
  }
  const parts = [...byName];
  const whole = gross ?? net;
  const lost = whole === null || net === null ? 0 : whole - net;
  const volumes = added(
    parts.map(([, part]) => (whole ?? 0) * part.gross - lost * part.cut),
    net,
  );
  const grosses = added(
    parts.map(([, part]) => (whole ?? 0) * part.gross),
    gross,
  );
  return parts.map(([material], index) => ({
    material,
    volume_mm3: volumes[index] ?? null,
    gross_volume_mm3: grosses[index] ?? null,
  }));
}

/** Rounds each running sum to a thousandth, so that the values add up to `sum`; empty if `sum` is null. */
function added(values: readonly number[], sum: number | null): readonly number[] {
  if (sum === null) return [];
  let [running, before] = [0, 0];
  return values.map((value, index) => {
    running += value;
    const end = index === values.length - 1 ? sum : Math.round(running * 1000) / 1000;
    const part = Math.round((end - before) * 1000) / 1000;
    before = end;
    return part;
  });
}

/** Description of the layers of an element, or of its frame and leaves; null if its type does not state them. */
export function madeOf(element: Element, view: ModelView): string | null {
  const type = typeOf(element, view)?.params;
  if (type === undefined) return null;
  const layers = type.layers.map(({ material, thickness }) => `${material} ${thickness} mm`);
  const fitted = [type.frame_material, type.leaf_material].filter((one) => one !== null);
  const all = layers.length > 0 ? layers : [...new Set(fitted)];
  return all.length === 0 ? null : all.join(', ');
}
