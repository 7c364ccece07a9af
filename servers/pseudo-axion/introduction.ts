/** @module introduction: how the pseudo-axion server introduces itself, apart from its tools: initialize is answered before they are loaded. */

export const pseudoAxionIntroduction = {
  name: 'pseudo-axion',
  title: 'Plumbline pseudo-axion',
  instructions:
    'A toy grid world in which agents propose actions with reasons. run_scenario and run_suite play it with built-in agents; list_runs, get_report, compare_runs and render_episode show what came of it. To play yourself: list_scenarios with live true explains the words, start_episode begins, and each answer names the tool to call next.',
} as const;
