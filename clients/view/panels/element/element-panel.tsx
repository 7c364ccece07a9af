/** @module element-panel: everything about the selected element, or what the selected elements have in common. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import type {
  ElementAnswer,
  Related,
  ShownValue,
} from '../../../../servers/view/protocol/element.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { EmptyNotice, ProblemNotice } from '../../components/problem-notice.tsx';
import { shown } from '../../components/shown.ts';
import { useAnswer } from '../../components/use-answer.ts';
import { flyTo, isolate, select, setHidden } from '../../state/actions.ts';
import { model } from '../../state/model.ts';
import { kindWords, titleOf } from '../../state/naming.ts';
import { store } from '../../state/store.ts';
import { STRINGS } from '../../strings.ts';
import { ElementHistory } from './element-history.tsx';
import { SelectionPanel } from './selection-panel.tsx';

/** The panel. */
export function ElementPanel(): JSX.Element {
  const selection = store.selection.value;
  const [id] = selection;
  if (id === undefined) {
    return (
      <EmptyNotice title={STRINGS.element.nothing}>
        <p>{STRINGS.element.nothingText}</p>
      </EmptyNotice>
    );
  }
  return selection.size === 1 ? <OneElement id={id} /> : <SelectionPanel ids={[...selection]} />;
}

function OneElement({ id }: { readonly id: string }): JSX.Element {
  const { answer, problem } = useAnswer('element', { at: store.moment.value, id });
  const { value: compared } = store.compared;
  const isMissing = problem !== null && compared !== null;
  const former = useAnswer('element', isMissing ? { at: compared, id } : null);
  if (answer !== null) return <Sheet key={id} element={answer} />;
  if (isMissing && former.answer !== null) {
    return (
      <>
        <p class="status-line" role="status">
          {STRINGS.element.deleted}
        </p>
        <Sheet key={id} element={former.answer} />
      </>
    );
  }
  if (problem === null || former.isLoading) {
    return <p class="status-line">{STRINGS.loading}</p>;
  }
  return <ProblemNotice problem={problem} />;
}

function Sheet({ element }: { readonly element: ElementAnswer }): JSX.Element {
  const { parameters, quantities, properties, related, history, more_history } = element;
  return (
    <div
      class="panel-body scroll element-panel"
      tabIndex={0}
      role="group"
      aria-label={titleOf(element)}
    >
      <Head element={element} />
      <ElementHistory history={history} hasMore={more_history} />
      <Values title={STRINGS.element.parameters} values={parameters} />
      <Values title={STRINGS.element.quantities} values={quantities} />
      <Values title={STRINGS.element.properties} values={properties} />
      <RelatedElements related={related} />
    </div>
  );
}

function Head({ element }: { readonly element: ElementAnswer }): JSX.Element {
  const { id, kind, level, type, ifc_guid } = element;
  const isHidden = store.hidden.value.has(id);
  return (
    <div class="element-head">
      <h3>{titleOf(element)}</h3>
      <div class="actions">
        <IconButton icon="target" label={STRINGS.element.zoom} onClick={() => flyTo([id])} />
        <IconButton icon="isolate" label={STRINGS.element.isolate} onClick={() => isolate([id])} />
        <IconButton
          icon={isHidden ? 'hidden' : 'eye'}
          label={isHidden ? STRINGS.element.show : STRINGS.element.hide}
          onClick={() => setHidden([id], !isHidden)}
        />
      </div>
      <dl class="values">
        <dt>{STRINGS.element.kind}</dt>
        <dd>{kindWords(kind)}</dd>
        {level === null ? null : (
          <>
            <dt>{STRINGS.element.storey}</dt>
            <dd>{shown(level.name)}</dd>
          </>
        )}
        {type === null ? null : (
          <>
            <dt>{STRINGS.element.type}</dt>
            <dd>
              <button
                type="button"
                class="link"
                title={STRINGS.element.selectType}
                onClick={() => select(withType(type.name), {})}
              >
                {shown(type.name)}
              </button>
            </dd>
          </>
        )}
        <dt>{STRINGS.element.id}</dt>
        <dd class="with-action">
          <code>{shown(id)}</code>
          <CopyButton text={id} what={STRINGS.element.id} />
        </dd>
        <dt>{STRINGS.element.guid}</dt>
        <dd class="with-action">
          <code>{shown(ifc_guid)}</code>
          <CopyButton text={ifc_guid} what={STRINGS.element.guid} />
        </dd>
      </dl>
    </div>
  );
}

/** Ids of the loaded elements of a type. */
function withType(type: string): readonly string[] {
  return [...model.rows.values()].filter((row) => row.type === type).map(({ id }) => id);
}

function Values({
  title,
  values,
}: {
  readonly title: string;
  readonly values: readonly ShownValue[];
}): JSX.Element | null {
  if (values.length === 0) return null;
  return (
    <section class="block">
      <h4>{title}</h4>
      <dl class="values">
        {values.map(({ name, label, text, unit }, index) => (
          <div class="value" key={`${index} ${name}`}>
            <dt title={shown(name)}>{shown(label)}</dt>
            <dd>
              {shown(text)}
              {unit === '' ? null : <span class="unit"> {shown(unit)}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function RelatedElements({
  related,
}: {
  readonly related: readonly Related[];
}): JSX.Element | null {
  const relations = useMemo(() => Map.groupBy(related, ({ relation }) => relation), [related]);
  if (related.length === 0) return null;
  return (
    <section class="block">
      <h4>{STRINGS.element.related}</h4>
      <dl class="values">
        {[...relations].map(([relation, elements]) => (
          <div class="value" key={relation}>
            <dt>{shown(relation)}</dt>
            <dd>
              <ul class="plain">
                {elements.map((one) => (
                  <li key={one.id}>
                    <button
                      type="button"
                      class="link"
                      onClick={() => select([one.id], { fly: true })}
                    >
                      {titleOf(one)}
                    </button>{' '}
                    <span class="quiet">{kindWords(one.kind)}</span>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
