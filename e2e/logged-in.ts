import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { connectBrowser, logIn, type Visit, visit } from './browser.ts';

/**
 * The people of a journey by their demo logins, each with a browser of their own. They log in with `enter` before its first step and leave
 * after its last. Until then the visits are empty.
 */
export function loggedIn<Name extends string>(emails: Readonly<Record<Name, string>>, enter = logIn): Readonly<Record<Name, Visit>> {
  const people = Object.entries<string>(emails).map(([name, email]) => ({ name, email, visit: {} as Visit }));
  let browser: Browser | undefined;

  beforeAll(async () => {
    const launched = await connectBrowser(inject('browserEndpoint') as string);
    browser = launched;
    const come = async (person: (typeof people)[number]) => {
      Object.assign(person.visit, await visit(launched, inject('productUrl')));
      await enter(person.visit.page, person.email);
    };
    await Promise.all(people.map(come));
  });
  afterAll(() => browser?.close());
  return Object.fromEntries(people.map((person) => [person.name, person.visit])) as Record<Name, Visit>;
}
