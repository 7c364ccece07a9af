/** @module time-panel: the model at any moment of the log, and who did what. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import type { LogStep } from '../../../../servers/view/protocol/log.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { EmptyNotice, ProblemNotice } from '../../components/problem-notice.tsx';
import { Segments } from '../../components/segments.tsx';
import { shown } from '../../components/shown.ts';
import { needSeconds, Time } from '../../components/time.tsx';
import { useAnswer } from '../../components/use-answer.ts';
import { compareWith, openPanel, showMoment } from '../../state/actions.ts';
import { stepIndex } from '../../state/known-steps.ts';
import { isPresent } from '../../state/loader.ts';
import { namedText } from '../../state/naming.ts';
import { store } from '../../state/store.ts';
import { STRINGS } from '../../strings.ts';
import { LastLooked } from './last-looked.tsx';
import { LogList } from './log-list.tsx';
import { RestoreCommand } from './restore-command.tsx';

const { time: words } = STRINGS;
const BY = ['event', 'session', 'day'] as const;
type By = (typeof BY)[number];

/** The panel. */
export function TimePanel(): JSX.Element {
  const by = useSignal<By>('event');
  const branch = store.at.value?.branch ?? 'main';
  const { answer, problem } = useAnswer('steps', { branch, by: by.value });
  return (
    <div class="panel-body time-panel">
      <div class="panel-tools">
        <Segments
          title={words.by.title}
          values={BY}
          labels={words.by}
          value={by.value}
          onChange={(one) => (by.value = one)}
        />
        <LastLooked branch={branch} />
      </div>
      {words.byText[by.value] === null ? null : (
        <p class="time-step quiet">{words.byText[by.value]}</p>
      )}
      {problem === null ? null : <ProblemNotice problem={problem} />}
      {answer?.steps.length === 0 ? <EmptyNotice title={words.none} /> : null}
      {answer === null || answer.steps.length === 0 ? null : (
        <Slider branch={branch} steps={answer.steps} isCut={answer.cut} by={by.value} />
      )}
      <LogList branch={branch} />
    </div>
  );
}

/** One position for each step; the last one is the present. */
function Slider({
  branch,
  steps,
  isCut,
  by,
}: {
  readonly branch: string;
  readonly steps: readonly LogStep[];
  readonly isCut: boolean;
  readonly by: By;
}): JSX.Element {
  const last = steps.length - 1;
  const position = positionIn(steps);
  const isPlaying = useSignal(false);
  const isReady = store.loading.value.kind === 'ready';
  const show = (index: number): void => showStep(branch, steps, index);
  useEffect(() => {
    if (!isPlaying.value || !isReady) return undefined;
    if (position >= last) {
      isPlaying.value = false;
      return undefined;
    }
    const timer = setTimeout(() => show(position + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [isPlaying.value, isReady, position]);
  const play = (): void => {
    if (!isPlaying.value && position >= last) show(0);
    isPlaying.value = !isPlaying.value;
  };
  const step = steps[position];
  const isPlan = 'plan' in store.moment.value;
  return (
    <div class="time-slider">
      <div class="time-row">
        <IconButton
          icon={isPlaying.value ? 'pause' : 'play'}
          label={isPlaying.value ? words.pause : words.play}
          onClick={play}
        />
        <input
          type="range"
          // The present is at the right, also as the only step
          min={last === 0 ? -1 : 0}
          max={last}
          disabled={last === 0}
          value={position}
          aria-label={words.slider}
          aria-valuetext={step === undefined ? '' : `${shown(step.label)}, ${step.at}`}
          onInput={({ currentTarget }) => show(Number(currentTarget.value))}
        />
        <output>{words.position(position + 1, steps.length)}</output>
      </div>
      {isPlan ? <p class="time-step">{words.planned}</p> : null}
      {step === undefined || isPlan ? null : (
        <p class="time-step">
          <Time at={step.at} isExact={needSeconds(steps.map(({ at }) => at))} />{' '}
          {by === 'day' ? '' : namedText(step.label)}
          {by === 'event' ? null : <span class="quiet"> {words.operations(step.operations)}</span>}
        </p>
      )}
      {isCut ? <p class="quiet">{words.cut}</p> : null}
      {isPlan || isPresent(store.moment.value) ? null : (
        <p class="actions">
          <button
            type="button"
            class="button"
            onClick={() => {
              const earlier = store.moment.peek();
              showMoment({ branch });
              compareWith(earlier);
              openPanel('changes', 'left');
            }}
          >
            {words.compareNow}
          </button>
          <RestoreCommand branch={branch} />
        </p>
      )}
    </div>
  );
}

/** Time (ms) for which a step is shown while the log is played. */
const STEP_MS = 900;

/** The step that is shown; the last one for the present, and for a moment that is no step. */
function positionIn(steps: readonly LogStep[]): number {
  const { value: moment } = store.moment;
  const last = steps.length - 1;
  if ('plan' in moment || isPresent(moment)) return last;
  return stepIndex(steps, moment, store.at.value?.seq ?? null) ?? last;
}

function showStep(branch: string, steps: readonly LogStep[], index: number): void {
  const step = steps[index];
  if (step === undefined) return;
  showMoment(index === steps.length - 1 ? { branch } : { branch, event: step.event });
}
