/** @module shape-tree: items with their booleans as trees, read without recursion. */
import { MAX_CACHED_POINTS, MAX_NODES, MAX_TREE_DEPTH } from './shape-limits.ts';
import type { ShapeNode } from './shape-node.ts';
import type { ShapeSource } from './shape-source.ts';
import { solidNode } from './solids.ts';

/** A node with the number of nodes of its tree and its depth. */
type Sized = { readonly node: ShapeNode; readonly nodes: number; readonly depth: number };

const OPERATIONS: Readonly<Record<string, 'union' | 'difference' | 'intersection'>> = {
  UNION: 'union',
  DIFFERENCE: 'difference',
  INTERSECTION: 'intersection',
};

/** Reads items as trees; an item that several trees contain is read once while it is cached. */
export class ShapeTree {
  readonly #source: ShapeSource;
  readonly #known = new Map<number, Sized>();
  #points = 0;

  constructor(source: ShapeSource) {
    this.#source = source;
  }

  /** The tree of an item. Trees that contain themselves or are too large have `unsupported` nodes. */
  nodeOf(row: number): ShapeNode {
    if (this.#points > MAX_CACHED_POINTS) {
      this.#known.clear();
      this.#points = 0;
    }
    const open = new Set<number>();
    const stack = [row];
    for (let at = stack.at(-1); at !== undefined; at = stack.at(-1)) {
      if (this.#known.has(at)) {
        stack.pop();
        continue;
      }
      const operands = this.#operands(at);
      const missing = operands.find((one) => !this.#known.has(one));
      if (missing !== undefined && open.has(missing)) {
        this.#known.set(missing, this.#unsupported(missing, 'the item contains itself'));
      } else if (missing === undefined) {
        this.#known.set(at, this.#sized(at, operands));
        open.delete(at);
        stack.pop();
      } else {
        open.add(at);
        stack.push(missing);
      }
    }
    return this.#known.get(row)?.node ?? this.#unsupported(row, 'the item cannot be read').node;
  }

  /** The items that an item combines. */
  #operands(row: number): readonly number[] {
    const { model } = this.#source;
    const names = model.isA(row, 'IfcBooleanResult')
      ? ['FirstOperand', 'SecondOperand']
      : model.isA(row, 'IfcCsgSolid')
        ? ['TreeRootExpression']
        : [];
    return names.flatMap((name) => model.ref(row, name) ?? []);
  }

  #sized(row: number, operands: readonly number[]): Sized {
    const { model } = this.#source;
    const parts = operands.flatMap((operand) => this.#known.get(operand) ?? []);
    const [first, second] = parts;
    const nodes = parts.reduce((sum, part) => sum + part.nodes, 1);
    const depth = parts.reduce((most, part) => Math.max(most, part.depth), 0) + 1;
    if (nodes > MAX_NODES || depth > MAX_TREE_DEPTH) {
      const most = `at most ${MAX_NODES} items in a tree of at most ${MAX_TREE_DEPTH} levels`;
      return this.#unsupported(row, `expected ${most}, found ${nodes} items and ${depth} levels`);
    }
    if (model.isA(row, 'IfcCsgSolid')) {
      return first ?? this.#unsupported(row, 'expected a tree');
    }
    if (!model.isA(row, 'IfcBooleanResult')) {
      this.#source.begin();
      const node = solidNode(this.#source, row);
      this.#points += sizeOf(node);
      return { node, nodes: 1, depth: 1 };
    }
    const operation = OPERATIONS[model.enumName(row, 'Operator') ?? ''];
    if (first === undefined || second === undefined || operation === undefined) {
      return this.#unsupported(row, 'expected an operation and two operands');
    }
    const node = { form: 'boolean', operation, first: first.node, second: second.node } as const;
    this.#points += 1;
    return { node, nodes, depth };
  }

  #unsupported(row: number, why: string): Sized {
    const { model } = this.#source;
    const entity = model.typeOf(row);
    const text = `#${model.file.idOf(row)}: ${why}`;
    return { node: { form: 'unsupported', entity, why: text }, nodes: 1, depth: 1 };
  }
}

/** About the number of points in a node. */
function sizeOf(node: ShapeNode): number {
  switch (node.form) {
    case 'faces':
      return node.points.length + node.faces.length;
    case 'extrusion':
    case 'revolution':
    case 'sweep': {
      const { outer, inner } = node.profile;
      const frames = node.form === 'sweep' ? node.frames.length : 1;
      return frames + inner.reduce((sum, loop) => sum + loop.length, outer.length);
    }
    case 'pipe':
      return node.path.length;
    case 'boolean':
      return 1 + sizeOf(node.second);
    case 'half_space':
    case 'primitive':
    case 'unsupported':
      return 1;
    default:
      return node satisfies never;
  }
}
