import { type Browser, type BrowserContext, type BrowserContextOptions, type BrowserServer, chromium, type Page } from 'playwright-core';
import { sessionClient } from './client.ts';

/** Playwright writes this for `serviceWorkers: 'block'`; no page of ours causes it. */
const WORKER_BLOCKED = 'Service Worker registration blocked by Playwright';
/** Chromium as root needs no sandbox. Drawing in a process of its own takes a tenth more; without the rest it asks the outside world for updates. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launchBrowser = (executablePath: string): Promise<Browser> => chromium.launch({ executablePath, args: FLAGS });

/** One browser for all test files of a run, because its start costs more than most of them. */
export const serveBrowser = (executablePath: string): Promise<BrowserServer> => chromium.launchServer({ executablePath, args: FLAGS });

/** Its `close` ends what this connection opened, and leaves the browser to the others. */
export const connectBrowser = (endpoint: string): Promise<Browser> => chromium.connect(endpoint);

export type Visit = {
  page: Page;
  context: BrowserContext;
  /** What the page complained about on its console, broken policies included, and errors nobody caught. */
  complaints: string[];
};

/** A telephone held upright. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** Opens the browser of a person in Mexico, with nothing stored. */
export async function visit(browser: Browser, baseURL: string, device: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    baseURL,
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    viewport: { width: 1280, height: 800 },
    // Each frame of a movement is drawn by the processor.
    reducedMotion: 'reduce',
    // A worker would answer in the place of the network that tests route and cut; those of work without network allow it.
    serviceWorkers: 'block',
    ...device,
  });
  // The whole run keeps both cores busy.
  context.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  await context.exposeFunction('reportBreach', (breach: string) => complaints.push(breach));
  await context.addInitScript(() => {
    const report = (window as never as { reportBreach: (breach: string) => void }).reportBreach;
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      report(`${violatedDirective} ${blockedURI}`),
    );
  });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && message.text() !== WORKER_BLOCKED) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, context, complaints };
}

/** Takes the answers out of each page that comes, so that a test may change or delay its first calls. */
export async function withoutFirstAnswers(page: Page): Promise<void> {
  await page.route('**', async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback();
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.replace(/<script type="application\/json".*?<\/script>/s, '') });
  });
}

/** All demo logins have this password. */
const PASSWORD = 'demo1234';

/** Gives the browser a session without the form, which costs it two seconds of processor. The page stays where it is. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await sessionClient(page.context()).logIn({ email, password });
}

/** Fills in the login form with a demo login. */
export async function logInByForm(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL('**/Home');
}
