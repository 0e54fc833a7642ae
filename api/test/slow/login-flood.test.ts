import { afterAll, beforeAll, expect, it } from 'vitest';
import { restoreProductHashCost } from '../../../core/test/cheap-hashes.setup.ts';
import { deep } from '../../../core/test/deep.ts';
import { given, PASSWORD } from '../../../core/test/factories.ts';
import { browser } from '../browser.ts';
import { raw } from '../raw.ts';
import { type RunningApp, runningApp } from '../running-app.ts';

/** More at once than the queue of hashes takes. */
const CONNECTIONS = 60;
const LOGINS = deep(25, 3);

restoreProductHashCost();

let app: RunningApp;
let visitor: Record<string, string>;
beforeAll(async () => {
  app = await runningApp({ proxyHops: 1 });
  const one = browser(app.origin);
  one.cookies.set('csrf', 'galleta-de-visita');
  visitor = { Cookie: 'csrf=galleta-de-visita', 'X-CSRF-Token': await one.csrfToken(), 'Content-Type': 'application/json' };
});
afterAll(() => app.close());

const durationsText = (milliseconds: number[]) => {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  return `${Math.round(sorted[Math.floor(sorted.length / 2)] as number)} ms (p50), ${Math.round(sorted.at(-1) as number)} ms (longest)`;
};

it('a flood of wrong passwords from ever new addresses refuses no login from a known device or network', {
  timeout: deep(600_000, 120_000),
}, async () => {
  const [ana, bea] = [await given(app.db).person(), await given(app.db).person()];
  const adminCalls = { 'X-Forwarded-For': '203.0.113.7' };
  const hers = browser(app.origin);
  const logIn = async (device: typeof hers, email: string, headers: Record<string, string> = {}) => {
    const began = performance.now();
    const { status } = await device.call('POST', '/api/login', { body: { email, password: PASSWORD }, headers });
    return { status, milliseconds: performance.now() - began };
  };
  expect((await logIn(hers, ana.email, adminCalls)).status).toBe(200);

  let isOver = false;
  let requestCount = 0;
  const flood: number[] = [];
  const attack = async () => {
    while (!isOver) {
      const n = requestCount++;
      const headers = { ...visitor, 'X-Forwarded-For': `2001:db8:${(n >> 8).toString(16)}:${(n & 255).toString(16)}::1` };
      const body = JSON.stringify({ email: `nadie${n}@demo.mx`, password: 'equivocada' });
      flood.push((await raw(app.origin, { method: 'POST', path: '/api/login', headers, body })).status);
    }
  };
  const attackers = Array.from({ length: CONNECTIONS }, attack);
  while (!flood.includes(429)) await new Promise((resolve) => setTimeout(resolve, 20));

  const knownTimes = { device: [] as number[], network: [] as number[] };
  const answers: number[] = [];
  for (let n = 0; n < LOGINS; n++) {
    // Her own device elsewhere, and a colleague's new device in an office from which somebody has logged in.
    const mine = await logIn(hers, ana.email, { 'X-Forwarded-For': `198.51.100.${n}` });
    const theirs = await logIn(browser(app.origin), bea.email, adminCalls);
    answers.push(mine.status, theirs.status);
    knownTimes.device.push(mine.milliseconds);
    knownTimes.network.push(theirs.milliseconds);
  }
  isOver = true;
  await Promise.all(attackers);
  const refused = flood.filter((status) => status === 429).length;
  console.log(
    `Honest logins amid ${flood.length} wrong ones, ${refused} of them refused: known device ${durationsText(knownTimes.device)}, known network ${durationsText(knownTimes.network)}; ${answers.filter((status) => status !== 200).length} of ${answers.length} refused.`,
  );
  expect(answers).toEqual(answers.map(() => 200));
});
