/** @module mutations: finds every small change of a source file that a test should detect. */
import { parseSync, type Node, type Program, Visitor } from 'oxc-parser';

/** Replaces the source from offset `start` to `end` by `text`; `what` describes the change. */
export type Mutation = {
  readonly what: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
};

type Found = (what: string, node: Span, text: string) => void;
type Span = { readonly start: number; readonly end: number };

const OTHER_OPERATOR: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '+=': '-=',
  '-=': '+=',
};

const OTHER_METHOD: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  has: 'get',
  toSorted: 'slice',
  add: 'delete',
};

/** Methods that return a part or a copy of their object: a mutation replaces the call by the object. */
const FILTERS: ReadonlySet<string> = new Set(['filter', 'slice', 'toReversed', 'trim']);

/** All mutations of a source, ordered by offset. Strings, types and imports are not mutated: they decide nothing. */
export function mutationsOf(path: string, source: string): readonly Mutation[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message ?? ''}`);
  const found: Mutation[] = [];
  const add: Found = (what, { start, end }, text) => found.push({ what, start, end, text });
  visit(program, source, add);
  const types = typesIn(program);
  const code = found.filter(
    ({ start, end }) => !types.some((type) => type.start <= start && end <= type.end),
  );
  return code.toSorted((a, b) => a.start - b.start || a.end - b.end || (a.text < b.text ? -1 : 1));
}

/** Spans of literals that are types. */
function typesIn(program: Program): readonly Span[] {
  const types: Span[] = [];
  new Visitor({ TSLiteralType: ({ start, end }) => types.push({ start, end }) }).visit(program);
  return types;
}

function visit(program: Program, source: string, add: Found): void {
  const textOf = ({ start, end }: Span): string => source.slice(start, end);
  const operator = (node: { readonly operator: string } & Span, left: Span, right: Span): void => {
    const other = OTHER_OPERATOR[node.operator];
    if (other === undefined) return;
    const at = source.indexOf(node.operator, left.end);
    if (at < 0 || at >= right.start) return;
    add(`${node.operator} becomes ${other}`, { start: at, end: at + node.operator.length }, other);
  };
  const decided = (test: Span): void => {
    add('a condition holds', test, 'true');
    add('a condition does not hold', test, 'false');
  };
  new Visitor({
    BinaryExpression: (node) => operator(node, node.left, node.right),
    LogicalExpression: (node) => {
      operator(node, node.left, node.right);
      if (node.operator === '??') add('a default is always taken', node, textOf(node.right));
    },
    AssignmentExpression: (node) => operator(node, node.left, node.right),
    IfStatement: ({ test }) => decided(test),
    ConditionalExpression: ({ test }) => decided(test),
    UnaryExpression: (node) => {
      if (node.operator === '!') add('! is left out', node, textOf(node.argument));
      if (node.operator === '-') add('a sign is left out', node, textOf(node.argument));
    },
    Literal: (node) => literal(node, add),
    ExpressionStatement: (node) => {
      if (isCall(node.expression)) add('a call is left out', node, '');
    },
    CallExpression: (node) => called(node, textOf, add),
    ReturnStatement: (node) => {
      const { argument } = node;
      if (argument?.type === 'Literal' && argument.value === null) return;
      if (argument !== null) add('null is returned', argument, 'null');
    },
  }).visit(program);
}

function literal(node: { readonly value?: unknown } & Span, add: Found): void {
  const { value } = node;
  if (typeof value === 'boolean') add(`${value} becomes ${!value}`, node, String(!value));
  if (typeof value === 'number') add(`${value} becomes ${value + 1}`, node, String(value + 1));
}

function isCall({ type }: Node): boolean {
  return type === 'CallExpression' || type === 'AwaitExpression';
}

type Call = Extract<Node, { readonly type: 'CallExpression' }>;

function called({ callee, ...node }: Call, textOf: (span: Span) => string, add: Found): void {
  if (callee.type !== 'MemberExpression' || callee.computed) return;
  const { object, property } = callee;
  if (property.type !== 'Identifier') return;
  const { name } = property;
  const other = OTHER_METHOD[name];
  if (other !== undefined) add(`${name} becomes ${other}`, property, other);
  if (FILTERS.has(name)) add(`${name} is left out`, node, textOf(object));
}

/** The source with one mutation. */
export function mutated(source: string, { start, end, text }: Mutation): string {
  return source.slice(0, start) + text + source.slice(end);
}

/** The number of the mutated line, counted from 1, and its text before and after the mutation. */
export function lineOf(
  source: string,
  mutation: Mutation,
): { readonly line: number; readonly before: string; readonly after: string } {
  const first = source.lastIndexOf('\n', mutation.start - 1) + 1;
  const next = source.indexOf('\n', mutation.end);
  const last = next < 0 ? source.length : next;
  const flat = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();
  const after =
    source.slice(first, mutation.start) + mutation.text + source.slice(mutation.end, last);
  return {
    line: source.slice(0, mutation.start).split('\n').length,
    before: flat(source.slice(first, last)),
    after: flat(after),
  };
}
