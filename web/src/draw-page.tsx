import { createEndpointClient, type WireRequest } from '@bitacora/core/client';
import { sessionEndpoints } from '@bitacora/core/contract/account/session-endpoints';
import { renderToStaticMarkup } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, RouterContextProvider, StaticRouterProvider } from 'react-router-dom';
import { type App, AppContext, routerApp } from './app/app.ts';
import { createIdentityCheck } from './app/identity-check.ts';
import { createNotices } from './app/notice-store.ts';
import { rememberSession } from './app/session-memory.ts';
import { withBackground } from './app/transport.ts';
import { routes } from './routes.tsx';
import { PrimeReact } from './ui/prime-react.tsx';

const { query, dataRoutes } = createStaticHandler(routes);
const STYLE = / style="([^"&]*)"/g;
const escapeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Draws a page for `serve-web.ts` of the API, as the browser draws it until its calls are answered. Follows redirects. */
export async function drawPage(address: string, session: object): Promise<{ address: string; head: string; html: string }> {
  const calls: WireRequest[] = [];
  const { transport, background } = withBackground((request) => {
    calls.push(request);
    return request.path === sessionEndpoints.readSession.path ? Promise.resolve({ status: 200, body: session }) : new Promise(() => {});
  });
  const now = () => new Date();
  const loginClient = createEndpointClient(sessionEndpoints, transport);
  const memory = rememberSession(() => loginClient.readSession(), now);
  // No effect runs here, so nothing asks for the rest.
  const app = {
    transport,
    background,
    loginClient,
    session: memory,
    notices: createNotices(),
    identityCheck: createIdentityCheck(),
    now,
  } as App;
  const request = new Request(new URL(address, 'http://page'));
  let drawn = '';
  const answer = (await query(request, {
    requestContext: new RouterContextProvider(new Map([[routerApp, app]])),
    async generateMiddlewareResponse(load) {
      const context = await load(request);
      if (context instanceof Response) return context;
      for (const error of Object.values(context.errors ?? {})) throw error;
      drawn = renderToStaticMarkup(
        <AppContext value={app}>
          <PrimeReact>
            <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
          </PrimeReact>
        </AppContext>,
      );
      return new Response();
    },
  })) as Response;
  const destination = answer.headers.get('Location');
  if (destination) return drawPage(destination, session);
  const [title = ''] = /<title>.*?<\/title>/.exec(drawn) ?? [];
  // The policy allows a style element with the nonce, and no style attribute.
  const styles = [...new Set([...drawn.matchAll(STYLE)].map(([, style]) => style))];
  const rules = styles.map((style, index) => `[data-style="${index}"]{${style}}`).join('');
  const reads = calls.flatMap(({ effect, method, path, body }) => (effect === 'writes' ? [] : { method, path, body }));
  return {
    address,
    head: `${title}<style nonce="__CSP_NONCE__">${rules}</style><script type="application/json" id="first-calls">${escapeJson(reads)}</script>`,
    html: drawn.replace(title, '').replace(STYLE, (_, style) => ` data-style="${styles.indexOf(style)}"`),
  };
}
