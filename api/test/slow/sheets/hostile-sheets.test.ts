import { afterAll, beforeAll, expect, it } from 'vitest';
import { given } from '../../../../core/test/factories.ts';
import type { Browser } from '../../browser.ts';
import { type RunningApp, runningApp } from '../../running-app.ts';
import { expectHarmless } from '../../sheets/harmless.ts';
import { hostileSheets } from '../../sheets/hostile-sheets.ts';
import { uploaded } from '../../sheets/upload.ts';

let app: RunningApp;
let manager: Browser;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 10_000 });
  manager = await app.as(await given(app.db).manager());
});
afterAll(() => app.close());

const sheets = await hostileSheets();

it('a stranger’s workbook harms nobody: each is refused or taken for what it says, the process lives, and its health is reported in time', async () => {
  await expectHarmless(app, sheets, (bytes) => uploaded(manager, bytes, { dry_run: 'true' }, 'personas.xlsx'));
}, 180_000);

it('one is read at a time: a few wait, and who comes after them is asked to come back later', async () => {
  const { bytes } = sheets['X10 sixteen thousand columns'] as { bytes: Buffer };
  // One person each, because several requests of one person are slowed down.
  const people: Awaited<ReturnType<typeof app.as>>[] = [];
  for (let n = 0; n < 10; n++) people.push(await app.as(await given(app.db).manager()));
  const answers = await Promise.all(people.map((person) => uploaded(person, bytes, { dry_run: 'true' })));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(1);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(6);
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}, 120_000);
