/**
 * @module introduction: name, title and instructions of the pseudo-axion server; `initialize` is answered before its
 * tools are loaded.
 */

export const pseudoAxionIntroduction = {
  name: 'pseudo-axion',
  title: 'Plumbline pseudo-axion',
  instructions:
    'A toy grid world in which agents propose actions with reasons. run_scenario and run_suite play built-in agents; get_report shows results. To play yourself, call list_scenarios with live: true, then start_episode; each answer names the next tool.',
} as const;
