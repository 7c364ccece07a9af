/** @module introduction: how the documentation server introduces itself, apart from its tools: initialize is answered before they are loaded. */

export const documentationIntroduction = {
  name: 'documentation',
  title: 'Plumbline documentation',
  instructions:
    'Drawings, schedules and exports of the building. create_plan, create_section, create_elevation and create_sheet keep definitions; render_view shows, export_* writes files below artifacts/, as linked resources. For agents exports preview unless dry_run is false.',
} as const;
