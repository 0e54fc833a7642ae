import { migrate } from '@bitacora/core/server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deep } from '../../../../../core/test/deep.ts';
import { type Faults, type MailSink, mailSink } from '../../../emails/sink.ts';
import { type OutsidePostgres, outsidePostgres } from '../../outside-postgres.ts';
import { type Deliverer, reminders, startDeliverer } from './deliverers.ts';

const NOW = new Date('2026-11-20T18:00:00Z');
/** Longer than any lease. */
const LATER = new Date('2026-11-20T18:10:00Z');
let postgres: OutsidePostgres;
let sink: MailSink;

beforeAll(async () => {
  postgres = await outsidePostgres();
  await migrate(postgres.db);
});
afterAll(() => postgres?.close());
afterEach(() => sink?.close());

const start = (env: Record<string, string> = {}, now = NOW) =>
  startDeliverer({ DATABASE_URL: postgres.url, SMTP_URL: sink.url, NOW: now.toISOString(), ...env });
async function together(deliverers: Deliverer[]): Promise<(number | null)[]> {
  await Promise.all(deliverers.map(({ ready }) => ready));
  for (const { go } of deliverers) go();
  return Promise.all(deliverers.map(({ deliveredCount }) => deliveredCount));
}
const copiesOf = (isCounted: (mail: MailSink['received'][number]) => boolean = () => true) => {
  const copies = new Map<string, number>();
  for (const { keys } of sink.received.filter(isCounted)) for (const key of keys) copies.set(key, (copies.get(key) ?? 0) + 1);
  return copies;
};
const pending = async () => Number((await postgres.db('outbox').whereNull('sentAt').count('* as rows').first())?.rows);

describe.each([2, 5])('%i processes', (count) => {
  it('deliver 1,000 notifications once, and those of a person in one digest', { timeout: 90_000 }, async () => {
    sink = await mailSink();
    await reminders(postgres.db, { people: 100, each: 10, now: NOW });
    const counts = await together(Array.from({ length: count }, () => start()));

    const copies = copiesOf();
    expect(copies.size).toBe(1_000);
    expect([...copies].filter(([, times]) => times !== 1)).toEqual([]);
    expect(sink.received).toHaveLength(100);
    expect(sink.received.filter(({ keys }) => keys.length !== 10)).toEqual([]);
    expect(counts.reduce((sum: number, each) => sum + (each ?? 0), 0)).toBe(100);
    if (count === 2) expect(counts.filter((letters) => !letters)).toEqual([]);
    expect(await pending()).toBe(0);
  });
});

describe('killed', () => {
  const people = deep(40, 12);
  const keys = people * 2;
  /** Delivers by one that is killed on the way, then, the lease over, by another. */
  async function survived(
    env: Record<string, string>,
    onContents: (of: () => Deliverer) => Faults['onContents'] = () => () => null,
  ): Promise<void> {
    sink = await mailSink({ onContents: onContents(() => victim) });
    await reminders(postgres.db, { people, each: 2, now: NOW });
    const victim = start(env);
    expect(await together([victim])).toEqual([null]);
    expect(await pending()).toBeGreaterThan(0);
    await together([start({}, LATER)]);

    expect(await pending()).toBe(0);
    const ids = new Map<string, Set<string>>();
    for (const mail of sink.received) for (const key of mail.keys) ids.set(key, (ids.get(key) ?? new Set()).add(mail.messageId));
    expect([...ids.values()].filter(({ size }) => size !== 1)).toEqual([]);
    expect(sink.received.filter((mail) => mail.keys.length !== 2)).toEqual([]);
    expect(copiesOf(({ isKept }) => isKept).size).toBe(keys);
  }
  const twice = () => [...copiesOf(({ isKept }) => isKept).values()].filter((copies) => copies > 1).length / 2;

  it('before the claim is committed: as if nobody had claimed', async () => {
    await survived({ KILL_AT: 'before commit', KILL_AFTER: '3' });
    // Who takes a letter marks its last one with the same commit, and others were under way: each of the four may have been answered.
    expect(twice()).toBeLessThanOrEqual(4);
  });

  it('with a claim: the letter goes when the lease is over', async () => {
    await survived({ KILL_AT: 'claimed', KILL_AFTER: '5' });
    expect(twice()).toBeLessThanOrEqual(3);
  });

  it('amid the contents of a mail: what did not arrive goes again', async () => {
    await survived({}, (victim) => (mail) => {
      if (mail !== 5) return null;
      victim().child.kill('SIGKILL');
      return { at: 'data', does: 'hangs', keeps: false };
    });
    expect(twice()).toBeLessThanOrEqual(3);
  });

  it('between the server’s answer and its mark: twice at the worst, under the same Message-ID', async () => {
    await survived({ KILL_AT: 'answered', KILL_AFTER: '4' });
    expect(twice()).toBeGreaterThanOrEqual(1);
    expect(twice()).toBeLessThanOrEqual(4);
  });
});
