/** @module change-rows: the elements that an operation changes, in the words of the terminal. */
import type { EffectItem } from '../../../servers/approvals/effect-item.ts';
import type { Effect } from '../../../servers/approvals/effect.ts';
import { elementText, valueText } from '../../../servers/approvals/element-text.ts';
import { placedItems } from '../../../servers/approvals/item-lines.ts';
import { resultTexts } from '../../../servers/approvals/result-text.ts';
import { BoundedList } from './bounded-list.ts';
import { maskedParams, maskedText, maskedValue } from './masked.ts';
import type { ChangeRow, Listed } from './report-data.ts';

/**
 * The changes of an effect: deleted elements with their dependants, modified and created ones, then those that follow. At
 * most `most` are listed.
 */
export function changeRows(effect: Effect, most: number): Listed<ChangeRow> {
  const { before, after, items, imported, undone, carried } = effect;
  const rows = new BoundedList<ChangeRow>(most);
  for (const { item, depth } of placedItems(items)) {
    rows.add(() => itemRow(item, depth, effect));
  }
  for (const element of undone) {
    rows.add(() => plainRow('deleted', elementText(element, before, maskedParams)));
  }
  for (const element of imported) {
    rows.add(() => plainRow('created', elementText(element, after, maskedParams)));
  }
  for (const element of carried) {
    rows.add(() => plainRow('also', elementText(element, before, maskedParams)));
  }
  return rows.list();
}

function plainRow(change: ChangeRow['change'], text: string): ChangeRow {
  return { change, depth: 0, text, params: [] };
}

function itemRow(item: EffectItem, depth: number, { before, after }: Effect): ChangeRow {
  const { change, element } = item;
  const text = elementText(element, change === 'created' ? after : before, maskedParams);
  const params = item.change === 'modified' ? item.params : [];
  return {
    change,
    depth,
    text,
    params: params.map(({ name, from, to }) => ({
      name,
      from: valueText(maskedValue(name, from)),
      to: valueText(maskedValue(name, to)),
    })),
  };
}

/** Measures before and after an operation, one line for each element that existed before it. */
export function measureTexts({ results, before }: Effect): readonly string[] {
  const changed = results.filter(({ id }) => before.model.element(id) !== undefined);
  return resultTexts(changed).map(maskedText);
}
