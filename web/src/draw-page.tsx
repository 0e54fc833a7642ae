import { createEndpointClient, type WireRequest } from '@bitacora/core/client';
import { sessionEndpoints } from '@bitacora/core/contract/account/session-endpoints';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router-dom';
import { type App, AppContext, routerApp } from './app/app.ts';
import { createIdentityCheck } from './app/identity-check.ts';
import { createNotices } from './app/notice-store.ts';
import { rememberSession } from './app/session-memory.ts';
import { withBackground } from './app/transport.ts';
import { routes } from './routes.tsx';
import { PrimeReact } from './ui/prime-react.tsx';

const STYLE = / style="([^"&]*)"/g;

/** Draws a page for `serve-web.ts` of the API, as the browser draws it until its calls are answered, and returns where its address led. */
export async function drawPage(address: string, session: { time_zone: string }): Promise<{ path: string; head: string; html: string }> {
  const reads: Pick<WireRequest, 'method' | 'path' | 'body'>[] = [];
  const { transport, background } = withBackground(({ method, path, body }) => {
    reads.push({ method, path, body });
    return path === sessionEndpoints.readSession.path ? Promise.resolve({ status: 200, body: session }) : new Promise(() => {});
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
  while (!router.state.initialized) await new Promise((resolve) => router.subscribe(resolve));
  router.dispose();
  for (const error of Object.values(router.state.errors ?? {})) throw error;
  const drawn = renderToStaticMarkup(
    <AppContext value={app}>
      <PrimeReact>
        <RouterProvider router={router} />
      </PrimeReact>
    </AppContext>,
  );
  const [title = ''] = /<title>.*?<\/title>/.exec(drawn) ?? [];
  // The policy allows a style element with the nonce, and no style attribute.
  const styles = [...new Set([...drawn.matchAll(STYLE)].map(([, style]) => style))];
  const rules = styles.map((style, index) => `[data-style="${index}"]{${style}}`).join('');
  const calls = JSON.stringify(reads).replaceAll('<', '\\u003c');
  return {
    path: router.state.location.pathname,
    head: `${title}<style nonce="__CSP_NONCE__">${rules}</style><script type="application/json" id="first-calls">${calls}</script>`,
    html: drawn.replace(title, '').replace(STYLE, (_, style) => ` data-style="${styles.indexOf(style)}"`),
  };
}
