/** @module introduction: how the spatial server introduces itself, apart from its tools: initialize is answered before they are loaded. */

export const spatialIntroduction = {
  name: 'spatial',
  title: 'Plumbline spatial',
  instructions:
    'Answers questions about the building model and changes nothing; mm, mm², mm³, x east, y north, z up. Answers reflect what is committed on the branch asked for (default main). Start with get_model_summary, find ids with level_elements or query_elements, then get_element. Next page: pass next_cursor as cursor.',
} as const;
