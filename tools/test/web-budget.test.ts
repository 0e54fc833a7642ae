import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import examples from '../../api/src/openapi/examples.json' with { type: 'json' };
import { answerByExample } from '../../api/test/answer-by-example.ts';
import { peopleEndpoints } from '../../core/src/contract/people-endpoints.ts';
import { buildWeb, dist } from '../build-web.ts';

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
  dynamicImports?: string[];
}
type ViteManifest = Record<string, Chunk>;

/* Limits are in bytes of JavaScript, compressed with gzip. */
const LOGIN_MAX = 170_000;
const LIST_MAX = 260_000;
const PAGE_MAX = 280_000;
/** These screens are no lists, or more than a list. */
const IS_LARGE = /\/(home|consult|form|import|login|profile)\//;
const weightLimit = (screen: string): number => (IS_LARGE.test(screen) ? PAGE_MAX : LIST_MAX);
/** Every screen but the login fetches these. */
const FRAME = ['index.html', 'src/layout/shell.tsx'];

/** Lists the sources of the screens that `routes.tsx` loads. The login comes with the page. */
const listScreens = (manifest: ViteManifest): string[] =>
  [...fs.readFileSync(path.join(dist, '../src/routes.tsx'), 'utf8').matchAll(/import\('\.\/([^']+\.tsx)'\)/g)]
    .map(([, file]) => `src/${file}`)
    .filter((key) => manifest[key]);

const readManifest = (): ViteManifest => JSON.parse(fs.readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));

/** Lists what the browser loads to show a page: the chunks of the entries and all that they import at once. */
function listLoadedFiles(manifest: ViteManifest, ...entries: string[]): Set<string> {
  const files = new Set<string>();
  const visit = (key: string) => {
    if (files.has(key)) return;
    files.add(key);
    for (const imported of manifest[key]?.imports ?? []) visit(imported);
  };
  entries.forEach(visit);
  return files;
}

function measureWeight(manifest: ViteManifest, ...entries: string[]): number {
  const fileSize = (key: string) => fs.statSync(path.join(dist, `${manifest[key]?.file}.gz`)).size;
  return [...listLoadedFiles(manifest, ...entries)].reduce((sum, key) => sum + fileSize(key), 0);
}

let manifest: ViteManifest;

beforeAll(() => {
  expect(buildWeb()).toBe(true);
  manifest = readManifest();
});

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

  describe('drawn by the server', () => {
    const readDrawing = async () => (await import(pathToFileURL(path.join(dist, 'server/draw-page.js')).href)).drawPage;
    const answerNothing = async () => null;
    const nobody = examples.readSession.reply;
    const deck = { id: 1, num_employe: 'E1', email: 'ana@demo.mx', position: 'P', department: 'D', profile_image: null, list_sizes: [] };
    const logInAs = (kind: string) => ({ ...nobody, user_action_deck: { ...deck, user: 'Ana & Luz', type_user: kind, page_size: 25 } });
    const session = logInAs('Gerente');

    it.each(['Desarrollador', 'Gerente', 'Empleado'])(
      'shows a %s each address, on any window and with or without its rows',
      async (kind) => {
        const drawPage = await readDrawing();
        const addresses = Object.keys(JSON.parse(fs.readFileSync(path.join(dist, 'preloads.json'), 'utf8')));
        expect(addresses.length).toBeGreaterThan(25);
        const said = vi.spyOn(console, 'error');
        let withRows = 0;
        for (const pattern of addresses) {
          const address = pattern.replace(':id', '7').replace('*', '/nothing');
          const isFramed = pattern !== '/Confirm_Email';
          const skeleton = await drawPage(address, { session: logInAs(kind), width: 1280, ask: answerNothing });
          const phone = await drawPage(address, { session: logInAs(kind), width: 390, ask: answerByExample });
          const desk = await drawPage(address, { session: logInAs(kind), width: 1280, ask: answerByExample });
          for (const { html } of [skeleton, phone, desk]) {
            expect([pattern, html.includes('class="shell"'), html.includes('Ana &amp; Luz')]).toEqual([pattern, isFramed, isFramed]);
            // The policy would refuse the attribute.
            expect([pattern, html]).toEqual([pattern, expect.not.stringContaining(' style="')]);
            if (!pattern.startsWith('/Consult_')) expect([pattern, html]).toEqual([pattern, expect.stringContaining('<h1')]);
          }
          if (desk.html.length > skeleton.html.length) withRows += 1;
        }
        expect(withRows).toBeGreaterThan(kind === 'Empleado' ? 8 : 15);
        expect(said).not.toHaveBeenCalled();
      },
    );

    it('ends at odd addresses, and says nothing of them', async () => {
      const drawPage = await readDrawing();
      const said = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')];
      const escapes = ['/%', '/%E0%A4%A', '/Person_Load/%E0', '/?%ff', '/x%2F%'];
      const odd = ['*', '', 'http://evil.example/x', '//evil.example', '//', '//[', '//a:b', '/\\[', '//?a', '/x?next=//[', ...escapes];
      for (const who of [session, nobody])
        for (const address of odd) {
          // A rejection that nobody handles fails this test.
          const { html } = await drawPage(address, { session: who, width: 1280, ask: answerByExample });
          expect([address, html]).toEqual([address, expect.any(String)]);
        }
      for (const each of said) expect(each).not.toHaveBeenCalled();
    });

    it('leaves to the browser what it alone knows, and what it may not', async () => {
      const drawPage = await readDrawing();
      const stranger = await drawPage('/My_Activities?page=2', { session: nobody, width: 1280, ask: answerNothing });
      expect([stranger.path, stranger.html.includes('class="login-form"')]).toEqual(['/', true]);
      const filling = { ...session, user_action_deck: { ...session.user_action_deck, page_size: null } };
      const ask = vi.fn(answerByExample);
      const drawn = [
        await drawPage('/My_Activities', { session: filling, width: 1280, ask }),
        await drawPage('/My_Activities?size=fit', { session, width: 1280, ask }),
      ];
      for (const { html, head } of drawn) {
        expect([html.includes('<h1'), head.includes('first-calls')]).toEqual([true, true]);
        expect(head).not.toContain('pageSize');
      }
      expect(ask).not.toHaveBeenCalled();
    });

    it('escapes what an address and an answer hold', async () => {
      const drawPage = await readDrawing();
      const answer = JSON.parse(JSON.stringify(examples.listAllActivities.reply).replaceAll(/"objetive_project":"/g, '$&</script><b>'));
      const ask = async () => answer;
      const hostile = await drawPage('/My_Activities?search=%3C/script%3E%3Cb%3E', { session, width: 1280, ask });
      expect(hostile.head + hostile.html).not.toMatch(/<\/script><b>|<b>/);
      expect(hostile.head.match(/\\u003c\/script>\\u003cb>/g)?.length).toBeGreaterThan(1);
      expect(hostile.html).toContain('&lt;b&gt;');
    });
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
