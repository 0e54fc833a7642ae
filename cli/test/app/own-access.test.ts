import type { Client } from '@bitacora/core/client';
import { ApiError } from '@bitacora/core/client';
import { expect, it, vi } from 'vitest';
import { rememberOwnAccess } from '../../src/app/own-access.ts';
import type { SessionClients } from '../../src/session.ts';

const PASSWORD = 'secreta1';

/** Somebody with a second factor, whose browser answers a moment later, or not at all. */
function aPerson({ isGivenUp = false, typed = true } = {}) {
  const logOut = vi.fn(async () => ({ success: true, logoutUrl: null }));
  const openByBrowser = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (isGivenUp) throw new Error('given up');
    const client = { logOut } as unknown as Client;
    return { client, unhurried: client } satisfies SessionClients;
  });
  const askCredentials = vi.fn(async () => ({ email: 'ana@demo.mx', password: PASSWORD }));
  const access = rememberOwnAccess({
    connection: { withPassword: () => Promise.reject(new ApiError(403, 'Escribe el código', 'secondFactor.required')) },
    credentials: typed ? { email: 'ana@demo.mx', password: PASSWORD } : null,
    askCredentials,
    openByBrowser,
  });
  return { ...access, logOut, openByBrowser, askCredentials };
}

it.each([true, false])('acts at once share one session of the browser, which ends (password typed before: %s)', async (typed) => {
  const one = aPerson({ typed });
  expect(await Promise.all([1, 2, 3].map((n) => one.asMyself(async () => n)))).toEqual([1, 2, 3]);
  expect(await one.asMyself(async () => 4)).toBe(4);
  expect([one.askCredentials, one.openByBrowser, one.logOut].map(({ mock }) => mock.calls.length)).toEqual([typed ? 0 : 1, 1, 0]);
  await one.end();
  expect(one.logOut).toHaveBeenCalledOnce();
});

it('a session that comes after the screens are gone ends too', async () => {
  const one = aPerson();
  const act = one.asMyself(async () => 'done');
  await vi.waitFor(() => expect(one.openByBrowser).toHaveBeenCalled(), 30_000);
  await one.end();
  expect([await act, one.logOut.mock.calls.length]).toEqual(['done', 1]);
});

it('who gives up is asked again at the next act', async () => {
  const one = aPerson({ isGivenUp: true });
  const both = await Promise.allSettled([1, 2].map((n) => one.asMyself(async () => n)));
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(one.asMyself(async () => 3)).rejects.toThrow('given up');
  expect(one.openByBrowser).toHaveBeenCalledTimes(2);
});
