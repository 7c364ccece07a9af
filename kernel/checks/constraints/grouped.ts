/** @module grouped: merges many findings about imported elements of one level into one. */
import type { ModelView } from '../../building/model/view.ts';
import { type Finding, findingId } from '../findings/finding.ts';

/** Findings of one check about imported elements of one level that are listed one by one. */
const SINGLE_MAX = 10;

/**
 * The findings of one check. If more than 10 of a level are only about imported elements, one finding stands for them:
 * they are how the other program models, not faults to correct one by one. It has the place of the first and the ids of
 * all their elements.
 */
export function grouped(
  findings: readonly Finding[],
  view: Pick<ModelView, 'productOf' | 'elementOf'>,
): readonly Finding[] {
  const isImported = ({ element_ids }: Finding): boolean =>
    element_ids.every((id) => view.productOf(id) !== null);
  const levels = Map.groupBy(findings, (one) => (isImported(one) ? one.level_id : null));
  levels.delete(null);
  const many = new Map([...levels].filter(([, { length }]) => length > SINGLE_MAX));
  if (many.size === 0) return findings;
  const merged = new Set<string | null>();
  return findings.flatMap((one): readonly Finding[] => {
    const all = isImported(one) ? many.get(one.level_id) : undefined;
    if (all === undefined) return [one];
    if (merged.has(one.level_id)) return [];
    merged.add(one.level_id);
    return [groupOf(one, all, view)];
  });
}

function groupOf(
  first: Finding,
  all: readonly Finding[],
  view: Pick<ModelView, 'elementOf'>,
): Finding {
  const { check, level_id } = first;
  const level = view.elementOf(level_id ?? '', 'level')?.params.name ?? level_id;
  return {
    ...first,
    finding_id: findingId(check, [level_id ?? ''], 'imported'),
    element_ids: [...new Set(all.flatMap(({ element_ids }) => element_ids))],
    message: `${all.length} findings about imported elements of level \`${level}\`, such as: ${first.message}; with \`element_ids\` those of an element are listed`,
    details: { ...first.details, grouped: all.length },
  };
}
