/** @module orphans: elements that reference elements that no longer exist. */
import { checkpoint } from '../../base/work/checkpoint.ts';
import { stayingSources } from '../../building/kinds/solid/solid.ts';
import type { ModelView } from '../../building/model/view.ts';
import type { Finding } from '../findings/finding.ts';
import { findingId } from '../findings/finding.ts';
import type { Constraint } from './constraint.ts';

const NAME = 'orphan';
const STEP = 2000;

/** Every referenced element exists. */
export const orphans: Constraint = {
  name: NAME,
  title: 'referenced elements exist',
  check,
};

function check(view: ModelView): readonly Finding[] {
  const found: Finding[] = [];
  let done = 0;
  for (const element of view.elements()) {
    if (done % STEP === 0) checkpoint({ done, total: done + STEP, doing: 'references' });
    done += 1;
    const named = view.kinds.named(element).map(([, id]) => id);
    const referenced = [...named, ...stayingSources(element)];
    const missing = referenced.filter((id) => view.element(id) === undefined);
    if (missing.length === 0) continue;
    const { id, kind } = element;
    found.push({
      finding_id: findingId(NAME, [id]),
      check: NAME,
      severity: 'warning',
      element_ids: [id],
      level_id: view.levelOf(id),
      message: `${kind} \`${id}\` references ${missing.length} elements that do not exist`,
      location: null,
      box: view.bounds(id),
      details: { missing: missing.length },
    });
  }
  return found;
}
