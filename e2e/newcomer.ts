import type { BrowserContext } from 'playwright-core';
import type { Endpoints, Input } from '../core/src/contract/endpoints.ts';
import { sessionClient } from './client.ts';
import { mailedLink } from './mail.ts';

type Newcomer = Input<Endpoints['createUser']>;

/** The demo logins' password: good for `logIn` and within what the reset form takes. */
const PASSWORD = 'demo1234';

const usual: Newcomer = {
  employeeNumber: '20001',
  firstName: 'Noé',
  lastName: 'Nieto Ávila',
  email: 'noe.nieto@demo.mx',
  level: 'Analista',
  department: 'Operaciones',
  position: 'Analista de producción',
  alias: null,
  phone: null,
};

/** Registers a person who has yet to choose a password. The link is the one of the invitation mail. */
export async function inviteNewcomer(administrator: BrowserContext, outboxDir: string, facts: Partial<Newcomer> = {}) {
  const newcomer = { ...usual, ...facts };
  await sessionClient(administrator).createUser(newcomer);
  return { email: newcomer.email, link: await mailedLink(outboxDir, newcomer.email) };
}

/** The same with a password of their own; nothing to do yet. */
export async function registerNewcomer(administrator: BrowserContext, outboxDir: string, facts: Partial<Newcomer> = {}): Promise<string> {
  const { email, link } = await inviteNewcomer(administrator, outboxDir, facts);
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
  await sessionClient(administrator).resetPassword({ email, token, password: PASSWORD });
  return email;
}
