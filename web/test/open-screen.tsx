import { createEndpointClient } from '@bitacora/core/client';
import { sessionEndpoints } from '@bitacora/core/contract/account/session-endpoints';
import { fireEvent, getConfig, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { createMemoryRouter, Outlet, RouterContextProvider, RouterProvider, useLocation } from 'react-router-dom';
import { expect } from 'vitest';
import { type App, AppContext, routerApp } from '../src/app/app.ts';
import { createIdentityCheck, withIdentityCheck } from '../src/app/identity-check.ts';
import { createNotices } from '../src/app/notice-store.ts';
import { rememberSession } from '../src/app/session-memory.ts';
import { withBackground } from '../src/app/transport.ts';
import { routes } from '../src/routes.tsx';
import { PrimeReact } from '../src/ui/prime-react.tsx';
// Loaded ahead, because a test waits a second for a notice and a busy machine takes that long to load the toasts.
import '../src/ui/toasts.tsx';
import { answersOf, type Company, now } from './fake-company.ts';
import { fakeStreams } from './fake-streams.ts';
import { fakeTransport, type Handlers, type Replies } from './fake-transport.ts';

/** Opens the whole application at an address, over a fake company; `answers` and, as on the wire, `replies` replace what one test is about. */
export function openScreen(address: string, company: Company, answers: Handlers = {}, replies: Replies = {}) {
  const server = fakeTransport({ ...answersOf(company), ...answers }, replies);
  const identityCheck = createIdentityCheck();
  const { transport, background } = withBackground(withIdentityCheck(server, identityCheck));
  const loginClient = createEndpointClient(sessionEndpoints, transport);
  const streams = fakeStreams();
  const announced: (number | null)[] = [];
  const app: App = {
    transport,
    loginClient,
    background,
    session: rememberSession(
      () => loginClient.readSession(),
      () => now,
    ),
    notices: createNotices(),
    identityCheck,
    openStream: () => streams.open(),
    publishSession: (userId) => announced.push(userId),
    now: () => now,
  };
  let keyOnScreen = '';
  /** Tells which page is on the screen, because the router is ahead of it while React prepares the next one. */
  function Shown() {
    const { key } = useLocation();
    useEffect(() => {
      keyOnScreen = key;
    }, [key]);
    return <Outlet />;
  }
  const router = createMemoryRouter([{ element: <Shown />, children: routes }], {
    initialEntries: [address],
    future: { v8_middleware: true },
    getContext: () => new RouterContextProvider(new Map([[routerApp, app]])),
  });
  render(
    <AppContext value={app}>
      <PrimeReact>
        <RouterProvider router={router} />
      </PrimeReact>
    </AppContext>,
  );
  return {
    // happy-dom reads PrimeReact's layered style sheets as if they disabled everything; a browser does not.
    user: userEvent.setup({ pointerEventsCheck: 0 }),
    calls: server.calls,
    app,
    /** Who is logged in, as the other tabs hear it. */
    announced,
    /** Those of them that nobody asked for. */
    askedInBackground: server.askedInBackground,
    /** What others change, as the server's stream would tell. */
    streams,
    /** As by the browser's own address bar or its back button. Resolves when the page is on the screen. */
    async go(to: string) {
      await getConfig().asyncWrapper(() => router.navigate(to));
      await waitFor(() => expect(keyOnScreen).toBe(router.state.location.key));
    },
    address: () => router.state.location.pathname + router.state.location.search,
    hash: () => router.state.location.hash,
  };
}

/** The act's button on a consult page. Those that do not stand in the bar are behind 'Más acciones'. */
export async function act(label: string): Promise<HTMLElement> {
  const group = within(await screen.findByRole('group', { name: 'Acciones' }));
  return waitFor(() => {
    const more = group.queryByRole('button', { name: 'Más acciones', expanded: false });
    if (!group.queryByRole('button', { name: label }) && more) fireEvent.click(more);
    return group.getByRole('button', { name: label });
  });
}
