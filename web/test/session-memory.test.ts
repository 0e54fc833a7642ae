import { expect, it } from 'vitest';
import { rememberSession, type Session } from '../src/app/session-memory.ts';
import { employee, today } from './fake-company.ts';

const session: Session = {
  success: true,
  user: employee,
  today,
  zone: 'America/Mexico_City',
  isDemo: false,
  isDemoExposed: false,
  needsFirstRun: false,
  allowsPasswords: true,
  companyLogin: null,
  isSecondFactorDue: false,
  contactUrl: '',
};

function remembering() {
  const state = { isAway: false, now: new Date('2026-11-20T18:00:00Z'), requestCount: 0 };
  const read = async () => {
    state.requestCount += 1;
    if (state.isAway) throw new Error('away');
    return session;
  };
  return { state, memory: rememberSession(read, () => state.now) };
}
const MINUTE = 60_000;

it('asks at most once a minute', async () => {
  const { state, memory } = remembering();
  await memory.current();
  state.now = new Date(state.now.getTime() + MINUTE - 1);
  await memory.current();
  expect(state.requestCount).toBe(1);
  state.now = new Date(state.now.getTime() + 1);
  await memory.current();
  expect(state.requestCount).toBe(2);
});

it('uses the session it knew while the server is away, and asks again each time', async () => {
  const { state, memory } = remembering();
  await memory.current();
  state.isAway = true;
  state.now = new Date(state.now.getTime() + MINUTE);
  expect((await memory.current()).user).toEqual(employee);
  expect((await memory.current()).user).toEqual(employee);
  expect(state.requestCount).toBe(3);
  await expect(memory.reread()).rejects.toThrow('away');
  expect((await memory.current()).user).toEqual(employee);
});

it('knows nobody once it was asked to forget', async () => {
  const { state, memory } = remembering();
  await memory.current();
  state.isAway = true;
  memory.forget();
  await expect(memory.current()).rejects.toThrow('away');
});
