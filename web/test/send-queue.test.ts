import { sessionRequests } from '@bitacora/core/contract/exchange';
import { expect, it, vi } from 'vitest';
import { addToQueue, type QueuedAct, readQueue } from '../src/offline/queue.ts';
import { sendQueue } from '../src/offline/send-queue.ts';
import { fakeDevice } from './fake-device.ts';

const ANA = 7;
const START = '/api/record_start_work_activity';
const EVIDENCE = '/api/record_evidences_activity';
const done = () => Response.json({ success: true });

/** Sends what Ana queued to a server that answers by the path; each path that was asked, in order. */
async function send(acts: readonly Partial<QueuedAct>[], answer: (path: string, activityId: number) => Response) {
  fakeDevice();
  vi.stubGlobal('navigator', { locks: { request: (_: string, __: object, act: (lock: object) => unknown) => act({}) } });
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (path === sessionRequests.readCsrfToken.path) return Response.json({ success: true, csrf_token: 't', user_id: ANA });
    const { activity_id: id } = typeof body === 'string' ? JSON.parse(body) : Object.fromEntries(body as FormData);
    requests.push(`${path} ${id}`);
    return answer(path, Number(id));
  });
  for (const { activityId = 1, path = START, images = [] } of acts)
    await addToQueue({
      userId: ANA,
      activityId,
      path,
      fields: { activity_id: String(activityId) },
      images,
      digests: images.map(() => 'ab'),
      key: crypto.randomUUID(),
      capturedAt: new Date('2026-11-20T18:00:00Z'),
      refusal: null,
    });
  return { outcome: await sendQueue(), requests, left: await readQueue(ANA) };
}

it('waits longer for larger photos, at five kilobytes a second', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout');
  const images = [new File([new Uint8Array(1_000_000)], 'uno.png'), new File([new Uint8Array(500_000)], 'dos.png')];
  const { outcome, left } = await send([{ path: EVIDENCE, images }], done);
  expect([outcome, left]).toEqual([{ end: 'done' }, []]);
  expect(limits.mock.calls.map(([limitMs]) => limitMs)).toEqual([120_000, 420_000]);
});

const page = (status: number) => new Response('<html>', { status });
const refusal = (status: number, code: string) => Response.json({ success: false, code, error: 'No.' }, { status });

it('keeps an act that a proxy refuses, with a sentence, and sends the next', async () => {
  const { outcome, requests, left } = await send([{}, { activityId: 2 }], (_, id) => (id === 1 ? page(413) : done()));
  expect([outcome, requests]).toEqual([{ end: 'done' }, [`${START} 1`, `${START} 2`]]);
  expect(left).toMatchObject([{ activityId: 1, refusal: 'El servidor no lo aceptó (error 413).' }]);
});

it('skips an activity at which the server fails, and sends what waits of others', async () => {
  const acts = [{}, { path: '/api/end_activity' as const }, { activityId: 2 }];
  const { outcome, requests, left } = await send(acts, (_, id) => (id === 1 ? refusal(500, 'internal') : done()));
  expect([outcome, requests]).toEqual([{ end: 'unreachable' }, [`${START} 1`, `${START} 2`]]);
  expect(left.map(({ activityId, refusal: why }) => [activityId, why])).toEqual([
    [1, null],
    [1, null],
  ]);
});

it.each([
  ['nothing is there to answer', page(502), 'unreachable'],
  ['a portal answers', page(200), 'unreachable'],
  ['the database is away', refusal(503, 'database.away'), 'unreachable'],
  ['the session ended', refusal(401, 'session.missing'), 'noSession'],
  ['the session lacks its second factor', refusal(403, 'secondFactor.due'), 'noSession'],
])('stops where %s, and refuses nothing', async (_, answer, end) => {
  const { outcome, requests, left } = await send([{}, { activityId: 2 }], () => answer);
  expect([outcome.end, requests.length, left.map(({ refusal: why }) => why)]).toEqual([end, 1, [null, null]]);
});
