/** @module hostile-buildings: generated files of any size whose parts are related in ways that could take much longer than their size. */
import type { IfcModel } from '../../../../../kernel/documents/ifc/read/ifc-model.ts';
import { direction } from '../shape/shape-text.ts';
import {
  axes,
  extrusion,
  modelOf,
  point,
  polygon,
  polyline,
  type ProductText,
} from './building-text.ts';

const many = <T>(count: number, make: (i: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const refs = (from: number, count: number): string => many(count, (i) => `#${from + i}`).join();
const lines = (count: number, make: (i: number) => string): string => many(count, make).join('\n');

function box(
  [x, y, z]: readonly [number, number, number],
  [dx, dy, dz]: readonly [number, number, number],
): string {
  return extrusion(
    polygon([x, y], [x + dx, y], [x + dx, y + dy], [x, y + dy]),
    dz,
    axes(point(0, 0, z)),
  );
}

/** Products without a body, with numbers from 1,000,000 on. */
const bare = (count: number, entity: string, rest = ',$,$'): string =>
  lines(count, (i) => `#${1_000_000 + i}=${entity}('b${i}',$,'b',$,$,$,$${rest});`);
const all = (count: number): string => refs(1_000_000, count);

/** One of many adjacent parts of a wall. */
const wall = (i: number): ProductText => ({
  entity: 'IFCWALL',
  items: [box([0, 1000 * i, 0], [3000, 200, 2500])],
});

/** By name, a file of a size. */
export const HOSTILE: Readonly<Record<string, (n: number) => IfcModel>> = {
  'products of one list of materials': (n) =>
    modelOf(many(n, wall), {
      data: `#3000000=IFCMATERIALLIST((${refs(4_000_000, n)}));
${lines(n, (i) => `#${4_000_000 + i}=IFCMATERIAL('m${i}',$,$);`)}
#3000001=IFCRELASSOCIATESMATERIAL('m',$,$,$,(${refs(100, n)}),#3000000);`,
    }),
  'walls of one list of property sets': (n) =>
    modelOf(many(n, wall), {
      data: `#3000001=IFCRELDEFINESBYPROPERTIES('m',$,$,$,(${refs(100, n)}),IFCPROPERTYSETDEFINITIONSET((${refs(4_000_000, n)})));
${lines(n, (i) => `#${4_000_000 + i}=IFCPROPERTYSET('p${i}',$,'Pset_WallCommon',$,(#5000000));`)}
#5000000=IFCPROPERTYSINGLEVALUE('Other',$,IFCBOOLEAN(.T.),$);`,
    }),
  'walls of one set of properties': (n) =>
    modelOf(many(n, wall), {
      data: `#3000001=IFCRELDEFINESBYPROPERTIES('m',$,$,$,(${refs(100, n)}),#3000002);
#3000002=IFCPROPERTYSET('p',$,'Pset_WallCommon',$,(${refs(4_000_000, n)}));
${lines(n, (i) => `#${4_000_000 + i}=IFCPROPERTYSINGLEVALUE('p${i}',$,IFCBOOLEAN(.T.),$);`)}`,
    }),
  'storeys, and products in none of them': (n) =>
    modelOf(
      many(n, (i) => ({ ...wall(i), contained: false })),
      { storeys: many(n, (i) => ['Same', 10 * i] as const) },
    ),
  'parts of one object with many relationships': (n) =>
    modelOf([wall(0)], {
      data: `${bare(n, 'IFCBUILDINGELEMENTPROXY')}
${lines(n, (i) => `#${3_000_000 + i}=IFCRELAGGREGATES('a${i}',$,$,$,$,(#100));`)}
${lines(n, (i) => `#${4_000_000 + i}=IFCRELAGGREGATES('c${i}',$,$,$,#100,(#${1_000_000 + i}));`)}`,
    }),
  'wholes in one list': (n) =>
    modelOf([], {
      data: `${bare(n, 'IFCELEMENTASSEMBLY', ',$,$,$')}
#3000000=IFCRELAGGREGATES('a',$,$,$,(${all(n)}),(${all(n)}));`,
    }),
  'walls in one list with openings in another': (n) =>
    modelOf([], {
      data: `${bare(n, 'IFCWALL')}
${lines(n, (i) => `#${2_000_000 + i}=IFCOPENINGELEMENT('o${i}',$,'o',$,$,$,$,$,$);`)}
#3000000=IFCRELVOIDSELEMENT('a',$,$,$,(${all(n)}),(${refs(2_000_000, n)}));
#3000001=IFCRELFILLSELEMENT('a',$,$,$,(${refs(2_000_000, n)}),(${all(n)}));`,
    }),
  'a chain of wholes': (n) =>
    modelOf([], {
      data: `${bare(n, 'IFCELEMENTASSEMBLY', ',$,$,$')}
${lines(n, (i) => `#${3_000_000 + i}=IFCRELAGGREGATES('a${i}',$,$,$,#${1_000_000 + i},(#${1_000_000 + ((i + 1) % n)}));`)}`,
    }),
  'groups in one list': (n) =>
    modelOf(many(n, wall), {
      data: `${lines(n, (i) => `#${2_000_000 + i}=IFCGROUP('g${i}',$,'g',$,$);`)}
#3000000=IFCRELASSIGNSTOGROUP('a',$,$,$,(${refs(100, n)}),$,(${refs(2_000_000, n)}));`,
    }),
  'a chain of groups': (n) =>
    modelOf([wall(0)], {
      data: `${lines(n, (i) => `#${2_000_000 + i}=IFCGROUP('g${i}',$,'g',$,$);`)}
${lines(n, (i) => `#${3_000_000 + i}=IFCRELASSIGNSTOGROUP('a${i}',$,$,$,(#${2_000_000 + ((i + 1) % n)},#100),$,#${2_000_000 + i});`)}`,
    }),
  'a circle of placements': (n) =>
    modelOf(
      many(n, (i) => ({ ...wall(i), at: `#${3_000_000 + i}` })),
      {
        data: lines(
          n,
          (i) =>
            `#${3_000_000 + i}=IFCLOCALPLACEMENT(#${3_000_000 + ((i + 1) % n)},${axes(point(0, 0, 0))});`,
        ),
      },
    ),
  'a type of all walls with a long name': (n) =>
    modelOf(many(n, wall), {
      data: `#3000000=IFCWALLTYPE('${'g'.repeat(50 * n)}',$,'${'n'.repeat(50 * n)}',$,$,$,$,$,$,.STANDARD.);
#3000001=IFCRELDEFINESBYTYPE('t',$,$,$,(${refs(100, n)}),#3000000);
#3000002=IFCRELASSOCIATESMATERIAL('m',$,$,$,(#3000000),#3000003);
#3000003=IFCMATERIALLAYERSET((#3000004),$,$);
#3000004=IFCMATERIALLAYER(#3000005,200.,$,$,$,$,$);
#3000005=IFCMATERIAL('stone',$,$);`,
    }),
  'mapped items that double': (n) =>
    modelOf(
      many(n, (): ProductText => ({
        entity: 'IFCBUILDINGELEMENTPROXY',
        items: ['{IFCMAPPEDITEM(#3000000,#2999999)}'],
      })),
      {
        data: `#2999999=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,${point(0, 0, 0)},$,$);
${lines(
  30,
  (i) => `#${3_000_000 + i}=IFCREPRESENTATIONMAP(${axes(point(0, 0, 0))},#${3_001_000 + i});
#${3_001_000 + i}=IFCSHAPEREPRESENTATION($,'Body','Any',(#${3_002_000 + i},#${3_002_000 + i}));
#${3_002_000 + i}=${i === 29 ? 'IFCBLOCK($,1.,1.,1.)' : `IFCMAPPEDITEM(#${3_000_001 + i},#2999999)`};`,
)}`,
      },
    ),
  'windows of one type with shared sets': (n) =>
    modelOf(
      many(n, (i): ProductText => ({
        ...wall(i),
        openings: [
          {
            items: [box([500, 1000 * i - 50, 900], [800, 300, 1000])],
            filling: { entity: 'IFCWINDOW', name: 'w', items: [], rest: ',$,1000.,800.' },
          },
        ],
      })),
      {
        data: `#3000000=IFCWINDOWTYPE('t',$,'T',$,$,(${refs(4_000_000, n)}),$,$,$,.WINDOW.,$,$,$);
${lines(n, (i) => `#${4_000_000 + i}=IFCPROPERTYSET('s${i}',$,'Pset_WindowPanelProperties',$,(#3000009));`)}
#3000009=IFCPROPERTYSINGLEVALUE('Other',$,IFCBOOLEAN(.T.),$);
#3000001=IFCRELDEFINESBYTYPE('t',$,$,$,(${many(n, (i) => `#${103 + 5 * i}`).join()}),#3000000);`,
      },
    ),
  'openings of one slab': (n) =>
    modelOf([
      {
        entity: 'IFCSLAB',
        items: [box([0, 0, 0], [1000 * n, 1000, 200])],
        openings: many(n, (i) => ({ items: [box([1000 * i + 100, 100, -50], [300, 300, 300])] })),
      },
    ]),
  'openings of one wall': (n) =>
    modelOf([
      {
        entity: 'IFCWALL',
        items: [box([0, 0, 0], [1000 * n, 200, 2500])],
        openings: many(n, (i) => ({ items: [box([1000 * i + 100, -50, 900], [300, 300, 300])] })),
      },
    ]),
  'corners of one slab': (n) => {
    const corners = many(n, (i): readonly [number, number] => {
      const [angle, radius] = [(2 * Math.PI * i) / n, i % 2 === 0 ? 90_000 : 91_000];
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    });
    return modelOf([{ entity: 'IFCSLAB', items: [extrusion(polygon(...corners), 200)] }]);
  },
  'holes and openings of one slab': (n) =>
    modelOf([
      {
        entity: 'IFCSLAB',
        items: [
          extrusion(
            `{IFCARBITRARYPROFILEDEFWITHVOIDS(.AREA.,$,${polyline([0, 0], [1000 * n, 0], [1000 * n, 3000], [0, 3000], [0, 0])},(${many(
              n,
              (i) => {
                const [x, y] = [1000 * i + 100, 1500];
                return polyline([x, y], [x + 300, y], [x + 300, y + 300], [x, y + 300], [x, y]);
              },
            ).join()}))}`,
            200,
          ),
        ],
        openings: many(n, (i) => ({ items: [box([1000 * i + 100, 100, -50], [300, 300, 300])] })),
      },
    ]),
  'openings of one wall that are no boxes': (n) =>
    modelOf([
      {
        entity: 'IFCWALL',
        items: [box([0, 0, 0], [1000 * n, 200, 2500])],
        openings: many(n, (i) => ({
          items: [
            extrusion(
              polygon([1000 * i, -50], [1000 * i + 300, -50], [1000 * i, 100]),
              300,
              axes(point(0, 0, 900)),
            ),
          ],
        })),
      },
    ]),
  'openings of one sloping slab': (n) =>
    modelOf([
      {
        entity: 'IFCSLAB',
        items: [
          extrusion(
            polygon([0, 0], [1000 * n, 0], [1000 * n, 3000], [0, 3000]),
            200,
            axes(point(0, 0, 0), direction(0.1, 0, 1), direction(1, 0, -0.1)),
          ),
        ],
        openings: many(n, (i) => ({
          items: [box([1000 * i + 100, 100, -9000 * n], [300, 300, 18_000 * n])],
        })),
      },
    ]),
  'coordinates that are too large': (n) =>
    modelOf(
      many(n, (i) => ({
        entity: ['IFCWALL', 'IFCSLAB', 'IFCCOLUMN', 'IFCBEAM', 'IFCROOF', 'IFCSTAIR'][i % 6] ?? '',
        items: [
          extrusion(
            polygon(
              [0, 0],
              [i % 2 === 0 ? 1e308 : 1e10, 0],
              [1e10, i % 3 === 0 ? 1e-300 : 5],
              [0, 5],
            ),
            i % 5 === 0 ? 1e308 : 100,
          ),
        ],
      })),
    ),
  'walls in one place': (n) => modelOf(many(n, () => wall(0))),
  'windows and holes in one place': (n) =>
    modelOf([
      ...many(n, () => ({
        entity: 'IFCWALL',
        items: [
          `{IFCBOOLEANRESULT(.DIFFERENCE.,${box([0, 0, 0], [4000, 200, 2500])},${box([1000, -50, 900], [800, 300, 1000])})}`,
        ],
      })),
      ...many(n, () => ({
        entity: 'IFCWINDOW',
        items: [box([1000, 50, 900], [800, 100, 1000])],
        rest: ',$,1000.,800.',
      })),
    ]),
  'stairs of one list of parts': (n) =>
    modelOf([], {
      data: `${bare(n, 'IFCSTAIR', ',$,$')}
${lines(n, (i) => `#${2_000_000 + i}=IFCSTAIRFLIGHT('f${i}',$,'f',$,$,$,#5000000,$,$,$,$,$,$);`)}
#5000000=IFCPRODUCTDEFINITIONSHAPE($,$,({IFCSHAPEREPRESENTATION($,'Body','Any',(${box([0, 0, 0], [100, 100, 100])}))}));
${lines(8, (i) => `#${3_000_000 + i}=IFCRELAGGREGATES('a${i}',$,$,$,#${1_000_000 + i},(${refs(2_000_000, n)}));`)}`,
    }),
};
