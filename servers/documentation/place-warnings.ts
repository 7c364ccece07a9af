/** @module place-warnings: what an export says about the place of the building on earth. */
import { placeFaults, withoutWgs84 } from '../../kernel/building/place/place-faults.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import { siteIn } from '../building/site-place.ts';

/** Warning of a new IFC file without a place. A hidden site and a missing one give the same warning. */
const NO_PLACE =
  'the file states no place on earth, so it has no coordinate reference system (rule GRF003), latitude or longitude: no site with a georeference is set or visible to you; set_site sets it';

/** Warnings about the place that a new IFC file states, or does not state. */
export function placeWarnings(view: BuildingView): readonly string[] {
  const site = siteIn(view);
  if (site === null || site.georeference === null) return [NO_PLACE];
  const without = withoutWgs84(site.georeference.crs);
  return [
    ...(without === null ? [] : [`${without}: the file has none`]),
    ...placeFaults(site).map(({ message }) => message),
  ];
}
