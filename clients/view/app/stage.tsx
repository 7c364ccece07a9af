/** @module stage: the views: 3D next to the plan of a storey. */
import type { JSX } from 'preact';

import { EmptyNotice, ProblemNotice } from '../components/problem-notice.tsx';
import { Resizer } from '../components/resizer.tsx';
import { Words } from '../components/words.tsx';
import { PlanView } from '../plan/plan-view.tsx';
import { ColourSource } from '../space/colour-tool.tsx';
import { SpaceView } from '../space/space-view.tsx';
import { Toolbar } from '../space/toolbar.tsx';
import { reload } from '../state/loader.ts';
import { store } from '../state/store.ts';
import { STRINGS } from '../strings.ts';
import { layout, RANGES } from './layout.ts';

/** The toolbar and the views. */
export function Stage(): JSX.Element {
  const hasSpace = store.hasSpace.value !== false;
  const isPlanOpen = layout.isPlanOpen.value || !hasSpace;
  return (
    <main id="stage" class="stage" tabIndex={-1} aria-label={STRINGS.stage.label}>
      <Toolbar />
      {hasSpace ? null : (
        <p class="strip" role="status">
          {STRINGS.space.none}
        </p>
      )}
      <ColourSource />
      <div class={isPlanOpen ? 'views with-plan' : 'views'}>
        {hasSpace ? <SpaceView /> : null}
        {isPlanOpen && hasSpace ? (
          <Resizer
            label={STRINGS.docks.resize(STRINGS.tools.plan)}
            direction="vertical"
            size={layout.plan.value}
            range={RANGES.plan}
            sign={-1}
            onSize={(size) => (layout.plan.value = size)}
          />
        ) : null}
        {isPlanOpen ? <PlanView /> : null}
        <ModelState />
      </div>
    </main>
  );
}

/** Progress, a failure, or that the model is empty. */
function ModelState(): JSX.Element | null {
  const { value: loading } = store.loading;
  if (loading.kind === 'failed') {
    return (
      <div class="model-state">
        <ProblemNotice problem={loading.problem} onRetry={() => void reload()} />
      </div>
    );
  }
  if (loading.kind === 'loading') {
    const { done, total } = loading;
    return (
      <div class="progress" role="status">
        <span>{total === 0 ? STRINGS.loading : STRINGS.stage.progress(done, total)}</span>
        <progress
          aria-label={STRINGS.loading}
          {...(total === 0 ? {} : { value: done, max: total })}
        />
      </div>
    );
  }
  // In a comparison, the earlier elements are drawn.
  const isAlone = store.compared.value === null;
  if (loading.kind === 'ready' && isAlone && store.index.value?.elements === 0) {
    return (
      <div class="model-state">
        <EmptyNotice title={STRINGS.stage.empty}>
          <p>
            <Words text={STRINGS.stage.emptyText} />
          </p>
        </EmptyNotice>
      </div>
    );
  }
  return null;
}
