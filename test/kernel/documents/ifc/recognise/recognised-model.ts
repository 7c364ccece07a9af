/** @module recognised-model: what was recognised in a file as a model, and whether its elements can be edited. */
import { Model } from '../../../../../kernel/building/model/model.ts';
import { planModify } from '../../../../../kernel/building/model/plan/modify.ts';
import type { ModelView } from '../../../../../kernel/building/model/view.ts';
import type { Kernels } from '../../../../../kernel/documents/ifc/recognise/kernels.ts';
import type { Recognition } from '../../../../../kernel/documents/ifc/recognise/recognise.ts';
import type { ElementRecord, PlannedEvent } from '../../../../../schemas/events.ts';
import { TestLedger } from '../../../building/model/build.ts';

/** The proven elements as a model. */
export function viewOf(found: Recognition, { solids }: Kernels): ModelView {
  const ledger = new TestLedger();
  const elements = [
    ...found.levels.map(({ element }) => element),
    ...found.products.flatMap(({ element }) =>
      element === null || element.kind === 'level' ? [] : [element],
    ),
    ...found.unnamed,
  ];
  const distinct = [...new Map(elements.map((element) => [element.id, element])).values()];
  const hosts = distinct.filter(({ params }) => params['host_id'] === undefined);
  const hosted = distinct.filter(({ params }) => params['host_id'] !== undefined);
  const model = new Model({ solids });
  model.applyAll(ledger.store('main', [...hosts, ...hosted].map(creates)));
  const view = model.view('main');
  if (view === null) throw new Error('no branch main');
  return view;
}

function creates(element: ElementRecord): PlannedEvent {
  const type = element.kind === 'level' ? 'level.created' : 'element.created';
  return { type, aggregate_id: element.id, payload: { element } };
}

/** The elements of a model that cannot be given another name, with the reason. */
export function refusedRenames(view: ModelView): readonly string[] {
  const refuse = (code: string, message: string): never => {
    throw new Error(`${code}: ${message}`);
  };
  const context = { ids: { next: (kind: string) => `${kind}_next` }, snap_mm: 0, refuse };
  return [...view.elements()].flatMap(({ id, kind }) => {
    try {
      const value = `other name of ${id}`;
      planModify({ element_id: id, parameter_name: 'name', value }, view, context);
      return [];
    } catch (error) {
      return [`${kind}: ${String(error)}`];
    }
  });
}
