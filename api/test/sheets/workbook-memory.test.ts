import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { streamWorkbook } from '../../src/workbooks/stream-workbook.ts';

test('the garbage of a workbook is collected once no other workbook followed it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const references = [{ rows: 1_000 }];
    const garbage = new WeakRef(references[0] as object);
    await text(
      streamWorkbook(async (book) => {
        book.addWorksheet('Actividades').commit();
      }),
    );
    references.length = 0;
    // A WeakRef holds its target until the task ends that made it or read it.
    await new Promise(setImmediate);
    vi.advanceTimersByTime(6_000);
    expect(garbage.deref()).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});
