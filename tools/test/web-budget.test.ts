import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import examples from '../../api/src/openapi/examples.json' with { type: 'json' };
import { peopleEndpoints } from '../../core/src/contract/people-endpoints.ts';
import { buildWeb, dist } from '../build-web.ts';
import {
  FRAME,
  LIST_MAX,
  LOGIN_MAX,
  listLoadedFiles,
  listScreens,
  measureWeight,
  PAGE_MAX,
  readManifest,
  type ViteManifest,
  weightLimit,
} from './page-weight.ts';

let manifest: ViteManifest;

beforeAll(() => {
  expect(buildWeb()).toBe(true);
  manifest = readManifest();
}, 60_000);

describe('the weight of a page', () => {
  it(`is at most ${LOGIN_MAX / 1000} kB of JavaScript for the login`, () => {
    const weight = measureWeight(manifest, 'index.html');
    if (process.env.DEEP) console.log(weight);
    expect(weight).toBeLessThanOrEqual(LOGIN_MAX);
  });

  it(`is at most ${LIST_MAX / 1000} kB of JavaScript for a list and ${PAGE_MAX / 1000} kB for any screen, frame included`, () => {
    const screens = listScreens(manifest);
    expect(screens.length).toBeGreaterThanOrEqual(15);
    const weights = screens.map((screen) => [screen, measureWeight(manifest, ...FRAME, screen)] as const);
    if (process.env.DEEP) console.table(Object.fromEntries(weights));
    expect(weights.filter(([screen, weight]) => weight > weightLimit(screen))).toEqual([]);
  });

  it('is in at most 2 scripts for the login and 24 for any screen', () => {
    const counts = listScreens(manifest).map((screen) => [screen, listLoadedFiles(manifest, ...FRAME, screen).size] as const);
    if (process.env.DEEP) console.table(Object.fromEntries(counts));
    expect(counts.filter(([, count]) => count > 24)).toEqual([]);
    expect(listLoadedFiles(manifest, 'index.html').size).toBeLessThanOrEqual(2);
  });

  it('has no script or style that a browser asks for again at each visit', () => {
    const page = fs.readFileSync(path.join(dist, 'index.html'), 'utf8');
    const files = [...page.matchAll(/<script[^>]* src="([^"]+)"|<link rel="stylesheet"[^>]* href="([^"]+)"/g)].map(
      ([, script, sheet]) => script ?? sheet,
    );
    expect(files.length).toBeGreaterThan(2);
    expect(files.filter((file) => !/^\/assets\/[\w-]+-[\w-]{8}\.(js|css)$/.test(file ?? ''))).toEqual([]);
  });

  it('is named beforehand by the page of each address', () => {
    const preloads: Record<string, string[]> = JSON.parse(fs.readFileSync(path.join(dist, 'preloads.json'), 'utf8'));
    const scriptsOf = (...keys: string[]) => [...listLoadedFiles(manifest, ...keys)].map((key) => `/${manifest[key]?.file}`);
    const inPage = scriptsOf('index.html');
    const scriptsOfAddress = (address: string) => preloads[address]?.filter((file) => file.endsWith('.js')).sort();
    const scriptsOfScreens = listScreens(manifest)
      .filter((key) => !/\/(shell|own-work)\.tsx$/.test(key))
      .map((key) =>
        scriptsOf(...FRAME, key)
          .filter((file) => !inPage.includes(file))
          .sort(),
      );
    const addresses = [...fs.readFileSync(path.join(dist, '../src/routes.tsx'), 'utf8').matchAll(/page\((paths\.|['`])/g)];
    expect(Object.keys(preloads)).toHaveLength(addresses.length);
    expect(Object.keys(preloads).map(scriptsOfAddress)).toEqual(expect.arrayContaining(scriptsOfScreens));
    for (const file of new Set(Object.values(preloads).flat())) expect([file, fs.existsSync(path.join(dist, file))]).toEqual([file, true]);
  });

  it.each(['Desarrollador', 'Gerente', 'Empleado'])('is drawn by the server at each address for a %s', async (kind) => {
    const { drawPage } = await import(pathToFileURL(path.join(dist, 'server/draw-page.js')).href);
    const name = 'Ana & Luz';
    const deck = { id: 1, num_employe: 'E1', user: name, email: 'ana@demo.mx', type_user: kind, position: 'P', department: 'D' };
    const nobody = examples.readSession.reply;
    const session = { ...nobody, user_action_deck: { ...deck, profile_image: null, list_sizes: [] } };
    const addresses = Object.keys(JSON.parse(fs.readFileSync(path.join(dist, 'preloads.json'), 'utf8')));
    expect(addresses.length).toBeGreaterThan(25);
    for (const pattern of addresses) {
      const drawn = await drawPage(pattern.replace(':id', '7').replace('*', '/nothing'), session);
      const isFramed = pattern !== '/Confirm_Email';
      expect([pattern, drawn.html.includes('class="shell"'), drawn.html.includes('Ana &amp; Luz')]).toEqual([pattern, isFramed, isFramed]);
      // The policy would refuse the attribute.
      expect([pattern, drawn.html]).toEqual([pattern, expect.not.stringContaining(' style="')]);
      if (!pattern.startsWith('/Consult_')) expect([pattern, drawn.html]).toEqual([pattern, expect.stringContaining('<h1')]);
    }
    const stranger = await drawPage('/My_Activities?page=2', nobody);
    expect([stranger.path, stranger.html.includes('class="login-form"')]).toEqual(['/', true]);
    // An odd address fails or is drawn, and never hangs. A rejection that nobody handles would end the server, and fails this test.
    const odd = ['*', 'http://evil.example/x', '//evil.example', '/%', '/?%ff', '//', '//[', '//a:b', '/\\[', '//?a', '/x?next=//['];
    for (const who of [session, nobody]) await Promise.allSettled(odd.map((address) => drawPage(address, who)));
    // Only the browser knows how many rows fill its window.
    const filling = { ...session, user_action_deck: { ...session.user_action_deck, page_size: null } };
    for (const drawn of [await drawPage('/My_Activities', filling), await drawPage('/My_Activities?size=fit', session)]) {
      expect([drawn.html.includes('<h1'), drawn.head.includes('first-calls')]).toEqual([true, true]);
      expect(drawn.head).not.toContain('pageSize');
    }
    const hostile = await drawPage('/My_Activities?search=%3C/script%3E%3Cb%3E', session);
    expect(hostile.head + hostile.html).not.toMatch(/<\/script><b>|<b>/);
    expect(hostile.head).toContain('\\u003cb>');
  });

  it('has tours in chunks that no page loads by itself', () => {
    const screens = listScreens(manifest);
    const eager = [...listLoadedFiles(manifest, ...FRAME, ...screens)].map((key) => manifest[key]?.file ?? '');
    const holding = (mark: string) =>
      fs.readdirSync(path.join(dist, 'assets')).filter((name) => name.endsWith('.js') && contains(name, mark));
    expect(holding('driver-popover')).not.toEqual([]);
    expect(holding('driver-popover').filter((name) => eager.includes(`assets/${name}`))).toEqual([]);
    expect(holding('p-datatable')).toEqual([]);
  });

  it('has no summary of a call', () => {
    const scripts = fs.readdirSync(path.join(dist, 'assets')).filter((name) => name.endsWith('.js'));
    // Short ones are also labels of the screens.
    const summaries = Object.values(peopleEndpoints).flatMap(({ summary }) => (summary.length > 40 ? [summary] : []));
    expect(summaries.length).toBeGreaterThan(20);
    expect(summaries.filter((summary) => scripts.some((name) => contains(name, summary)))).toEqual([]);
  });

  it('has nothing of the calls that only a bot makes', () => {
    const scripts = fs.readdirSync(path.join(dist, 'assets')).filter((name) => name.endsWith('.js'));
    expect(scripts.filter((name) => contains(name, 'get_chat_links'))).not.toEqual([]);
    for (const call of ['api/bot/', 'keep_chat_card']) expect(scripts.filter((name) => contains(name, call))).toEqual([]);
  });
});

const contains = (name: string, mark: string) => fs.readFileSync(path.join(dist, 'assets', name), 'utf8').includes(mark);
