import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { readTerminalFile } from '../src/http/serve-terminal.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let folder: string;
let app: RunningApp;
let bare: RunningApp;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'bitacora-terminal-test-'));
  await writeFile(path.join(folder, 'bitacora.mjs'), 'abc');
  app = await runningApp({ terminal: await readTerminalFile(path.join(folder, 'bitacora.mjs')) });
  const database = { db: app.db, wipe: app.wipe, close: async () => {} };
  bare = await runningApp({ terminal: await readTerminalFile(path.join(folder, 'missing.mjs')), database });
});
afterAll(async () => {
  await bare?.close();
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});

it('hands out the terminal app to anybody, with the SHA-256 of FIPS 180-2 for "abc"', async () => {
  const answer = await fetch(`${app.origin}/cli/bitacora.mjs`);
  expect(await answer.text()).toBe('abc');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-disposition': 'attachment; filename="bitacora.mjs"',
    'content-security-policy': "default-src 'none'",
    'x-content-type-options': 'nosniff',
  });
  const sum = await fetch(`${app.origin}/cli/bitacora.mjs.sha256`);
  expect(await sum.text()).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  bitacora.mjs\n');
});

it('knows no such address where the app was not built, and no other file', async () => {
  const statuses = [`${bare.origin}/cli/bitacora.mjs`, `${app.origin}/cli/main.ts`, `${app.origin}/cli/..%2fpackage.json`];
  for (const address of statuses) expect((await fetch(address)).status, address).toBe(404);
});

it('says its version in every answer of the API', async () => {
  for (const address of ['/api/get-session', '/api/nothing'])
    expect((await fetch(app.origin + address)).headers.get('X-Bitacora-Version')).toBe(manifest.version);
});
