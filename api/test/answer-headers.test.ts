import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { hashOf } from '@bitacora/core/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { given, NOW } from '../../core/test/factories.ts';
import { readWebFolder } from '../src/http/serve-web.ts';
import { aPng } from './pictures.ts';
import { raw } from './raw.ts';
import { type RunningApp, runningApp } from './running-app.ts';

/** Draws who is at which address; the login leads home. */
const DRAWING = `export async function drawPage(address, { session: { user_action_deck: user } }) {
  if (address === '/Broken') throw new Error('broken');
  const path = address === '/' ? (user ? '/Home' : '/') : user ? address : '/';
  return { path, title: '<title>T</title>', head: '<i></i>', html: user ? user.user + address : 'nobody' };
}`;
let folder: string;
/** The cookie of a session. */
let Cookie: string;
let app: RunningApp;
let secure: RunningApp;
/** One in the store of each. */
const images = new Map<RunningApp, string>();
/** What each kind of answer is asked by. */
let requests: Record<string, { method?: string; path: string; headers?: Record<string, string> }>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'bitacora-web-test-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(
    path.join(folder, 'index.html'),
    '<!doctype html><head><script src="/theme.js"></script><title>B</title><style nonce="__CSP_NONCE__"></style></head><div id="root"></div>',
  );
  await mkdir(path.join(folder, 'server'));
  await writeFile(path.join(folder, 'server/draw-page.js'), DRAWING);
  const preloads = {
    '/Home': ['/assets/home-a1.js', '/assets/home-a1.css'],
    '/Consult_My_Activity/:id': ['/assets/consult-a1.js'],
  };
  await writeFile(path.join(folder, 'preloads.json'), JSON.stringify(preloads));
  await writeFile(path.join(folder, 'assets', 'index-a1b2c3.js'), 'export {};');
  await writeFile(path.join(folder, 'manifest.webmanifest'), '{}');
  await writeFile(path.join(folder, 'ayuda.html'), '<!doctype html><title>Ayuda</title>');
  const web = await readWebFolder(folder);
  app = await runningApp({ web });
  await app.wipe();
  secure = await runningApp({
    web,
    publicUrl: 'https://bitacora.demo.mx',
    database: { db: app.db, wipe: app.wipe, close: async () => {} },
  });

  const person = await given(app.db).person();
  const activity = await given(app.db).ownActivity(person, { status: 'in_progress' });
  const sid = await given(app.db).session(person);
  await app.db('calendarFeeds').insert({ userId: person.id, tokenHash: hashOf('un-calendario'), createdAt: NOW });
  Cookie = `sid=${sid}; __Host-sid=${sid}`;
  for (const at of [app, secure]) {
    const form = new FormData();
    form.append('activity_id', String(activity.id));
    form.append('images[0]', new Blob([await aPng()]), 'a.png');
    const { csrf_token } = (await (await fetch(`${at.origin}/api/csrf-token`, { headers: { Cookie } })).json()) as { csrf_token: string };
    const headers = { Cookie, 'X-CSRF-Token': csrf_token };
    await fetch(`${at.origin}/api/record_evidences_activity`, { method: 'POST', headers, body: form });
    const imageIds = [...images.values()];
    images.set(at, (await app.db('images').whereNotIn('id', imageIds).first()).id);
  }
  requests = {
    json: { path: '/api/data_user', headers: { Cookie } },
    denial: { path: '/api/data_user' },
    'no such call': { path: '/api/nothing' },
    'another method': { method: 'TRACE', path: '/api/data_user', headers: { Cookie } },
    document: { path: '/api/openapi.json' },
    image: { path: '/api/images/', headers: { Cookie } },
    'no such image': { path: '/api/images/00000000-0000-4000-8000-00000000dead', headers: { Cookie } },
    calendar: { path: '/api/calendar/un-calendario.ics' },
    'no such calendar': { path: '/api/calendar/otro.ics' },
    page: { path: '/' },
    'page deeper down': { path: '/My_Activities/7' },
    asset: { path: '/assets/index-a1b2c3.js' },
    'no such asset': { path: '/assets/gone-a1b2c3.js' },
    health: { path: '/healthz' },
    manifest: { path: '/manifest.webmanifest' },
    manual: { path: '/ayuda' },
    'security contact': { path: '/.well-known/security.txt' },
  };
});
afterAll(async () => {
  await secure.close();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const API_POLICY = "default-src 'none'; frame-ancestors 'none'";
const IMAGE_POLICY = "sandbox; default-src 'none'";
const FILE_POLICY = "default-src 'none'";
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-…'; img-src 'self' blob: data:; font-src 'self' data:; connect-src 'self'; " +
  "manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'";

const MANUAL_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'none'; base-uri 'none'; " +
  "frame-ancestors 'none'";

const JSON_TYPE = 'application/json; charset=utf-8';
/** Status, type, policy and keeping of each kind. */
const expected: Record<string, [status: number, type: string, policy: string | undefined, caching: string | undefined]> = {
  json: [200, JSON_TYPE, API_POLICY, 'no-store'],
  denial: [401, JSON_TYPE, API_POLICY, 'no-store'],
  'no such call': [404, JSON_TYPE, API_POLICY, 'no-store'],
  'another method': [404, JSON_TYPE, API_POLICY, 'no-store'],
  document: [200, JSON_TYPE, API_POLICY, 'no-store'],
  image: [200, 'image/png', IMAGE_POLICY, 'private, max-age=31536000, immutable'],
  'no such image': [404, JSON_TYPE, API_POLICY, 'no-store'],
  calendar: [200, 'text/calendar; charset=utf-8', API_POLICY, 'private, no-cache'],
  'no such calendar': [404, JSON_TYPE, API_POLICY, 'no-store'],
  page: [200, 'text/html; charset=utf-8', PAGE_POLICY, 'no-store'],
  'page deeper down': [200, 'text/html; charset=utf-8', PAGE_POLICY, 'no-store'],
  asset: [200, 'text/javascript; charset=utf-8', FILE_POLICY, 'max-age=31536000,immutable'],
  'no such asset': [404, 'text/plain; charset=utf-8', FILE_POLICY, undefined],
  health: [200, JSON_TYPE, undefined, undefined],
  manifest: [200, 'application/manifest+json; charset=utf-8', FILE_POLICY, 'max-age=0'],
  manual: [200, 'text/html; charset=utf-8', MANUAL_POLICY, 'max-age=0'],
  'security contact': [200, 'text/plain; charset=utf-8', undefined, undefined],
};

it.each(Object.keys(expected))('%s: every answer of its kind carries the same headers', async (kind) => {
  const { method = 'GET', path: address, headers: requestHeaders = {} } = requests[kind] ?? { path: '/' };
  for (const at of [app, secure]) {
    const { status, headers } = await raw(at.origin, {
      method,
      path: kind === 'image' ? address + images.get(at) : address,
      headers: requestHeaders,
    });
    const policy = headers['content-security-policy'] as string | undefined;
    expect([status, headers['content-type'], policy?.replace(/nonce-[^']{20,}/, 'nonce-…'), headers['cache-control']]).toEqual(
      expected[kind],
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(headers['strict-transport-security']).toBe(at === secure ? 'max-age=31536000; includeSubDomains' : undefined);
    for (const name of ['x-powered-by', 'server', 'access-control-allow-origin', 'access-control-allow-credentials'])
      expect([name, headers[name]]).toEqual([name, undefined]);
  }
});

it.each(['/ayuda.html', '/ayuda/'])('%s leads to the manual', async (address) => {
  const { status, headers } = await fetch(app.origin + address, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([301, '/ayuda']);
});

const page = async (address: string, headers = {}) => (await raw(app.origin, { method: 'GET', path: address, headers })).text;

it('sends what the person of the session sees first with the page, and to nobody what strangers see', async () => {
  const name = JSON.parse(await page('/api/get-session', { Cookie })).user_action_deck.user;
  expect(name).toMatch(/\w/);
  expect(await page('/My_Activities?page=2', { Cookie })).toContain(`<div id="root" inert>${name}/My_Activities?page=2</div>`);
  for (const headers of [{}, { Cookie: 'sid=mine' }, { Cookie: `sid=${'x'.repeat(43)}` }])
    expect(await page('/My_Activities', headers)).toContain('<div id="root" inert>nobody</div>');
});

it('shows no login behind a link on another site, which sends no session', async () => {
  const site = { 'Sec-Fetch-Site': 'cross-site' };
  expect(await page('/My_Activities', site)).toContain('<div id="root" inert></div>');
  expect(await page('/', site)).toContain('<div id="root" inert>nobody</div>');
  expect(await page('/My_Activities', { 'Sec-Fetch-Site': 'none' })).toContain('<div id="root" inert>nobody</div>');
});

it('holds what the page reads first before the script that reads it, and one title', async () => {
  const text = await page('/Home', { Cookie });
  expect(text.indexOf('<i></i>')).toBeGreaterThan(0);
  expect(text.indexOf('<i></i>')).toBeLessThan(text.indexOf('<script src="/theme.js">'));
  expect(text.match(/<title>.*?<\/title>/g)).toEqual(['<title>T</title>']);
  expect(await page('/index.html')).toContain('<title>B</title>');
});

it('keeps nothing of a person in the page for the time without network, and sends an empty page where drawing fails', async () => {
  for (const address of ['/index.html', '/Broken']) expect(await page(address, { Cookie })).toContain('<div id="root" inert></div>');
});

it('is no page where a program looks for a document', async () => {
  for (const name of ['oauth-protected-resource/mcp', 'openid-configuration'])
    expect((await raw(app.origin, { method: 'GET', path: `/.well-known/${name}` })).status).toBe(404);
});

it('each page has a nonce of its own', async () => {
  const nonces = await Promise.all(
    [1, 2, 3].map(async () => {
      const { headers, text } = await raw(app.origin, { method: 'GET', path: '/' });
      const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] as string;
      expect(text).toContain(`nonce="${nonce}"`);
      return nonce;
    }),
  );
  expect(new Set(nonces).size).toBe(3);
});

it('an address of the API written otherwise is no other way into it', async () => {
  const headers = requests.json?.headers;
  for (const address of [
    '/API/data_user',
    '/Api/data_user',
    '//api/data_user',
    '/api//data_user',
    '/api/./data_user',
    '/%61pi/data_user',
    '/api/data_user/',
  ]) {
    const answer = await raw(app.origin, { method: 'GET', path: address, headers });
    const isPage = answer.headers['content-type']?.startsWith('text/html');
    const isApi = answer.headers['content-security-policy'] === API_POLICY && answer.headers['cache-control'] === 'no-store';
    expect([address, isPage || isApi || answer.status === 404]).toEqual([address, true]);
    if (!isApi) expect([address, answer.text]).toEqual([address, expect.not.stringContaining('num_employe')]);
  }
});

it('no method sends back what it was sent, and none but those of the contract does anything', async () => {
  for (const method of ['TRACE', 'TRACK', 'PROPFIND', 'OPTIONS', 'PATCH', 'DELETE', 'PUT', 'POST']) {
    for (const address of ['/', '/assets/index-a1b2c3.js', '/api/get_users', '/healthz']) {
      const request = { method, path: address, headers: { 'X-Secreto': 'se-repite', Origin: 'https://evil.example' } };
      const answer = await raw(app.origin, request).catch(() => null);
      if (!answer) continue; // Node's parser knows no such method and hangs up.
      expect([method, address, answer.status >= 400]).toEqual([method, address, true]);
      expect(JSON.stringify([answer.headers, answer.text])).not.toMatch(/se-repite|evil\.example|access-control/i);
    }
  }
});

it('what a caller says of itself is not believed: forged proxies, hosts and schemes change no answer and no cookie', async () => {
  const forged: Record<string, string>[] = [
    { 'X-Forwarded-For': '127.0.0.1' },
    { 'X-Forwarded-For': '203.0.113.9, 127.0.0.1', 'X-Real-IP': '127.0.0.1' },
    { 'X-Forwarded-Proto': 'https' },
    { 'X-Forwarded-Host': 'evil.example', Host: 'evil.example' },
    { Forwarded: 'for=127.0.0.1;host=evil.example;proto=https' },
    { 'X-Original-URL': '/api/get_users', 'X-Rewrite-URL': '/api/get_users', 'X-HTTP-Method-Override': 'DELETE' },
  ];
  const about = ({ status, headers, text }: Awaited<ReturnType<typeof raw>>) => {
    const { date: _, 'x-request-id': __, ...rest } = headers;
    const cookies = (rest['set-cookie'] ?? []).map((line) => line.replace(/=[\w-]{20,}/, '=…'));
    return { status, headers: { ...rest, 'set-cookie': cookies }, text: text.replace(/[\w-]{22}\.[\w-]{43}/, 'token') };
  };
  for (const address of ['/api/csrf-token', '/api/data_user', '/api/get-session', '/assets/index-a1b2c3.js']) {
    const plain = about(await raw(app.origin, { method: 'GET', path: address }));
    for (const headers of forged) expect(about(await raw(app.origin, { method: 'GET', path: address, headers }))).toEqual(plain);
  }
  expect((await raw(app.origin, { method: 'GET', path: '/metrics', headers: { 'X-Forwarded-For': '127.0.0.1' } })).status).toBe(404);
});

it.each([
  [
    '/Home',
    ['<link rel="modulepreload" crossorigin href="/assets/home-a1.js">', '<link rel="stylesheet" crossorigin href="/assets/home-a1.css">'],
  ],
  [
    '/',
    ['<link rel="modulepreload" crossorigin href="/assets/home-a1.js">', '<link rel="stylesheet" crossorigin href="/assets/home-a1.css">'],
  ],
  ['/Consult_My_Activity/7', ['<link rel="modulepreload" crossorigin href="/assets/consult-a1.js">']],
  ['/My_Activities', []],
  ['/index.html', []],
])('the page at %s names what its screen needs first', async (address, tags) => {
  expect((await page(address, { Cookie })).match(/<link [^>]+>/g) ?? []).toEqual(tags);
});
