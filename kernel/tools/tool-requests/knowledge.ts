/** @module knowledge: which views an actor may use and which sources a view shows, decided by metadata alone. */

/** Whether a source is visible to everybody or to one actor. */
export type Visibility =
  | { readonly scope: 'PUBLIC' }
  | { readonly scope: 'PRIVATE'; readonly actor: string };

/** The views that actors may use. Unlisted actors and views are denied. */
export type KnowledgeMap = {
  /** Views by actor. */
  readonly actors: ReadonlyMap<string, readonly string[]>;
  /** By view: the actors whose private sources it shows, in addition to public sources. */
  readonly views: ReadonlyMap<string, { readonly private_of: readonly string[] }>;
};

/** Whether the actor may use the view, or which of both is unknown. */
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
