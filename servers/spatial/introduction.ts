/**
 * @module introduction: name and instructions of the spatial server. They are separate from its tools, because
 * `initialize` is answered before the tools are loaded.
 */

export const spatialIntroduction = {
  name: 'spatial',
  title: 'Plumbline spatial',
  instructions:
    'Answers questions about the committed building and changes nothing; mm, mm², mm³, x east, y north, z up. First get_model_summary, then level_elements or query_elements for ids, then get_element.',
} as const;
