import { ApiError, type Transport, type WireRequest, type WireResponse } from '@bitacora/core/client/api-error';
import { sessionRequests } from '@bitacora/core/contract/exchange';
import { expect, it, vi } from 'vitest';
import { readThrough } from '../src/offline/kept-replies.ts';
import { fakeDevice } from './fake-device.ts';

const ANA = 7;
const reads = (path: string, body?: unknown) => ({ method: body ? 'POST' : 'GET', path, body, effect: 'reads' }) as WireRequest;
const answers =
  (body: unknown, status = 200): Transport =>
  async () =>
    ({ status, body }) as WireResponse;
const unreachable: Transport = async () => {
  throw new ApiError(0, 'No se pudo conectar con el servidor.', null);
};

/** A device whose session is Ana's, and which has read this of her. */
async function readBefore(request: WireRequest, body: unknown) {
  const device = fakeDevice();
  await readThrough(answers({ user_action_deck: { id: ANA } }), reads(sessionRequests.readSession.path));
  await readThrough(answers(body), request);
  await vi.waitFor(() => expect(device.replies.size).toBe(2), 10_000);
  return device;
}

it('serves what was kept where a connection is cut after the headers, and keeps it', async () => {
  const one = reads('/api/get_activity/3');
  const device = await readBefore(one, { id: 3 });
  expect((await readThrough(answers(undefined), one)).body).toEqual({ id: 3 });
  expect((await readThrough(unreachable, one)).body).toEqual({ id: 3 });
  expect(device.replies.size).toBe(2);
  await expect(readThrough(answers(undefined), reads('/api/get_activity/4'))).rejects.toMatchObject({ status: 0, code: null });
});

it('keeps an activity and what its answer includes, for each call that asks one or all of them', async () => {
  const included = reads('/api/get_activity/3?include=comments%2Chistory');
  const device = fakeDevice();
  await readThrough(answers({ user_action_deck: { id: ANA } }), reads(sessionRequests.readSession.path));
  await readThrough(answers({ id: 3, comments: ['Va'], history: ['inicio'] }), included);
  await vi.waitFor(() => expect(device.replies.size).toBe(4), 10_000);
  expect((await readThrough(unreachable, included)).body).toEqual({ id: 3, comments: ['Va'], history: ['inicio'] });
  expect((await readThrough(unreachable, reads('/api/get_activity/3?include=evidence,history'))).body).toEqual({
    id: 3,
    history: ['inicio'],
  });
  expect((await readThrough(unreachable, reads('/api/get_activity/3'))).body).toEqual({ id: 3 });
  expect((await readThrough(unreachable, reads('/api/call_comments_by_activity/3'))).body).toEqual(['Va']);
  expect((await readThrough(unreachable, reads('/api/get_activity_history/3'))).body).toEqual(['inicio']);
  await expect(readThrough(unreachable, reads('/api/call_images_by_activity/3'))).rejects.toMatchObject({ status: 0 });
});

it('waits once for a part of a kept activity that is not kept, and asks for it again when the person does', async () => {
  await readBefore(reads('/api/get_activity/5'), { id: 5 });
  const online = vi.fn(unreachable);
  expect((await readThrough(online, reads('/api/get_activity/5?include=comments,evidence'))).body).toEqual({ id: 5 });
  const images = reads('/api/call_images_by_activity/5');
  await expect(readThrough(online, images)).rejects.toMatchObject({ status: 0 });
  expect(online).toHaveBeenCalledOnce();
  expect((await readThrough(answers(['foto']), images)).body).toEqual(['foto']);
});

const OWN = '/api/get_all_activities';
it.each([
  ['its first page', { page: 1, pageSize: 25, search: null, responsible: [], sort: 'days_remaining' }, 1],
  ['the rows of Home', { statusFilters: ['In Progress'], page: 1, pageSize: 5 }, 1],
  ['a page of a search', { search: 'bomba', page: 1 }, null],
  ['a page of a filter', { priorities: ['Alta'], page: 1 }, null],
  ['closed work', { statusFilters: ['Verified', 'Canceled'], page: 1 }, null],
  ['the work of absent people', { isSubstitutedActivities: true, page: 1 }, null],
])('answers %s, never read before, with the open work only where that is what was asked', async (_, query, total) => {
  await readBefore(reads('/api/get_my_activities'), [{ days_remaining: 2, status_project: 'In Progress' }]);
  const asking = readThrough(unreachable, reads(OWN, { isOwnActivities: true, ...query }));
  if (total === null) await expect(asking).rejects.toMatchObject({ status: 0 });
  else expect((await asking).body).toMatchObject({ total });
});
