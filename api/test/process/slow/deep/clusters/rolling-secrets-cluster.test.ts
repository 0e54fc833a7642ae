import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD } from '../../../../../../core/test/factories.ts';
import { browser } from '../../../../browser.ts';
import { type OutsidePostgres, outsidePostgres } from '../../../outside-postgres.ts';
import { launch, type Product, untilReady } from '../../../product.ts';

const [BEFORE, NOW] = ['el secreto de antes, que dos réplicas comparten', 'el secreto de ahora, que dos réplicas comparten'];
const [BOT_BEFORE, BOT_NOW] = ['the bot token of before, of thirty-two or more', 'the bot token of now, also of thirty-two or more'];
type Step = Record<string, string>;
const before: Step = { SESSION_SECRET: BEFORE, BOT_TOKEN: BOT_BEFORE };
const changing: Step = { SESSION_SECRET: NOW, SESSION_SECRET_PREVIOUS: BEFORE, BOT_TOKEN: BOT_NOW, BOT_TOKEN_PREVIOUS: BOT_BEFORE };
const after: Step = { SESSION_SECRET: NOW, BOT_TOKEN: BOT_NOW };

let postgres: OutsidePostgres;
const replicas: Product[] = [];
/** The number of open requests at each replica. A replica that restarts gets no new ones, as behind a proxy. */
const underWay = [0, 0];
const isAway = [false, false];
beforeAll(async () => {
  postgres = await outsidePostgres();
  for (const at of [0, 1]) replicas[at] = await started(at, before);
}, 120_000);
afterAll(async () => {
  for (const { child, exited } of replicas) {
    child.kill('SIGTERM');
    await exited;
  }
  await postgres?.close();
});

async function started(at: number, step: Step): Promise<Product> {
  const product = await launch(path.join(postgres.folder, `replica-${at}`), { ...postgres.settings, ...step });
  await untilReady(product);
  return product;
}

async function replaced(at: number, step: Step): Promise<void> {
  isAway[at] = true;
  while ((underWay[at] ?? 0) > 0) await pause(10);
  replicas[at]?.child.kill('SIGTERM');
  await replicas[at]?.exited;
  replicas[at] = await started(at, step);
  isAway[at] = false;
}

/** Alternates between the two replicas, or uses the one that is there. */
let turn = 0;
async function at<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const which = isAway[turn++ % 2] ? turn % 2 : (turn - 1) % 2;
  underWay[which] = (underWay[which] ?? 0) + 1;
  return work(replicas[which]?.url ?? '').finally(() => {
    underWay[which] = (underWay[which] ?? 0) - 1;
  });
}

it('a secret changes at two replicas, one after the other, while a person writes and a bot asks, and nobody is refused', async () => {
  const person = await postgres.given.person();
  const ana = browser(replicas[0]?.url ?? '');
  await ana.client.logIn({ email: person.email, password: PASSWORD });
  const sid = ana.cookies.get('sid') ?? '';
  const statuses = new Map<string, number>();
  const count = (what: string, status: number) => statuses.set(`${what} ${status}`, (statuses.get(`${what} ${status}`) ?? 0) + 1);
  let isOver = false;
  let token = BOT_BEFORE;

  /** As the web does: a CSRF token of one, which it gets now and then, carried to whichever comes next. */
  async function writes(): Promise<void> {
    for (let n = 0; !isOver; n++) {
      const csrf = await at((url) => browser(url, sid).csrfToken());
      for (let m = 0; m < 5; m++) {
        const headers = { 'X-CSRF-Token': csrf };
        const body = { alias: `ana ${n} ${m}`, phone: null };
        const { status } = await at((url) => browser(url, sid).call('POST', '/api/update_profile', { headers, body, csrf: false }));
        count('write', status);
      }
    }
  }
  async function asks(): Promise<void> {
    const body = { service: 'slack', workspace: 'T1', chat_user_id: 'U1', conversation: 'D1', display_name: 'ana' };
    while (!isOver) {
      const headers = { Authorization: `Bearer ${token}` };
      const { status } = await at((url) => browser(url).call('POST', '/api/bot/link_request', { headers, body, csrf: false }));
      count('bot', status);
      await pause(20);
    }
  }
  const working = Promise.all([writes(), asks()]);
  for (const which of [0, 1]) await replaced(which, changing);
  token = BOT_NOW;
  for (const which of [0, 1]) await replaced(which, after);
  await pause(1_000);
  isOver = true;
  await working;
  console.log(Object.fromEntries(statuses));
  expect([...statuses.keys()].sort()).toEqual(['bot 200', 'write 200']);
}, 240_000);
