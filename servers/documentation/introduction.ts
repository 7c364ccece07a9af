/**
 * @module introduction: name and instructions of the documentation server, separate from its tools, because the server
 * answers `initialize` before the tools are loaded.
 */

export const documentationIntroduction = {
  name: 'documentation',
  title: 'Plumbline documentation',
  instructions:
    'Drawings, schedules and exports. create_plan, create_section, create_elevation and create_sheet store definitions, drawn from the current model; render_view returns a picture. Exports write files below artifacts/ and replace only files written by exports. Topics are issues of people and programs: import_bcf brings those of a BCF file, list_topics shows them, comment_topic and update_topic answer and close them.',
} as const;
