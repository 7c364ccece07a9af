/** @module reference-elements: which elements belong to reference models, from the log; no plan may change or use them. */
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { ElementRecord, ImportRecord, StoredEventOf } from '../../../schemas/events.ts';
import { eventsBackwards } from '../../approval/prior-values.ts';
import type { Moment } from './element-states.ts';
import { importStanding } from './import-standing.ts';

type Log = Pick<LedgerRead, 'branchHead' | 'eventsTouching' | 'importedElement'>;

/**
 * The reference models of the branch of a plan. SECURITY: a reference is what the last import of an element on the branch,
 * or on its parents before the fork, says; nothing that the plan states counts.
 */
export class ReferenceElements {
  readonly #log: Log;
  readonly #start: Moment | null;
  /** Id of the reference of each known element; null for elements of the building itself. */
  readonly #known = new Map<string, string | null>();

  /** `start`: the state before the plan; null for a branch without events and parents. */
  constructor(log: Log, start: Moment | null) {
    this.#log = log;
    this.#start = start;
  }

  /** Notes the elements of an import that an event of the plan itself brings. */
  imported(
    { import_id, reference: isReference }: Pick<ImportRecord, 'import_id' | 'reference'>,
    elements: readonly ElementRecord[],
  ): void {
    const reference = isReference ? import_id : null;
    for (const { id } of elements) this.#known.set(id, reference);
  }

  /** Refuses INVALID_ARGUMENT if one of the elements, which an event changes or hosts something in, is of a reference. */
  async assertUnchanged(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const reference = await this.#of(id);
      if (reference === null) continue;
      throw refused(
        `\`${id}\` belongs to the reference model \`${reference}\`, of which nothing may change`,
      );
    }
  }

  /**
   * Refuses INVALID_ARGUMENT if an event that ends an import, by a revision or an undo, has an element that now belongs to
   * another import, which is a reference.
   *
   * @param ids existing elements of the import
   * @param written those that events other than its revisions wrote after the import
   */
  async assertOwn(
    import_id: string,
    ids: readonly string[],
    written: ReadonlySet<string>,
  ): Promise<void> {
    for (const id of ids) {
      if (!written.has(id) && !this.#known.has(id)) continue;
      const reference = await this.#of(id);
      if (reference === null || reference === import_id) continue;
      throw refused(
        `\`${id}\` of the import \`${import_id}\` belongs to the reference model \`${reference}\` now, of which nothing may change`,
        'undo the import of the reference model first',
      );
    }
  }

  /** Refuses INVALID_ARGUMENT if an element names an element of another model than its own. */
  async assertApart({ id }: ElementRecord, named: readonly string[]): Promise<void> {
    const own = await this.#of(id);
    for (const other of named) {
      const reference = await this.#of(other);
      if (reference === own) continue;
      throw refused(
        reference === null
          ? `\`${id}\` of the reference model \`${own}\` needs \`${other}\`, which is not part of it`
          : `\`${id}\` needs \`${other}\`, which belongs to the reference model \`${reference}\``,
      );
    }
  }

  async #of(id: string): Promise<string | null> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const found = await this.#read(id);
    this.#known.set(id, found);
    return found;
  }

  async #read(id: string): Promise<string | null> {
    if (this.#start === null || (await this.#log.importedElement(id, null)) === null) return null;
    const { branch, until } = this.#start;
    for await (const event of eventsBackwards(this.#log, branch, id, until)) {
      const { type, payload } = event;
      if (type === 'import.reverted') return await this.#restored(event, id);
      if (type === 'element.deleted' && event.aggregate_id === id) return null;
      if (type === 'model.imported') return payload.reference ? payload.import_id : null;
    }
    return null;
  }

  /** The reference to which the undo of a revision returned an element; null if there is none. */
  async #restored(
    { payload: { restores }, branch, seq }: StoredEventOf<'import.reverted'>,
    id: string,
  ): Promise<string | null> {
    if (restores === undefined) return null;
    if ((await this.#log.importedElement(id, restores.manifest.sha256)) === null) return null;
    const found = await importStanding(this.#log, { branch, until: seq }, restores.import_id);
    return found?.record.reference === true ? restores.import_id : null;
  }
}

function refused(message: string, fix = 'change elements of the building itself'): Refusal {
  return new Refusal('INVALID_ARGUMENT', message, fix);
}
