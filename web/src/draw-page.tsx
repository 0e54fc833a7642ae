import { createEndpointClient, type WireRequest } from '@bitacora/core/client';
import { sessionEndpoints } from '@bitacora/core/contract/account/session-endpoints';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, isRouteErrorResponse, RouterContextProvider, RouterProvider } from 'react-router-dom';
import { type App, AppContext, routerApp } from './app/app.ts';
import { createIdentityCheck } from './app/identity-check.ts';
import { createNotices } from './app/notice-store.ts';
import { rememberSession } from './app/session-memory.ts';
import { settleCalls } from './app/settle-calls.ts';
import { withBackground } from './app/transport.ts';
import { routes } from './routes.tsx';
import { DrawnWidth } from './ui/media.ts';
import { PrimeReact } from './ui/prime-react.tsx';

const STYLE = / style="([^"&]*)"/g;
/** In ms. A screen that awaits a call before it is drawn must not keep the place of its reader. */
const LOADING_MS = 5_000;

interface ReaderSession {
  time_zone: string;
  user_action_deck?: { page_size?: number | null } | null;
}

interface PageReader {
  session: ReaderSession;
  /** The width of the reader's window, in px. */
  width: number;
  /** Answers a read with the body of the reply; null where none came in time. */
  ask: (read: PageRead) => Promise<unknown>;
}

/** A read that a page makes; `public/theme.js` sends those without an answer. */
type PageRead = Pick<WireRequest, 'method' | 'path' | 'body'> & { answer?: unknown };

interface DrawnPage {
  path: string;
  title: string;
  head: string;
  html: string;
}

/** The router ends the process at '//', and warns on the console at a malformed percent sign. */
function isDrawable(address: string): boolean {
  try {
    return address.startsWith('/') && decodeURI(new URL(address, 'http://localhost').pathname) !== '';
  } catch {
    return false;
  }
}

/** Draws a page for `serve-web.ts` of the API, as the browser draws it with the answers that came in time, and returns where its address led. */
export async function drawPage(address: string, { session, width, ask }: PageReader): Promise<DrawnPage> {
  const nothing = { path: address, title: '', head: '', html: '' };
  if (!isDrawable(address)) return nothing;
  // Only the browser knows how many rows fill its window.
  const isFit = session.user_action_deck?.page_size === null || address.includes('size=fit');
  const reads: PageRead[] = [];
  const answers: Promise<unknown>[] = [];
  const { transport, background } = withBackground(({ method, path, body, effect }) => {
    const isDrawn = effect === 'reads' && !(isFit && Object.hasOwn((body ?? {}) as object, 'pageSize'));
    if (!isDrawn) return new Promise(() => {});
    const read: PageRead = { method, path, body };
    reads.push(read);
    const answer = path === sessionEndpoints.readSession.path ? Promise.resolve(session) : ask(read);
    answers.push(answer);
    return new Promise((resolve) => {
      void answer.then((reply) => {
        if (reply === null) return;
        read.answer = reply;
        resolve({ status: 200, body: reply });
      });
    });
  });
  // The hour of the company greets, not that of the server.
  const now = () => new Date(new Date().toLocaleString('en-US', { timeZone: session.time_zone }));
  const loginClient = createEndpointClient(sessionEndpoints, transport);
  const shared = { notices: createNotices(), identityCheck: createIdentityCheck(), now };
  // No effect runs here, so nothing asks for the rest.
  const app = { ...shared, transport, background, loginClient, session: rememberSession(() => loginClient.readSession(), now) } as App;
  const router = createMemoryRouter(routes, {
    initialEntries: [address],
    future: { v8_middleware: true },
    getContext: () => new RouterContextProvider(new Map([[routerApp, app]])),
  });
  const late = AbortSignal.timeout(LOADING_MS);
  while (!router.state.initialized) {
    late.throwIfAborted();
    await new Promise((resolve, reject) => {
      router.subscribe(resolve);
      late.onabort = () => reject(late.reason);
    });
  }
  await settleCalls(answers);
  router.dispose();
  for (const error of Object.values(router.state.errors ?? {})) {
    if (isRouteErrorResponse(error)) return nothing;
    throw error;
  }
  const drawn = renderToStaticMarkup(
    <AppContext value={app}>
      <DrawnWidth value={width}>
        <PrimeReact>
          <RouterProvider router={router} />
        </PrimeReact>
      </DrawnWidth>
    </AppContext>,
  );
  const [title = ''] = /<title>.*?<\/title>/.exec(drawn) ?? [];
  // The policy allows a style element with the nonce, and no style attribute.
  const styles = [...new Set([...drawn.matchAll(STYLE)].map(([, style]) => style))];
  const rules = styles.map((style, index) => `[data-style="${index}"]{${style}}`).join('');
  const calls = JSON.stringify(reads).replaceAll('<', '\\u003c');
  return {
    path: router.state.location.pathname,
    title,
    head: `<style nonce="__CSP_NONCE__">${rules}</style><script type="application/json" id="first-calls">${calls}</script>`,
    html: drawn.replace(title, '').replace(STYLE, (_, style) => ` data-style="${styles.indexOf(style)}"`),
  };
}
