/** @module plan-view: the plan of a storey: the same selection as the 3D view. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import type { Moment } from '../../../servers/view/protocol/moment.ts';
import type { SceneIndex } from '../../../servers/view/protocol/scene.ts';
import { askBytes } from '../api/ask.ts';
import { layout } from '../app/layout.ts';
import { IconButton } from '../components/icon-button.tsx';
import { EmptyNotice, ProblemNotice } from '../components/problem-notice.tsx';
import { Segments } from '../components/segments.tsx';
import { settled } from '../components/use-answer.ts';
import { announce, select } from '../state/actions.ts';
import { changeClasses, comparison, goneOn, planMoment } from '../state/comparison.ts';
import { levelName } from '../state/naming.ts';
import { planMarks } from '../state/plan-marks.ts';
import { type Problem, store } from '../state/store.ts';
import { STRINGS } from '../strings.ts';
import { addGone } from './gone-shapes.ts';
import { PlanMeasure } from './plan-measure.ts';
import { PlanSheet } from './plan-sheet.ts';
import { svgOf } from './safe-svg.ts';

const { plan: words } = STRINGS;
const SIDES = ['before', 'after'] as const;

/** The plan with its storey switch. */
export function PlanView(): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const [measure] = useState(() => new PlanMeasure((text) => announce(text)));
  const [sheet, setSheet] = useState<PlanSheet | null>(null);
  const { svg, problem, isLoading } = usePlan();
  const { value: selection } = store.selection;
  const { value: hidden } = store.hidden;
  const { value: storey } = store.storey;
  useEffect(() => {
    const { current: element } = host;
    if (element === null) return undefined;
    const made = new PlanSheet(element, {
      onPick: (id, isAdded) => select(id === null ? [] : [id], { isAdded }),
      onMark: (key) => planMarks.onMark.value(key),
      measuring: () => (store.tool.peek() === 'measure' ? measure : null),
    });
    setSheet(made);
    return () => made.dispose();
  }, []);
  useEffect(() => {
    sheet?.show(svg, storey);
    measure.show(svg);
  }, [sheet, svg]);
  const isMeasuring = store.tool.value === 'measure';
  useEffect(() => measure.clear(), [isMeasuring]);
  const marks = planMarks.marks.value.filter(({ level_id }) => level_id === storey);
  useEffect(() => sheet?.markPlaces(marks), [sheet, svg, storey, planMarks.marks.value]);
  const { value: answer } = comparison.answer;
  useEffect(() => sheet?.mark(selection, hidden), [sheet, svg, selection, hidden]);
  useEffect(() => sheet?.markChanges(changeClasses(answer)), [sheet, svg, answer]);
  return (
    <section class="plan" aria-label={words.label} style={{ '--size': `${layout.plan.value}px` }}>
      <div class="plan-tools">
        <StoreyChoice />
        {store.compared.value === null ? null : (
          <Segments
            title={words.side}
            values={SIDES}
            labels={words.sides}
            value={comparison.plan.value}
            onChange={(side) => (comparison.plan.value = side)}
          />
        )}
        <span class="tool-space" />
        <IconButton icon="minus" label={words.out} onClick={() => sheet?.zoom(1.25)} />
        <IconButton icon="plus" label={words.in} onClick={() => sheet?.zoom(0.8)} />
        <IconButton icon="fit" label={words.fit} onClick={() => sheet?.fit()} />
      </div>
      <div
        ref={host}
        class={isMeasuring ? 'plan-host is-measuring' : 'plan-host'}
        role="group"
        tabIndex={0}
        aria-label={words.keys(storey === null ? '' : levelName(storey))}
        aria-busy={isLoading}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !measure.isStarted) return;
          measure.clear();
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      {problem === null ? null : <ProblemNotice problem={problem} />}
      {storey === null && store.loading.value.kind === 'ready' ? (
        <EmptyNotice title={words.none} />
      ) : null}
    </section>
  );
}

function StoreyChoice(): JSX.Element {
  const levels = store.index.value?.storeys.filter(({ level_id }) => level_id !== null) ?? [];
  return (
    <label class="field">
      <span class="visually-hidden">{words.storey}</span>
      <select
        value={store.storey.value ?? ''}
        disabled={levels.length === 0}
        onChange={({ currentTarget }) => (store.storey.value = currentTarget.value)}
      >
        {levels.length === 0 ? <option value="">{words.noStorey}</option> : null}
        {levels.toReversed().map(({ level_id }) => (
          <option key={level_id} value={level_id ?? ''}>
            {levelName(level_id ?? '')}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The drawing of the storey, and again when the model changes. */
function usePlan(): {
  readonly svg: SVGSVGElement | null;
  readonly problem: Problem | null;
  readonly isLoading: boolean;
} {
  const [svg, setSvg] = useState<SVGSVGElement | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isLoading, setIsLoading] = useState(false);
  const { value: level_id } = store.storey;
  const { value: at } = planMoment;
  const { value: revision } = store.revision;
  const isKnown = isLoaded(store.index.value, level_id);
  const gone = goneOn(level_id);
  useEffect(() => {
    if (level_id === null || !isKnown) {
      setSvg(null);
      return undefined;
    }
    const running = new AbortController();
    setIsLoading(true);
    const { signal } = running;
    void settled(drawing({ at, level_id, gone }, signal), signal, (drawn, failure) => {
      setSvg(drawn);
      setProblem(failure);
      setIsLoading(false);
    });
    return () => running.abort();
  }, [level_id, isKnown, at, revision, gone.ids.join(' ')]);
  return { svg, problem, isLoading };
}

/** The drawing of a storey, with what the comparison deletes on it. */
async function drawing(
  {
    at,
    level_id,
    gone,
  }: { readonly at: Moment; readonly level_id: string; readonly gone: ReturnType<typeof goneOn> },
  signal: AbortSignal,
): Promise<SVGSVGElement> {
  const drawn = async (moment: Moment): Promise<SVGSVGElement> =>
    svgOf(new TextDecoder().decode(await askBytes('plan', { at: moment, level_id }, signal)));
  const svg = await drawn(at);
  if (gone.from !== null) addGone(svg, await drawn(gone.from), new Set(gone.ids));
  return svg;
}

/** Whether the storey is loaded: its shapes come first, because the hub answers one question after another. */
function isLoaded(index: SceneIndex | null, level_id: string | null): boolean {
  const storey = index?.storeys.find((one) => one.level_id === level_id);
  if (storey === undefined) return false;
  const { value: loading } = store.loading;
  return loading.kind !== 'loading' || loading.done >= storey.elements;
}
