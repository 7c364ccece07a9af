/** @module row-order: the order of the rows of a manifest. */
import type { ManifestRow } from '../../../schemas/imports.ts';
import { compareText } from '../canonical/deep-equal.ts';

/** Compares rows by record, then by id of the element (rows without one come first), GlobalId and entity. */
export function compareRows(a: ManifestRow, b: ManifestRow): number {
  return (
    a.record - b.record ||
    compareText(a.element?.id ?? '', b.element?.id ?? '') ||
    compareText(a.guid ?? '', b.guid ?? '') ||
    compareText(a.entity, b.entity)
  );
}
