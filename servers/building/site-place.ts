/** @module site-place: the place of a site on earth in answers: WGS84, both norths, and why something is missing. */
import * as z from 'zod';

import type { ElementOf } from '../../kernel/building/kinds/elements.ts';
import { SITE_ID } from '../../kernel/building/kinds/site/site.ts';
import { northsOf, type Placed, placeOf } from '../../kernel/building/place/georeference.ts';
import { withoutWgs84 } from '../../kernel/building/place/place-faults.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';

/** Digits of latitudes and longitudes (1e-8 degrees are about 1 mm) and of angles in answers. */
const [PLACE_DIGITS, ANGLE_DIGITS] = [8, 6];

/** The place of a site with a georeference. */
export const SitePlace = z.object({
  system: z.string().nullable().describe('Name of the coordinate reference system.'),
  wgs84: z
    .object({ latitude: z.number(), longitude: z.number(), accuracy_m: z.number() })
    .nullable()
    .describe('Latitude and longitude of the origin, degrees; null if not computed.'),
  true_north_deg: z.number().nullable(),
  grid_north_deg: z.number(),
  convergence_deg: z
    .number()
    .nullable()
    .describe('Angle from true north to grid north, clockwise, degrees.'),
  because: z.string().nullable().describe('Why there is no WGS84; null if there is.'),
});

/** The parameters of the site of a view; null if none is set or the caller may not see it. */
export function siteIn(view: BuildingView): ElementOf<'site'>['params'] | null {
  return view.elementOf(SITE_ID, 'site')?.params ?? null;
}

/** The place of a site; null if it has no georeference. */
export function sitePlaceOf({
  true_north_deg,
  georeference,
}: Placed): z.output<typeof SitePlace> | null {
  if (georeference === null) return null;
  const place = placeOf(georeference);
  const { true_deg, grid_deg } = northsOf({ true_north_deg, georeference });
  return {
    system: place?.system.name ?? null,
    wgs84:
      place === null
        ? null
        : {
            latitude: short(place.latitude, PLACE_DIGITS),
            longitude: short(place.longitude, PLACE_DIGITS),
            accuracy_m: place.accuracy_m,
          },
    true_north_deg: true_deg === null ? null : short(true_deg, ANGLE_DIGITS),
    grid_north_deg: short(grid_deg, ANGLE_DIGITS),
    convergence_deg: place === null ? null : short(place.convergence_deg, ANGLE_DIGITS),
    because:
      place === null
        ? (withoutWgs84(georeference.crs) ?? 'the coordinates are no place on earth')
        : null,
  };
}

function short(value: number, digits: number): number {
  return Number(value.toFixed(digits)) + 0;
}
