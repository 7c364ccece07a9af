/** @module knowledge: which actor may use which view, and what a view shows; metadata only, never text. */

/** How visible a source is: to all, or to one actor. */
export type Visibility =
  | { readonly scope: 'PUBLIC' }
  | { readonly scope: 'PRIVATE'; readonly actor: string };

/** The views of actors. What is not listed is denied. */
export type KnowledgeMap = {
  /** Views by actor. */
  readonly actors: ReadonlyMap<string, readonly string[]>;
  /** By view: the actors whose private sources it shows, besides what is public. */
  readonly views: ReadonlyMap<string, { readonly private_of: readonly string[] }>;
};

/** Whether actor and view are in the map, and the actor has the view. */
export function viewVerdict(
  map: KnowledgeMap,
  actor: string,
  view: string,
): 'OK' | 'ACTOR_UNKNOWN' | 'KNOWLEDGE_VIEW_UNKNOWN' {
  const views = map.actors.get(actor);
  if (views === undefined) return 'ACTOR_UNKNOWN';
  return views.includes(view) && map.views.has(view) ? 'OK' : 'KNOWLEDGE_VIEW_UNKNOWN';
}

/** Whether a view shows a source. */
export function isVisible(map: KnowledgeMap, view: string, visibility: Visibility): boolean {
  const shown = map.views.get(view);
  if (shown === undefined) return false;
  switch (visibility.scope) {
    case 'PUBLIC':
      return true;
    case 'PRIVATE':
      return shown.private_of.includes(visibility.actor);
    default:
      visibility satisfies never;
      return false;
  }
}
