/** @module building-python: questions about buildings, answered in Python. */
import type { BuildingProgram } from './building-programs.ts';

export const BUILDING_PYTHON: readonly BuildingProgram[] = [
  {
    name: 'door schedule with csv.DictReader',
    files: ['doors.csv'],
    code: `
import csv
from collections import Counter
with open('doors.csv', newline='') as f:
    doors = list(csv.DictReader(f))
dict(Counter(d['level'] for d in doors))`,
    result: { L0: 2, L1: 3 },
  },
  {
    name: 'join of doors and walls',
    files: ['doors.csv', 'walls.csv'],
    code: `
import csv
walls = {w['id']: w for w in csv.DictReader(open('walls.csv'))}
out = []
for d in csv.DictReader(open('doors.csv')):
    w = walls[d['wall']]
    out.append((d['id'], round(int(d['width']) / int(w['length']) * 100, 1)))
out`,
    // 900 / 6000, 1000 / 6000, 800 / 4000, 900 / 5000, 750 / 5000
    result: [
      ['d1', 15],
      ['d2', 16.7],
      ['d3', 20],
      ['d4', 18],
      ['d5', 15],
    ],
  },
  {
    name: 'shoelace with dataclasses',
    files: ['outline.json'],
    code: `
import json
from dataclasses import dataclass
@dataclass(frozen=True)
class P:
    x: float
    y: float
pts = [P(*p) for p in json.load(open('outline.json'))['points']]
abs(sum(a.x * b.y - b.x * a.y for a, b in zip(pts, pts[1:] + pts[:1]))) / 2 / 1e6`,
    result: 64,
  },
  {
    name: 'cost estimate in Decimal',
    files: ['walls.csv', 'doors.csv', 'prices.csv'],
    code: `
import csv
from decimal import Decimal, ROUND_HALF_UP
price = {r['item']: Decimal(r['price'].replace(',', '.')) for r in csv.DictReader(open('prices.csv'), delimiter=';')}
gross = sum(Decimal(w['length']) * Decimal(w['height']) / 1_000_000 for w in csv.DictReader(open('walls.csv')))
doors = sum(1 for _ in csv.DictReader(open('doors.csv')))
total = gross * price['wall'] + doors * price['door']
str(total.quantize(Decimal('0.01'), ROUND_HALF_UP))`,
    // (18 + 11.2 + 14) × 85.5 + 5 × 420 = 3693.6 + 2100
    result: '5793.60',
  },
  {
    name: 'rooms by level and use',
    files: ['rooms.csv'],
    code: `
import csv
from collections import defaultdict
t = defaultdict(float)
for r in csv.DictReader(open('rooms.csv')):
    t[r['level'], r['use']] += float(r['area'].replace(',', '.'))
{f'{l}/{u}': a for (l, u), a in sorted(t.items())}`,
    result: { 'L0/circulation': 42.5, 'L0/office': 18, 'L1/office': 22.5, 'L1/sanitary': 6 },
  },
  {
    name: 'aggregation in SQLite',
    files: ['doors.csv'],
    code: `
import csv, sqlite3
db = sqlite3.connect(':memory:')
db.execute('create table doors (id text, level text, width int, height int, rating int, wall text)')
rows = [[c or None for c in r] for r in csv.reader(open('doors.csv'))][1:]
db.executemany('insert into doors values (?,?,?,?,?,?)', rows)
db.execute('select level, count(rating), avg(width) from doors group by level order by level').fetchall()`,
    // (900 + 1000) / 2; (800 + 900 + 750) / 3
    result: [
      ['L0', 1, 950],
      ['L1', 2, 2450 / 3],
    ],
  },
  {
    name: 'pie chart of areas as SVG',
    files: ['rooms.csv'],
    code: `
import csv, math
rooms = [(r['name'], float(r['area'].replace(',', '.'))) for r in csv.DictReader(open('rooms.csv'))]
total = sum(a for _, a in rooms)
at, parts = 0.0, []
for name, area in rooms:
    end = at + area / total * 2 * math.pi
    p = [f'{50 + 40 * f(t):.1f}' for t in (at, end) for f in (math.cos, math.sin)]
    parts.append(f'<path d="M50 50 L{p[0]} {p[1]} A40 40 0 {int(end - at > math.pi)} 1 {p[2]} {p[3]} Z"><title>{name}: {area:g} m²</title></path>')
    at = end
with open('areas.svg', 'w', encoding='utf-8') as f:
    f.write('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">' + ''.join(parts) + '</svg>')
round(total, 2)`,
    result: 89,
    // The foyer takes 42.5 / 89 = 47.8 %, less than half; it begins at the right
    written: { 'areas.svg': /^<svg [^>]+><path d="M50 50 L90\.0 50\.0 A40 40 0 0 1 .*Foyer: 42\.5 m².*<\/svg>$/ },
  },
  {
    name: 'statistics of door widths',
    files: ['doors.csv'],
    code: `
import csv, statistics
w = [int(r['width']) for r in csv.DictReader(open('doors.csv'))]
[statistics.mean(w), statistics.median(w), max(w) - min(w)]`,
    result: [870, 900, 250],
  },
  {
    name: 'schedule written as CSV',
    files: ['doors.csv'],
    code: `
import csv
rows = sorted(csv.DictReader(open('doors.csv')), key=lambda r: (r['level'], -int(r['width'])))
with open('schedule.csv', 'w', newline='') as f:
    out = csv.writer(f, lineterminator='\\n')
    out.writerow(['Level', 'Door', 'Size'])
    out.writerows((r['level'], r['id'], f"{r['width']}x{r['height']}") for r in rows)
print(open('schedule.csv').read(), end='')
len(rows)`,
    result: 5,
    stdout:
      'Level,Door,Size\nL0,d2,1000x2100\nL0,d1,900x2100\nL1,d4,900x2100\nL1,d3,800x2000\nL1,d5,750x2000\n',
    written: {
      'schedule.csv':
        'Level,Door,Size\nL0,d2,1000x2100\nL0,d1,900x2100\nL1,d4,900x2100\nL1,d3,800x2000\nL1,d5,750x2000\n',
    },
  },
  {
    name: 'days between changes',
    files: ['log.txt'],
    code: `
import re
from datetime import date
days = [date.fromisoformat(l[:10]) for l in open('log.txt') if re.search(r'anna', l)]
[(b - a).days for a, b in zip(days, days[1:])]`,
    result: [1, 7],
  },
  {
    name: 'shortest way through rooms',
    files: [],
    code: `
import heapq
doors = {'A': {'B': 4, 'C': 2}, 'B': {'D': 5}, 'C': {'B': 1, 'D': 8}, 'D': {}}
def way(start, goal):
    queue = [(0, [start])]
    while queue:
        length, path = heapq.heappop(queue)
        if path[-1] == goal: return length, path
        for to, d in doors[path[-1]].items():
            if to not in path: heapq.heappush(queue, (length + d, path + [to]))
way('A', 'D')`,
    // A C B D = 2 + 1 + 5
    result: [8, ['A', 'C', 'B', 'D']],
  },
  {
    name: 'area by the trapezium rule in fractions',
    files: [],
    code: `
from fractions import Fraction as F
heights = [F(3), F(7, 2), F(4), F(3)]
width = F(3, 2)
area = sum((a + b) / 2 * width for a, b in zip(heights, heights[1:]))
[str(area), float(area)]`,
    // (3.25 + 3.75 + 3.5) × 1.5
    result: ['63/4', 15.75],
  },
  {
    name: 'hours of sun on a day, in local time',
    files: [],
    code: `
from datetime import datetime, timedelta, timezone
local = timezone(timedelta(hours=2))
rise = datetime(2026, 7, 1, 2, 47, tzinfo=timezone.utc)
sets = datetime(2026, 7, 1, 21, 33, tzinfo=local)
[rise.astimezone(local).strftime('%H:%M'), round((sets - rise) / timedelta(hours=1), 2)]`,
    // 21:33 there is 19:33 UTC: 16 h 46 min
    result: ['04:47', 16.77],
  },
  {
    name: 'a report from a template',
    files: ['walls.csv'],
    code: `
import csv, textwrap
from string import Template
rows = list(csv.DictReader(open('walls.csv')))
t = Template('Wall $id: $len m')
print('\\n'.join(t.substitute(id=r['id'], len=int(r['length']) / 1000) for r in rows))
textwrap.shorten('The longest wall is w1', width=16, placeholder='...')`,
    result: 'The longest...',
    stdout: 'Wall w1: 6.0 m\nWall w2: 4.0 m\nWall w3: 5.0 m\n',
  },
  {
    name: 'digest of what was delivered',
    files: ['walls.csv'],
    code: `
import hashlib, zipfile, io
data = open('walls.csv', 'rb').read()
buffer = io.BytesIO()
with zipfile.ZipFile(buffer, 'w', zipfile.ZIP_DEFLATED) as z:
    z.writestr('walls.csv', data)
names = zipfile.ZipFile(buffer).namelist()
[names, hashlib.sha256(b'abc').hexdigest()[:16], len(data)]`,
    // FIPS 180-2, example B.1; 33 + 3 × 20 characters with their line ends
    result: [['walls.csv'], 'ba7816bf8f01cfea', 93],
  },
];
