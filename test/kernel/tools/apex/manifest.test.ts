/** @module manifest.test: required members of a manifest, and members that older manifests may omit. */
import { describe, expect, test } from 'vitest';

import { readManifest } from '../../../../kernel/tools/apex/manifest.ts';
import { profileOf, routeOf } from '../../../../kernel/tools/apex/routing.ts';

describe('manifests', () => {
  const older = {
    name: 'Apex',
    version: '1.0.0',
    imports: ['MPA@1.0'],
    config: {
      budgets_defaults: {
        tokens_output_max: 1200,
        time_ms: 60_000,
        depth_max: 6,
        cot_visibility: 'hidden',
      },
      accuracy_guards: { hierarchy: 'P>S>T' },
    },
    routing: {
      intent_map: {
        'tool.*': 'mptool',
        'law|legal': 'mpa.rumpole',
        science: 'mps',
        default: 'mpa',
      },
      hop_bounds: { max_hops: 6 },
    },
  };
  test('[APEX-10] a manifest without route_budgets, registry and audit loads and bounds runs by its defaults', () => {
    const verdict = readManifest(older);
    if (!verdict.ok) throw new Error(verdict.message);
    const { manifest } = verdict;
    expect(manifest.budgets_defaults).toEqual({
      tokens_output_max: 1200,
      time_ms: 60_000,
      depth: 6,
    });
    expect(profileOf(manifest, 'mpt.web.search')).toEqual({});
    expect(
      ['legal advice', 'tool.web.search', 'Science', 'x'].map(
        (intent) => routeOf(manifest, intent).route,
      ),
    ).toEqual(['mpa.rumpole', 'mpt.web.search', 'mps', 'mpa']);
  });
  test.each<[string, unknown, RegExp]>([
    ['a value other than an object', null, /must be object/],
    ['no hop bound', { ...older, routing: {} }, /routing/],
    ['no hops', { ...older, routing: { hop_bounds: { max_hops: 0 } } }, /max_hops/],
    [
      'a clamp that expands',
      { ...older, config: { ...older.config, budget_policy: { route_profile_clamp: 'max' } } },
      /route_profile_clamp/,
    ],
    ['a bound below 0', { ...older, config: { budgets_defaults: { gas: -1 } } }, /gas/],
    ['an unknown dimension', { ...older, config: { budgets_defaults: { hours: 1 } } }, /`hours`/],
    ['a profile of no route', { ...older, route_budgets: { 'MPT*': {} } }, /route_budgets/],
  ])('a manifest with %s is refused with a message that names it', (_, value, message) => {
    const verdict = readManifest(value);
    expect(verdict.ok ? '' : verdict.message).toMatch(message);
  });
});
