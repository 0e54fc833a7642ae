import type { WireRequest } from '@bitacora/core/client/api-error';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withFirstAnswers } from '../src/transport.ts';

const list = (page: number) =>
  ({ method: 'POST', path: '/api/get_all_activities', body: { page }, effect: 'reads' }) as const satisfies WireRequest;
const logIn = { method: 'POST', path: '/api/login', body: {}, effect: 'writes' } as const satisfies WireRequest;
const OF_PAGE = { rows: ['de la página'] };
const OF_NETWORK = { rows: ['de la red'] };
const ANSWERS = JSON.stringify([{ path: list(1).path, body: list(1).body, answer: OF_PAGE }]);
const WITH_ANSWER = `<script type="application/json" id="first-answers">${ANSWERS}</script>`;

/** A page that came with the answer to the first page of a list. */
function openPage() {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = WITH_ANSWER;
  const { transport, forget } = withFirstAnswers(page, async () => ({ status: 200, body: OF_NETWORK }));
  const ask = async (request: WireRequest) => (await transport(request)).body;
  return { page, ask, forget };
}
// The worker has run other files before.
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(1_000));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('answers the first call of a screen by what came with its page, once', async () => {
  const { ask, page } = openPage();
  expect(page.getElementById('first-answers')).toBeNull();
  expect(await ask(list(2))).toBe(OF_NETWORK);
  expect(await ask(list(1))).toEqual(OF_PAGE);
  expect(await ask(list(1))).toBe(OF_NETWORK);
});

it('never answers by it after a login, or once the page belongs to nobody', async () => {
  const { ask } = openPage();
  await ask(logIn);
  expect(await ask(list(1))).toBe(OF_NETWORK);
  const left = openPage();
  left.forget();
  expect(await left.ask(list(1))).toBe(OF_NETWORK);
});

it('asks again for what is older than some seconds, without waiting for the end of the page', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { ask } = openPage();
  vi.spyOn(performance, 'now').mockReturnValue(5_001);
  expect(await ask(list(1))).toBe(OF_NETWORK);
  expect(await callOfLoadingPage().answer).toBe(OF_NETWORK);
});

/** The first call of a page whose end has not come. */
function callOfLoadingPage() {
  const page = document.implementation.createHTMLDocument();
  Object.defineProperty(page, 'readyState', { value: 'loading' });
  const { transport } = withFirstAnswers(page, async () => ({ status: 200, body: OF_NETWORK }));
  const answer = transport(list(1)).then(({ body }) => body);
  const end = (html: string) => {
    page.body.innerHTML = html;
    page.dispatchEvent(new Event('DOMContentLoaded'));
  };
  return { answer, end };
}

it('waits for the end of the page, where the answers stand', async () => {
  const { answer, end } = callOfLoadingPage();
  end(WITH_ANSWER);
  expect(await answer).toEqual(OF_PAGE);
});

it('asks again for what was too old when the page ended', async () => {
  const { answer, end } = callOfLoadingPage();
  vi.spyOn(performance, 'now').mockReturnValue(5_001);
  end(WITH_ANSWER);
  expect(await answer).toBe(OF_NETWORK);
});

it('asks for everything where the end of the page does not come', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { answer } = callOfLoadingPage();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await answer).toBe(OF_NETWORK);
});

it('asks for everything where the page was cut among its answers', async () => {
  const { answer, end } = callOfLoadingPage();
  end(WITH_ANSWER.replace(ANSWERS, ANSWERS.slice(0, -9)));
  expect(await answer).toBe(OF_NETWORK);
});

it('a page without answers asks for everything', async () => {
  const { transport } = withFirstAnswers(document.implementation.createHTMLDocument(), async () => ({ status: 200, body: OF_NETWORK }));
  expect((await transport(list(1))).body).toBe(OF_NETWORK);
});
