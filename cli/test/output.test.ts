import { Readable } from 'node:stream';
import type { ActivityView } from '@bitacora/core/contract/activities/activity-shapes';
import { activityReports } from '@bitacora/core/messages/activities/activity-fields';
import { printable } from '@bitacora/core/terminal/terminal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listingColumns } from '../src/activity-layout.ts';
import { arrayRows, asCsv, asJson, asTable } from '../src/output/write-outcome.ts';
import { readSettings } from '../src/settings.ts';
import { asOnWire, NoAnswerError, withRetries } from '../src/transport.ts';

const columns = [
  { title: 'Folio', of: ({ id }: { id: number; text: string }) => id },
  { title: 'Actividad', of: ({ text }: { id: number; text: string }) => text, isLong: true },
];
async function drained<One>(parts: AsyncIterable<One>): Promise<One[]> {
  const all: One[] = [];
  for await (const one of parts) all.push(one);
  return all;
}
const joinParts = async (parts: AsyncIterable<string>) => (await drained(parts)).join('');
const writeCsv = (text: string) => joinParts(asCsv(columns, [{ id: 1, text }], false));

describe('CSV', () => {
  it.each([
    ['llano', 'llano'],
    ['a, b', '"a, b"'],
    ['dijo "no"', '"dijo ""no"""'],
    ['dos\nlíneas', '"dos\nlíneas"'],
    ['=1+1', "'=1+1"],
    ['+52 55', "'+52 55"],
    ['-3', "'-3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    [' =1', "' =1"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['=a,"b"', '"\'=a,""b"""'],
  ])('%j is written %j', async (text, cell) => {
    expect(await writeCsv(text)).toBe(`Folio,Actividad\r\n1,${cell}\r\n`);
  });

  it('numbers below zero stay numbers', async () => {
    expect(await joinParts(asCsv(columns, [{ id: -2, text: '' }], false))).toBe('Folio,Actividad\r\n-2,\r\n');
  });
});

it('JSON of rows is one JSON text, with any content', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue()), async (rows) => {
      expect(JSON.parse(await joinParts(asJson(rows.length, rows)))).toEqual({
        total: rows.length,
        rows: JSON.parse(JSON.stringify(asOnWire(rows))),
      });
    }),
  ));

describe('an array that comes in pieces', () => {
  const cutAt = (text: string, cuts: number[]) => {
    const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
    return places.slice(1).map((end, n) => text.slice(places[n], end));
  };
  const rows = fc.array(fc.dictionary(fc.string(), fc.jsonValue()));

  it('is its objects, wherever it is cut', () =>
    fc.assert(
      fc.asyncProperty(rows, fc.array(fc.nat()), async (given, cuts) => {
        const pieces = cutAt(JSON.stringify(given), cuts);
        expect(await drained(arrayRows(Readable.from(pieces, { objectMode: true })))).toEqual(JSON.parse(JSON.stringify(given)));
      }),
    ));

  it('is refused where it ends too soon', () =>
    fc.assert(
      fc.asyncProperty(rows, fc.nat(), async (given, at) => {
        const text = JSON.stringify(given);
        const half = Readable.from([text.slice(0, at % text.length)], { objectMode: true });
        await expect(drained(arrayRows(half))).rejects.toThrow(SyntaxError);
      }),
    ));
});

