import path from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { FLAGS, logIn, visit } from '../../e2e/browser.ts';
import { findBrowser, HOW_TO_INSTALL } from '../../e2e/find-browser.ts';
import { startProduct } from '../../e2e/product.ts';
import { paths } from '../../web/src/app/paths.ts';
import { median, textTable } from './harness.ts';

/** A distant office: milliseconds each way of a request and its answer, bytes a second. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const EMPLOYEE = 'empleado@demo.mx';
const MANAGER = 'gerente@demo.mx';
/** A row of a list or of an agenda. */
const ROW = 'main a[href*="/Consult_"]';

interface Screen {
  name: string;
  /** Null before login. */
  email: string | null;
  address: string;
  /** What the person came for. */
  content: string;
}

interface Load {
  largest: number;
  content: number;
  requests: number;
  scripts: number;
  bytes: number;
}

type Product = { url: string; screens: Screen[] };

/** Runs in the page before anything of it: notes the largest paint, and the first frame that has the content. */
function watchPaints(content: string): void {
  const paints = { largest: 0, content: 0 };
  Object.assign(window, { paints });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) paints.largest = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const look = () => {
    if (document.querySelector(content)) paints.content = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Runs in the page and reads what it has loaded through the network. */
function readLoad(): Load {
  const entries = performance.getEntries().filter((entry) => entry instanceof PerformanceResourceTiming);
  const fetched = entries.filter(({ transferSize }) => transferSize > 0);
  return {
    ...(window as never as { paints: Pick<Load, 'largest' | 'content'> }).paints,
    requests: fetched.length,
    scripts: fetched.filter(({ name }) => name.endsWith('.js')).length,
    bytes: fetched.reduce((sum, { transferSize }) => sum + transferSize, 0),
  };
}

async function load(page: Page, { address, content }: Screen): Promise<Load> {
  await page.goto('about:blank');
  await page.goto(address);
  await page.locator(content).first().waitFor();
  await page.waitForLoadState('networkidle');
  return page.evaluate(readLoad);
}

/** Loads a screen with an empty cache, and once more. */
async function loads(
  browser: Browser,
  { url }: Product,
  screen: Screen,
  session: BrowserState,
  isSlow: boolean,
): Promise<[cold: Load, warm: Load]> {
  const { page, context } = await visit(browser, url, session ? { storageState: session } : {});
  try {
    await context.addInitScript(watchPaints, screen.content);
    if (isSlow) await (await context.newCDPSession(page)).send('Network.emulateNetworkConditions', SLOW);
    return [await load(page, screen), await load(page, screen)];
  } finally {
    await context.close();
  }
}
type BrowserState = Awaited<ReturnType<BrowserContext['storageState']>> | null;

/** Where the first activity of a person's list is read. */
async function ownActivity(browser: Browser, url: string): Promise<string> {
  const { page, context } = await visit(browser, url);
  await logIn(page, EMPLOYEE);
  await page.goto(paths.pending);
  const address = await page.locator(ROW).first().getAttribute('href');
  await context.close();
  return address as string;
}

const listScreens = (activity: string): Screen[] => [
  { name: 'inicio de sesión', email: null, address: paths.login, content: 'form input' },
  { name: 'Mis actividades', email: EMPLOYEE, address: paths.pending, content: ROW },
  { name: 'Consultar pendientes', email: MANAGER, address: paths.pendingReport, content: ROW },
  { name: 'una actividad', email: EMPLOYEE, address: activity, content: 'main dl' },
  { name: 'Inicio, gerente', email: MANAGER, address: paths.home, content: ROW },
  { name: 'Inicio, empleado', email: EMPLOYEE, address: paths.home, content: ROW },
];

const leastAndMedian = (values: readonly number[]) => `${Math.min(...values).toFixed(0)} · ${median(values).toFixed(0)}`;
const ratio = (ours: readonly number[], others: readonly number[]) =>
  `${(Math.min(...ours) / Math.min(...others)).toFixed(2)} · ${(median(ours) / median(others)).toFixed(2)}`;
const headings = ['', 'red', 'caché', 'mayor pintura, ms', 'contenido, ms', 'peticiones', 'scripts', 'kB'];
const loadCells = (all: readonly Load[]) => {
  const of = (key: keyof Load) => all.map((one) => one[key]);
  return [
    leastAndMedian(of('largest')),
    leastAndMedian(of('content')),
    ...(['requests', 'scripts'] as const).map((key) => median(of(key)).toFixed(0)),
    (median(of('bytes')) / 1_000).toFixed(0),
  ];
};

/**
 * Measures when a browser has painted a screen, with an empty cache and a full one, on this machine's network and a slow one. The product of
 * another installed checkout alternates with ours; the table then has the ratio to it.
 */
export async function benchPaint(rounds: number, beside?: string): Promise<string> {
  const executablePath = await findBrowser();
  if (!executablePath) throw new Error(`No Chromium: ${HOW_TO_INSTALL}`);
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  const products = await Promise.all([startProduct(), ...(beside ? [startProduct({}, path.resolve(beside))] : [])]);
  try {
    const sides: Product[] = [];
    for (const { url } of products) sides.push({ url, screens: listScreens(await ownActivity(browser, url)) });
    const sessions = new Map<string, BrowserState>();
    for (const { url } of sides)
      for (const email of [EMPLOYEE, MANAGER]) {
        const { page, context } = await visit(browser, url);
        await logIn(page, email);
        sessions.set(url + email, await context.storageState());
        await context.close();
      }
    const measured = new Map<string, Load[]>();
    for (let round = 0; round < rounds; round++)
      for (const isSlow of [false, true])
        for (const index of listScreens('').keys())
          for (const side of round % 2 ? sides.toReversed() : sides) {
            const screen = side.screens[index] as Screen;
            const both = await loads(browser, side, screen, sessions.get(side.url + screen.email) ?? null, isSlow);
            for (const [cache, one] of both.entries()) {
              const key = [screen.name, isSlow, cache, side.url].join();
              measured.set(key, [...(measured.get(key) ?? []), one]);
            }
          }
    const lines = listScreens('').flatMap(({ name }) =>
      [false, true].flatMap((isSlow) =>
        [0, 1].map((cache) => {
          const [ours = [], others] = sides.map(({ url }) => measured.get([name, isSlow, cache, url].join()) ?? []);
          const compared = others
            ? [
                ...loadCells(others),
                ...(['largest', 'content'] as const).map((key) =>
                  ratio(
                    ours.map((one) => one[key]),
                    others.map((one) => one[key]),
                  ),
                ),
              ]
            : [];
          return [name, isSlow ? 'lenta' : 'propia', cache ? 'llena' : 'vacía', ...loadCells(ours), ...compared];
        }),
      ),
    );
    const others = beside ? [...headings.slice(3).map((one) => `${one} (otra)`), 'razón, mayor', 'razón, contenido'] : [];
    return textTable([[...headings, ...others], ...lines], (column) => column > 2);
  } finally {
    await browser.close();
    await Promise.all(products.map(({ stop }) => stop()));
  }
}
