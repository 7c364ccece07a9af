/** @module definition: whether an element is valid by itself, judged from it and the elements that it names. */
import type { AnyElement, Fault, Site } from '../../kinds/kind.ts';
import type { Kinds } from '../../kinds/kinds.ts';
import { asHost } from '../../kinds/rules/hosting.ts';
import { typeFault } from '../../kinds/types/of-type.ts';

/**
 * Returns why the element is invalid by itself, or null if it is valid. A valid element has an existing level and host,
 * a length, a valid outline, a place within its host, and the values of its type.
 */
export function definitionFault(element: AnyElement, kinds: Kinds, site: Site): Fault | null {
  return (
    referenceFault(element, kinds, site) ??
    typeFault(element, site) ??
    kinds.of(element).integrity(element, site) ??
    placeFault(element, kinds, site)
  );
}

function referenceFault(element: AnyElement, kinds: Kinds, site: Site): Fault | null {
  const { level, top, host, rise } = kinds.references(element);
  if (level !== null && site.level(level) === undefined) {
    return { why: `stands on level \`${level}\`, which does not exist` };
  }
  if (top !== null && site.level(top) === undefined) {
    return { why: `ends at level \`${top}\`, which does not exist` };
  }
  if (rise !== null && site.level(rise) === undefined) {
    return { why: `rises to level \`${rise}\`, which does not exist` };
  }
  return host !== null && site.element(host) === undefined
    ? { why: `has no host \`${host}\`` }
    : null;
}

/** Why the element cannot be in its place in the host; null if it can, or if it has no host. */
function placeFault(element: AnyElement, kinds: Kinds, site: Site): Fault | null {
  const { fills } = kinds.of(element);
  const cut = fills === 'none' ? null : fills.cut(element);
  const holder = cut === null ? undefined : site.element(cut.host_id);
  if (fills === 'none' || cut === null || holder === undefined) return null;
  const host = asHost(holder, fills.hosts);
  if (host === null) return { why: `cannot sit in ${holder.kind} \`${holder.id}\`` };
  return host.holds.misfit(host.element, { id: element.id, kind: element.kind, cut });
}
