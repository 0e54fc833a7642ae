import { Refused } from '@bitacora/core/domain/refusal';
import { expect, it } from 'vitest';
import { fairQueue, type QueueLimits } from '../src/http/fair-queue.ts';

const never = new AbortController().signal;

/** A queue, and in which order its places were given. `ask` comes back once the request has its place, waits, or was refused. */
function observed(limits: Partial<QueueLimits>) {
  const queue = fairQueue({ running: 2, runningPerKey: 2, waiting: 100, waitingPerKey: 100, ...limits });
  const given: string[] = [];
  const refused: string[] = [];
  const ask = async (name: string, key = name.charAt(0), signal = never) => {
    queue.enter(key, signal).then(
      () => given.push(name),
      (error) => refused.push(`${name} ${error instanceof Refused ? error.refusal.code : error.message}`),
    );
    await settled();
  };
  return {
    queue,
    given,
    refused,
    ask,
    async leave(key: string) {
      queue.leave(key);
      await settled();
    },
  };
}
const settled = () => new Promise(setImmediate);

it('a caller who comes while another floods is next, not last', async () => {
  const { given, ask, leave } = observed({});
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) await ask(name);
  await ask('b1');
  expect(given).toEqual(['a1', 'a2']);
  await leave('a');
  expect(given).toEqual(['a1', 'a2', 'b1']);
  await leave('b');
  expect(given).toEqual(['a1', 'a2', 'b1', 'a3']);
});

it('of several who wait the turn goes to the one with the fewest under way, then to the one whose last turn is longest ago', async () => {
  const { given, ask, leave } = observed({ running: 3, runningPerKey: 3 });
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'c2']) await ask(name);
  await leave('a'); // under way: a1 and b1
  await leave('a');
  await leave('b');
  await leave('c');
  expect(given).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'c2']);
});

it('one caller never runs more than its share, also while slots are free', async () => {
  const { queue, given, ask, leave } = observed({ running: 10 });
  for (const name of ['a1', 'a2', 'a3']) await ask(name);
  expect(given).toEqual(['a1', 'a2']);
  expect(queue.counts()).toMatchObject({ running: 2, waiting: 1 });
  await leave('a');
  expect(given).toEqual(['a1', 'a2', 'a3']);
});

it('beyond its own bound only the caller that floods is refused', async () => {
  const { given, refused, ask, leave } = observed({ waitingPerKey: 1 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) await ask(name);
  expect(refused).toEqual(['a4 requests.tooMany']);
  await leave('a');
  await leave('a');
  expect(given).toEqual(['a1', 'a2', 'b1', 'a3']);
});

it('where the whole queue is full the caller with the most waiting loses its newest, and others come in', async () => {
  const { queue, given, refused, ask, leave } = observed({ waiting: 3 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1']) await ask(name);
  expect(refused).toEqual(['a5 requests.tooMany']);
  await ask('a6');
  expect(refused).toEqual(['a5 requests.tooMany', 'a6 requests.tooMany']);
  for (const name of ['c1', 'd1']) await ask(name);
  expect(refused.slice(2)).toEqual(['a4 requests.tooMany', 'd1 server.busy']);
  expect(queue.counts()).toMatchObject({ waiting: 3, shed: 4 });
  for (const key of ['a', 'a', 'b']) await leave(key);
  expect(given).toEqual(['a1', 'a2', 'b1', 'a3', 'c1']);
});

it('who goes while waiting leaves the queue at once, and nothing stays behind of anybody', async () => {
  const { queue, given, refused, ask, leave } = observed({ runningPerKey: 1 });
  const gone = new AbortController();
  await ask('a1');
  await ask('a2', 'a', gone.signal);
  await ask('a3');
  gone.abort(new Error('has gone'));
  await settled();
  expect(refused).toEqual(['a2 has gone']);
  expect(queue.counts()).toMatchObject({ waiting: 1 });
  await leave('a');
  expect(given).toEqual(['a1', 'a3']);
  await leave('a');
  await ask('b1', 'b', gone.signal);
  expect(refused).toEqual(['a2 has gone', 'b1 has gone']);
  expect([queue.counts().running, queue.counts().waiting, queue.size()]).toEqual([0, 0, 0]);
});

it('knows who has several requests, under way or waiting', async () => {
  const { queue, ask, leave } = observed({ running: 1, runningPerKey: 1 });
  expect(queue.hasSeveral('a')).toBe(false);
  await ask('a1');
  await ask('b1');
  expect([queue.hasSeveral('a'), queue.hasSeveral('b')]).toEqual([false, false]);
  await ask('a2');
  expect(queue.hasSeveral('a')).toBe(true);
  await leave('a');
  expect(queue.hasSeveral('a')).toBe(false);
});

it('callers that are new each time do not keep one that comes again from its turn', async () => {
  const { given, ask, leave } = observed({ running: 1, runningPerKey: 1 });
  await ask('a1');
  await ask('a2');
  for (const name of ['b1', 'c1', 'd1', 'e1']) await ask(name);
  for (const key of ['a', 'b', 'c']) {
    await leave(key);
    await ask(`${key.toUpperCase()}1`);
  }
  expect(given.slice(0, 4)).toContain('a2');
});
