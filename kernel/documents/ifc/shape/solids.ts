/** @module solids: the items of a representation that are no boolean of others. */
import { optionalAxes, axesOf } from './axes.ts';
import { curveOf } from './curves.ts';
import { facesNode } from './faces.ts';
import { closed, directed, loopArea, planePieces } from './outlines.ts';
import { ShapeFault } from './shape-fault.ts';
import type { HalfSpace, ShapeNode } from './shape-node.ts';
import type { ShapeSource } from './shape-source.ts';
import { pipeNode, sweptNode } from './sweeps.ts';

/** The node of an item; `unsupported` with the reason if it cannot be read. */
export function solidNode(source: ShapeSource, row: number): ShapeNode {
  try {
    return supportedNode(source, row);
  } catch (error) {
    if (!(error instanceof ShapeFault)) throw error;
    return { form: 'unsupported', entity: error.entity, why: error.message };
  }
}

function supportedNode(source: ShapeSource, row: number): ShapeNode {
  const { model } = source;
  if (model.isA(row, 'IfcSweptAreaSolid')) return sweptNode(source, row);
  if (model.isA(row, 'IfcSweptDiskSolid')) return pipeNode(source, row);
  if (model.isA(row, 'IfcHalfSpaceSolid')) return halfSpace(source, row);
  if (model.isA(row, 'IfcCsgPrimitive3D')) return primitive(source, row);
  return facesNode(source, row);
}

/** The half space of a plane. The box of an IfcBoxedHalfSpace only helps to compute and is not read. */
function halfSpace(source: ShapeSource, row: number): HalfSpace {
  const { model } = source;
  const surface = source.ref(row, 'BaseSurface');
  if (!model.isA(surface, 'IfcPlane')) {
    throw source.fault(row, `expected a plane, found ${model.typeOf(surface)}`);
  }
  const axes = axesOf(source, source.ref(surface, 'Position'));
  const side = source.flag(row, 'AgreementFlag', true) ? 1 : -1;
  const half = {
    form: 'half_space',
    point: { x: axes[3], y: axes[7], z: axes[11] },
    normal: { x: side * axes[2], y: side * axes[6], z: side * axes[10] },
  } as const;
  if (!model.isA(row, 'IfcPolygonalBoundedHalfSpace')) return { ...half, within: null };
  const boundary = curveOf(source, source.ref(row, 'PolygonalBoundary'));
  const outer = closed(planePieces(boundary));
  if (!(Math.abs(loopArea(outer)) > 0)) {
    throw source.fault(row, 'expected a boundary that encloses an area');
  }
  const place = optionalAxes(source, row, 'Position');
  return { ...half, within: { place, outer: directed(outer, true) } };
}

const PRIMITIVES = {
  IfcBlock: { shape: 'block', names: ['XLength', 'YLength', 'ZLength'] },
  IfcRectangularPyramid: { shape: 'pyramid', names: ['XLength', 'YLength', 'Height'] },
  IfcRightCircularCone: { shape: 'cone', names: ['Height', 'BottomRadius'] },
  IfcRightCircularCylinder: { shape: 'cylinder', names: ['Height', 'Radius'] },
  IfcSphere: { shape: 'sphere', names: ['Radius'] },
} as const;

function primitive(source: ShapeSource, row: number): ShapeNode {
  for (const [entity, { shape, names }] of Object.entries(PRIMITIVES)) {
    if (!source.model.isA(row, entity)) continue;
    const parameters: Record<string, number> = {};
    for (const name of names) parameters[name] = source.positive(row, name);
    return { form: 'primitive', shape, place: optionalAxes(source, row, 'Position'), parameters };
  }
  throw source.fault(row, 'this primitive is not supported');
}
