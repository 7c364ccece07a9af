/** @module site place: the place of the site on earth is plausible. */
import { SITE_ID } from '../../building/kinds/site/site.ts';
import type { ModelView } from '../../building/model/view.ts';
import { placeFaults } from '../../building/place/place-faults.ts';
import type { Finding } from '../findings/finding.ts';
import { findingId } from '../findings/finding.ts';
import type { Constraint } from './constraint.ts';

const NAME = 'site_place';

/** The origin of the model is in the area of use of its coordinate reference system, and its norths agree. */
export const sitePlace: Constraint = {
  name: NAME,
  title: 'the site is where its coordinate reference system is used, and its norths agree',
  check,
};

function check(view: ModelView): readonly Finding[] {
  const site = view.elementOf(SITE_ID, 'site');
  if (site === undefined) return [];
  return placeFaults(site.params).map(({ fault, message }) => ({
    finding_id: findingId(NAME, [site.id], fault),
    check: NAME,
    severity: 'warning',
    element_ids: [site.id],
    level_id: null,
    message,
    location: null,
    box: null,
    details: { fault },
  }));
}
