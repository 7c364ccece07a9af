/** @module file-model: an IFC file as a model that IDS can check. */
import type { InstanceModel } from '../../ifc/read/ifc-model.ts';
import type { IfcSchemaName } from '../../ifc/schema/ifc-schema.ts';
import type { IdsModel, IdsSubject } from '../ids-model.ts';
import type { IdsSchema } from '../ids.ts';
import { ALIASES, OCCURRENCES } from './aliases.ts';
import { FileIndex, type LabelOf } from './file-index.ts';
import { FileSubject } from './file-subject.ts';

const SCHEMAS: Readonly<Record<IfcSchemaName, IdsSchema>> = {
  IFC2X3: 'IFC2X3',
  IFC4: 'IFC4',
  IFC4X3: 'IFC4X3_ADD2',
};
/** Supertypes of the objects to which a specification without entity can apply. */
const OBJECTS = ['IfcObjectDefinition', 'IfcMaterial'] as const;

/** An opened file. Its relations are read with the first question about them. */
export class FileIdsModel implements IdsModel {
  readonly schema: IdsSchema;
  readonly #model: InstanceModel;
  readonly #index: FileIndex;

  /** `labelOf`: how findings name an instance; default: as the file does. */
  constructor(model: InstanceModel, labelOf?: LabelOf) {
    this.#model = model;
    this.#index = new FileIndex(model, labelOf);
    this.schema = SCHEMAS[model.schema.name];
  }

  entities(): ReadonlySet<string> {
    const names = new Set(this.#model.file.typeNames.map((name) => name.toUpperCase()));
    if (this.schema !== 'IFC2X3') return names;
    const aliases = ALIASES.filter((one) => names.has(one.occurrence) && names.has(one.type));
    return new Set([...names, ...aliases.map(({ name }) => name)]);
  }

  *subjectsOf(entities: ReadonlySet<string> | null): Generator<IdsSubject> {
    const model = this.#model;
    if (entities === null) {
      for (const entity of OBJECTS) {
        for (const row of model.rows(entity)) yield new FileSubject(row, this.#index);
      }
      return;
    }
    for (const name of model.file.typeNames) {
      const entity = name.toUpperCase();
      const isAll = entities.has(entity);
      const isByType = this.schema === 'IFC2X3' && OCCURRENCES.has(entity);
      if (!isAll && !isByType) continue;
      for (const row of model.exactly(name)) {
        const subject = new FileSubject(row, this.#index);
        const isOne = isAll || (subject.alias !== null && entities.has(subject.alias));
        if (isOne) yield subject;
      }
    }
  }
}
