/**
 * @module introduction: name and instructions of the documentation server, separate from its tools, because the server
 * answers `initialize` before the tools are loaded.
 */

export const documentationIntroduction = {
  name: 'documentation',
  title: 'Plumbline documentation',
  instructions:
    'Drawings, schedules, exports, issues (list_topics). create_plan, create_section, create_elevation and create_sheet store definitions, drawn from the current model; render_view returns a picture. Exports write below artifacts/ and replace only exported files.',
} as const;
