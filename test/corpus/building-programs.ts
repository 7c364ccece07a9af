/** @module building-programs: programs that language models write for questions about buildings. */

/** One program. Its expected values were computed by hand from the tables below, not taken from a run. */
export type BuildingProgram = {
  readonly name: string;
  readonly code: string;
  /** Names of the `TABLES` that it opens. */
  readonly files: readonly (keyof typeof TABLES)[];
  readonly result: unknown;
  readonly stdout?: string;
  /** Text files that it writes, by name: their text or a pattern of it. */
  readonly written?: Readonly<Record<string, string | RegExp>>;
};

/** Input files of the programs. Lengths in mm, areas in m². */
export const TABLES = {
  'doors.csv':
    'id,level,width,height,rating,wall\nd1,L0,900,2100,30,w1\nd2,L0,1000,2100,,w1\nd3,L1,800,2000,30,w2\nd4,L1,900,2100,60,w3\nd5,L1,750,2000,,w3\n',
  'walls.csv':
    'id,level,length,height,thickness\nw1,L0,6000,3000,200\nw2,L1,4000,2800,200\nw3,L1,5000,2800,150\n',
  'rooms.csv':
    'name,level,use,area\nFoyer,L0,circulation,"42,5"\nOffice 1,L0,office,"18,0"\nOffice 2,L1,office,"22,5"\nWC,L1,sanitary,"6,0"\n',
  'outline.json':
    '{"name":"slab","points":[[0,0],[10000,0],[10000,4000],[6000,4000],[6000,8000],[0,8000]]}',
  'rooms.geojson':
    '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,3],[0,3],[0,0]]]}},{"type":"Feature","properties":{"name":"B"},"geometry":{"type":"Polygon","coordinates":[[[4,0],[9,0],[4,6],[4,0]]]}}]}',
  'log.txt':
    '2026-05-01 anna moved d1 by 300 mm\n2026-05-02 bob deleted w9\n2026-05-02 anna moved d3 by -150 mm\n2026-05-09 anna moved d1 by 50 mm\n',
  'prices.csv': 'item;unit;price\nwall;m2;85,50\ndoor;pc;420,00\n',
} as const;

