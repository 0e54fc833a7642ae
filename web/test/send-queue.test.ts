import { sessionRequests } from '@bitacora/core/contract/exchange';
import { expect, it, vi } from 'vitest';
import { addToQueue, type QueuedAct, queueOf } from '../src/offline/queue.ts';
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
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (path === sessionRequests.readCsrfToken.path) return Response.json({ success: true, csrf_token: 't', user_id: ANA });
    const { activity_id: id } = typeof body === 'string' ? JSON.parse(body) : Object.fromEntries(body as FormData);
    asked.push(`${path} ${id}`);
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
  return { outcome: await sendQueue(), asked, left: await queueOf(ANA) };
}

it('waits longer for larger photos, at five kilobytes a second', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout');
  const images = [new File([new Uint8Array(1_000_000)], 'uno.png'), new File([new Uint8Array(500_000)], 'dos.png')];
  const { outcome, left } = await send([{ path: EVIDENCE, images }], done);
  expect([outcome, left]).toEqual([{ end: 'done' }, []]);
  expect(limits.mock.calls.map(([limitMs]) => limitMs)).toEqual([120_000, 420_000]);
});