describe('a table', () => {
  const plain = { width: null, heading: (text: string) => text };

  it('has its numbers to the right and no blanks at the ends of lines', () => {
    expect(
      asTable(
        columns,
        [
          { id: 7, text: 'Uno' },
          { id: 1200, text: 'Dos más' },
        ],
        plain,
      ),
    ).toEqual(['Folio  Actividad', '    7  Uno', ' 1200  Dos más']);
  });

  it('is not widened by one long name where lines have no limit', () => {
    const names = ['Ana', 'x'.repeat(97), 'Eva'].map((name) => ({ name, level: 'Gerente' }));
    const both = [
      { title: 'Nombre', of: ({ name }: (typeof names)[number]) => name },
      { title: 'Nivel', of: ({ level }: (typeof names)[number]) => level },
    ];
    const lines = asTable(both, names, plain);
    expect(lines.map(({ length }) => length)).toEqual([47, 49, 106, 49]);
    expect(lines[2]).toContain('x'.repeat(97));
  });

  it('fits a narrow terminal by cutting the long columns', () => {
    for (const width of [20, 30, 80]) {
      const lines = asTable(columns, [{ id: 1, text: 'x'.repeat(100) }], { ...plain, width });
      expect(lines.map((line) => line.length <= width)).toEqual([true, true]);
      expect(lines[1]).toMatch(/x…$/);
    }
  });

  it('leaves columns out, and says which, rather than cut all of them to nothing', () => {
    const person = {
      id: 7,
      name: 'José Ángel Muñoz Peña de la Garza',
      email: 'jose.munoz@empresa.mx',
      department: 'Producción',
      level: 'Analista',
    };
    const five = [
      { title: 'ID', of: ({ id }: typeof person) => id },
      { title: 'Nombre', of: ({ name }: typeof person) => name, isLong: true },
      { title: 'Correo', of: ({ email }: typeof person) => email },
      { title: 'Departamento', of: ({ department }: typeof person) => department, isLong: true, rank: 1 },
      { title: 'Nivel', of: ({ level }: typeof person) => level, rank: 2 },
    ];
    const tableAt = (width: number) => asTable(five, [person], { ...plain, width });
    expect(tableAt(80)).toEqual([
      'ID  Nombre                         Correo                 Departamento  Nivel',
      ' 7  José Ángel Muñoz Peña de la …  jose.munoz@empresa.mx  Producción    Analista',
    ]);
    expect(tableAt(50)).toEqual([
      'ID  Nombre                   Correo',
      ' 7  José Ángel Muñoz Peña …  jose.munoz@empresa.mx',
      '',
      'No caben: Departamento, Nivel. Ensancha la terminal o usa --csv o --json.',
    ]);
  });

  it.each([
    [160, ['Folio', 'Creado por', 'Tema', 'Actividad', 'Responsable', 'Entrega +ext', 'Días restantes', 'Prioridad', 'Estado'], 40],
    [80, ['Folio', 'Actividad', 'Entrega +ext', 'Días restantes', 'Estado'], 26],
  ])('gives the text its width before names and headings at %i columns', (width, headings, textWidth) => {
    const long = { id: 212, daysLeft: -128, priority: 'normal', status: 'in_progress', topic: 'Reclutamiento y capacitación' };
    const names = {
      ownerFirstName: 'José Ángel',
      ownerLastName: 'Muñoz Peña',
      assigneeFirstName: 'María Guadalupe',
      assigneeLastName: 'Castañeda',
    };
    const days = { createdAt: new Date('2026-11-04T18:00:00Z'), dueOn: '2026-11-21', extendedTo: '2026-11-28', department: 'Operaciones' };
    const row = { ...long, ...names, ...days, description: 'abcdefghij'.repeat(9) } as unknown as ActivityView;
    const [heading = '', line = ''] = asTable(listingColumns(activityReports.pending.fields, 'America/Mexico_City'), [row], {
      ...plain,
      width,
    });
    expect(line.length).toBeLessThanOrEqual(width);
    expect(line).toMatch(/ -128( |$)/);
    expect(heading.split(/ {2,}/).map((title, at) => title.startsWith(headings[at] as string))).toEqual(headings.map(() => true));
    expect(/abc\w+/.exec(line)?.[0].length).toBeGreaterThanOrEqual(textWidth - 1);
  });

  it('shows nothing that moves a cursor, rings or turns the text', () => {
    const safeText = printable('a\u001b[31mb\u0007c\u009b2Jd\u202ee\u2066f\r\ng\u0000');
    expect(safeText).toBe('a\ufffd[31mb\ufffdc\ufffd2Jd\ufffde\ufffdf g\ufffd');
  });
});

describe('a server that does not answer', () => {
  const { signal } = new AbortController();

  it('is asked three times, and then given up', async () => {
    let attempts = 0;
    const silent = () => Promise.reject(attempts++ < 9 ? new NoAnswerError() : new Error());
    await expect(withRetries(silent, signal, [1, 1])).rejects.toBeInstanceOf(NoAnswerError);
    expect(attempts).toBe(3);
  });

  it('is asked again while a proxy says that it is away, and not after any other answer', async () => {
    for (const [answers, times] of [
      [[503, 502, 200], 3],
      [[500, 200], 1],
      [[409, 200], 1],
    ] as const) {
      let attempts = 0;
      const { status } = await withRetries(async () => ({ status: answers[attempts++] as number }), signal, [1, 1]);
      expect([status, attempts]).toEqual([answers[times - 1], times]);
    }
  });

  it('is left alone once it was interrupted', async () => {
    const interrupted = new AbortController();
    let attempts = 0;
    const silent = () => {
      attempts++;
      interrupted.abort();
      return Promise.reject(new NoAnswerError());
    };
    await expect(withRetries(silent, interrupted.signal, [1, 1])).rejects.toThrow();
    expect(attempts).toBe(1);
  });
});

describe('the folder of the configuration', () => {
  it.each<[NodeJS.Platform, Record<string, string>, string]>([
    ['linux', {}, '/casa/ana/.config/bitacora'],
    ['linux', { XDG_CONFIG_HOME: '/x' }, '/x/bitacora'],
    ['linux', { XDG_CONFIG_HOME: 'relativa' }, '/casa/ana/.config/bitacora'],
    ['darwin', {}, '/casa/ana/Library/Application Support/bitacora'],
    ['win32', { APPDATA: 'C:/Datos' }, 'C:/Datos/bitacora'],
  ])('on %s with %j is %s', (platform, env, folder) => {
    expect(readSettings(env, platform, '/casa/ana').folder).toBe(folder);
  });

  it('colours are off by NO_COLOR and on a dumb terminal', () => {
    const hasColour = (env: Record<string, string>) => readSettings(env, 'linux', '/').hasColour;
    expect([hasColour({}), hasColour({ NO_COLOR: '1' }), hasColour({ NO_COLOR: '' }), hasColour({ TERM: 'dumb' })]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});
