import { afterAll, beforeAll, expect, it } from 'vitest';
import { deep, expectWithin } from '../../../../core/test/deep.ts';
import { given } from '../../../../core/test/factories.ts';
import type { Browser } from '../../browser.ts';
import { type RunningApp, runningApp } from '../../running-app.ts';
import { plainSheetOf } from '../../sheets/hostile-sheets.ts';
import { peopleSheet, uploaded } from '../../sheets/upload.ts';
import { sheetOf } from '../../sheets/workbooks.ts';

const PEOPLE = deep(5_000, 1_000);
/** On this machine alone; the short form has other tests beside it. */
const DRY_RUN_MS = deep(5_000, 10_000);
const TOO_MANY = 50_000;
const REFUSED_MS = deep(2_000, 8_000);
const STORED_MS = deep(10_000, 20_000);
/** Made before anything is connected: it takes seconds, and idle connections are closed after five. */
const tooManyPeople = plainSheetOf(peopleSheet(TOO_MANY));

let app: RunningApp;
let manager: Browser;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
  manager = await app.as(await given(app.db).manager());
});
afterAll(() => app.close());

it('five thousand people are checked in a dry run and registered in seconds, each with an invitation', async () => {
  const bytes = await sheetOf(peopleSheet(PEOPLE));
  const timed = async (fields: Record<string, string>) => {
    const began = performance.now();
    const { status, body } = await uploaded(manager, bytes, fields);
    expect([status, body]).toMatchObject([200, { count: PEOPLE }]);
    return performance.now() - began;
  };
  const dryRunMs = await timed({ dry_run: 'true' });
  const stored = await timed({});
  console.log(`Import of ${PEOPLE} people: dry run in ${Math.round(dryRunMs)} ms, stored in ${Math.round(stored)} ms.`);
  expectWithin(dryRunMs, DRY_RUN_MS);
  expectWithin(stored, STORED_MS);
  expect(await app.db('outbox').where({ kind: 'invitation' }).select('id')).toHaveLength(PEOPLE);
  expect((await uploaded(manager, bytes)).body).toMatchObject({ error: 'Todas las personas de este archivo ya están registradas.' });
});

it('fifty thousand people in one workbook are refused at once, with the limit and what to do', async () => {
  const began = performance.now();
  const { status, body } = await uploaded(manager, tooManyPeople);
  const took = performance.now() - began;
  console.log(`Workbook of ${TOO_MANY} people, ${Math.round(tooManyPeople.length / 1e3)} kB, refused in ${Math.round(took)} ms.`);
  const error = expect.stringContaining('se leen hasta 5,000 filas, 256 columnas y 300,000 celdas. Repárte');
  expect([status, body]).toMatchObject([413, { code: 'sheet.tooMuch', error }]);
  expectWithin(took, REFUSED_MS);
});
