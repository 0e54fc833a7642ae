import { expect, it } from 'vitest';
import type { Browser } from '../../browser.ts';
import { companySheets } from './company-sheets.ts';
import { importingCompany, sendActivities } from './send-activities.ts';

let manager: Browser;
await importingCompany((people) => ({ manager } = people));

interface Question {
  kind: string;
  key: string;
  said: string;
  suggestion: (string | number)[];
  options: { value: string; label: string }[];
}
const parts: Record<string, string> = { person: 'people', topic: 'topics', state: 'states', priority: 'priorities', date: 'dates' };
const bold: Record<string, unknown> = { person: 'left_out', topic: 'new', state: 'not_started', priority: 'normal' };

/** Takes each suggestion, or some answer where there is none. */
function answerAll(mapping: Record<string, Record<string, unknown>>, questions: readonly Question[]) {
  for (const { kind, key, suggestion, options } of questions) {
    if (kind === 'column')
      for (const { value } of options) mapping.columns = { ...mapping.columns, [value]: value === suggestion[0] ? key : null };
    else {
      const answer = kind === 'person' && suggestion.length > 0 && suggestion[0] !== 'left_out' ? suggestion : suggestion[0];
      const part = parts[kind] as string;
      mapping[part] = { ...mapping[part], [key]: answer ?? bold[kind] ?? options[0]?.value };
    }
  }
}

it.each(companySheets.map(({ file, bytes }) => ({ file, bytes })))(
  'the rows of $file add up, checked, stored and sent again',
  async ({ file, bytes }) => {
    const content = await bytes();
    const mapping: Record<string, Record<string, unknown>> = {};
    const send = async (fields: Record<string, unknown>) => {
      const { status, body } = await sendActivities(
        manager,
        content,
        { ...fields, mapping: { ...mapping, day_order: 'dmy', finished: true } },
        file,
      );
      expect([status, body.error]).toEqual([200, undefined]);
      const left = body.left_out.reduce((sum: number, { rows }: { rows: number }) => sum + rows, 0);
      expect(body.imported + body.unchanged + body.waiting + body.wrong_rows + left).toBe(body.rows_read);
      return { body, left };
    };
    let checked = await send({ dry_run: true });
    // An answer may raise questions. The sheet is answered once a round changes no answer.
    for (let before = ''; before !== JSON.stringify(mapping); ) {
      before = JSON.stringify(mapping);
      answerAll(mapping, checked.body.questions);
      if (before !== JSON.stringify(mapping)) checked = await send({ dry_run: true });
    }
    const { body: dry, left: dryLeft } = checked;
    const { body: stored, left } = await send({ only_good: true });
    expect(stored).toMatchObject({
      rows_read: dry.rows_read,
      imported: dry.imported,
      unchanged: dry.unchanged,
      count: dry.count,
      wrong_rows: 0,
    });
    expect(left).toBe(dryLeft + dry.wrong_rows);
    const { body: again } = await send({ only_good: true });
    expect(again).toMatchObject({ rows_read: dry.rows_read, imported: 0, unchanged: dry.imported + dry.unchanged, count: 0 });
  },
);
