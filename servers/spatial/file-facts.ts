/** @module file-facts: what the file of an imported element states about it, with the edits of the model. */
import type { Element } from '../../kernel/building/kinds/elements.ts';
import { systemKey } from '../../kernel/building/kinds/shared/classification-systems.ts';
import { classificationWithType } from '../../kernel/building/kinds/shared/classification.ts';
import { propertiesWithType } from '../../kernel/building/kinds/shared/properties.ts';
import type {
  FileClassification,
  FileFacts,
  FileProperty,
  FileSet,
} from '../../kernel/building/model/file-source.ts';
import type { ModelView } from '../../kernel/building/model/view.ts';

/** A property; without a unit it has none. `file_value`: the value in the file, if the model has its own. */
type ShownProperty = {
  readonly name: string;
  readonly value: FileProperty['value'];
  readonly type?: string;
  readonly unit?: string;
  readonly file_value?: FileProperty['value'];
};
type ShownSet = Omit<FileSet, 'properties' | 'guid'> & {
  readonly properties: readonly ShownProperty[];
};

/** The facts of a file as answers show them. */
export type ShownFacts = Omit<FileFacts, 'sets' | 'left_out'> & {
  readonly sets: readonly ShownSet[];
};

/** The facts of an element, null if it is not imported, and warnings about what is left out. */
export function shownFacts(
  element: Element,
  view: ModelView,
): { readonly file: ShownFacts | null; readonly warnings: readonly string[] } {
  const facts = view.fileFacts(element.id);
  if (facts === null) return { file: null, warnings: [] };
  const { left_out, sets, ...others } = facts;
  const edits = propertiesWithType(element, view);
  const shown = sets.map(({ set, entity, of, properties: stated }) => {
    const own = new Map(Object.entries(edits[set] ?? {}));
    const properties = stated.map((property): ShownProperty => {
      const { name, value, type, unit } = property;
      const edit = own.get(name);
      if (edit !== undefined) return { name, value: edit, file_value: value };
      return {
        name,
        value,
        ...(type === null ? {} : { type }),
        ...(unit === null ? {} : { unit }),
      };
    });
    return { set, entity, of, properties };
  });
  return { file: { ...others, sets: shown }, warnings: left_out === null ? [] : [left_out] };
}

/** A reference to a classification without members that are not stated, and where it is from. */
type ShownReference = Partial<FileClassification> & {
  readonly from: 'element' | 'type' | 'file';
};

/** The references of an element: its own, then those of its type, then those of its file, one source for each system. */
export function shownClassifications(element: Element, view: ModelView): readonly ShownReference[] {
  const own = classificationWithType(element, view);
  const systems = new Set(own.map(({ system }) => systemKey(system)));
  const stated = view.fileFacts(element.id)?.classifications ?? [];
  return [
    ...own.map((one) => shownReference(one, one.from)),
    ...stated
      .filter(({ system }) => system === null || !systems.has(systemKey(system)))
      .map((one) => shownReference(one, 'file')),
  ];
}

function shownReference(
  { system, code, name, uri, edition, source }: FileClassification,
  from: ShownReference['from'],
): ShownReference {
  return {
    ...(system === null ? {} : { system }),
    ...(code === null ? {} : { code }),
    ...(name === null ? {} : { name }),
    ...(uri === null ? {} : { uri }),
    ...(edition === null ? {} : { edition }),
    ...(source === null ? {} : { source }),
    from,
  };
}
