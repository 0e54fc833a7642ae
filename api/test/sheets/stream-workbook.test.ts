import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { statuses } from '@bitacora/core/domain/activities/activity';
import { Refused } from '@bitacora/core/domain/refusal';
import { noFilters } from '@bitacora/core/domain/reports/report';
import { punctualityTexts } from '@bitacora/core/messages/reports/punctuality';
import type { ReportLine } from '@bitacora/core/use-cases/reports/export-report';
import { expect, it } from 'vitest';
import { anActivity, NOW, TODAY } from '../../../core/test/factories.ts';
import { ZONE } from '../../../core/test/stage.ts';
import { reportWorkbook } from '../../src/reports/report-workbook.ts';
import { openWorkbook, rowsOf } from './workbooks.ts';

const BATCH = 500;
/** Batches of some 300 kB. When the reader stops, only the compressor and the streams behind it fill up. */
const WRITTEN_AHEAD_MAX = 40;

/** A report without end, and how far it was read. */
function endless(size = BATCH) {
  const progress = { batches: 0, isOver: false };
  const names = { ownerFirstName: 'Ana', ownerLastName: 'Luz', assigneeFirstName: 'Eva', assigneeLastName: 'Paz', isImported: false };
  async function* batches(): AsyncGenerator<ReportLine[]> {
    try {
      for (;;) {
        await setTimeout(1);
        progress.batches++;
        const noise = () => randomBytes(300).toString('base64');
        yield Array.from({ length: size }, () => ({ ...anActivity({ description: noise() }), ...names, topic: 'T', department: 'D' }));
      }
    } finally {
      progress.isOver = true;
    }
  }
  const selection = { scope: 'company', readerId: 1, statuses, range: null, filters: noFilters, words: [], today: TODAY } as const;
  return { progress, report: { selection, search: '', names: new Map(), punctualityQuery: {}, today: TODAY, batches: batches() } };
}
const occasion = {
  author: 'Ana Luz',
  now: NOW,
  zone: ZONE,
  readPunctuality: () => Promise.reject(new Refused({ code: 'read.tooSlow' })),
};

it('nothing is written ahead of a reader that does not read, and everything stops when it goes away', async () => {
  const { progress, report } = endless();
  const stream = await reportWorkbook(report, occasion);
  for (let before = -1; before !== progress.batches && progress.batches < WRITTEN_AHEAD_MAX; ) {
    before = progress.batches;
    await setTimeout(1_000);
  }
  expect(progress.batches).toBeLessThan(WRITTEN_AHEAD_MAX);

  stream.destroy();
  await expect.poll(() => progress.isOver).toBe(true);
});

it('a reader that goes away in the middle ends the work', async () => {
  const { progress, report } = endless(10);
  const stream = await reportWorkbook(report, occasion);
  for await (const _ of stream) if (progress.batches > 5) break;
  const { batches } = progress;
  await expect.poll(() => progress.isOver).toBe(true);
  expect(progress.batches).toBeLessThanOrEqual(batches + 2);
});

it('what fails in the middle cuts the stream: half a workbook never looks like a whole one', async () => {
  const { report } = endless();
  async function* failing() {
    yield* (async function* () {
      for await (const batch of report.batches) {
        yield batch;
        throw new Error('the database went away');
      }
    })();
  }
  const stream = await reportWorkbook({ ...report, batches: failing() }, occasion);
  await expect(async () => {
    for await (const _ of stream);
  }).rejects.toThrow('the database went away');
});

it('figures of punctuality are read after the rows, and where they take too long the rest of the workbook stands', async () => {
  const { report, progress } = endless(1);
  async function* three() {
    for await (const batch of report.batches) {
      yield batch;
      if (progress.batches >= 3) return;
    }
  }
  let batchesBefore = 0;
  const readPunctuality = () => {
    batchesBefore = progress.batches;
    return occasion.readPunctuality();
  };
  const stream = await reportWorkbook({ ...report, batches: three() }, { ...occasion, readPunctuality });
  const book = await openWorkbook(Buffer.concat(await stream.toArray()));
  expect(batchesBefore).toBeGreaterThanOrEqual(3);
  expect(rowsOf(book.getWorksheet('Puntualidad')).slice(1)).toEqual([[punctualityTexts.tooSlow]]);
  expect(rowsOf(book.getWorksheet('Actividades')).length).toBeGreaterThan(3);
  expect(book.worksheets).toHaveLength(3);
});
