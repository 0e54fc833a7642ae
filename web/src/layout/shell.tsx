import { frame } from '@bitacora/core/messages/layout';
import { useState } from 'react';
import { Outlet, ScrollRestoration, useLoaderData } from 'react-router-dom';
import { useApp } from '../app.ts';
import { LiveBar } from '../live/live-bar.tsx';
import { usePalette } from '../palette/use-palette.tsx';
import type { Session } from '../session-memory.ts';
import { NoticeStack } from '../ui/notices.tsx';
import { DemoWarning } from './demo-warning.tsx';
import { Footer } from './footer.tsx';
import { PhoneBars } from './phone-bars.tsx';
import { SideMenu } from './side-menu.tsx';
import { useAwaitingCount } from './use-awaiting-count.ts';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';
import './shell.css';

/** 768 px and wider, the menu is open from the start (docs/product.md, 12). */
const startsWide = () => window.matchMedia('(min-width: 768px)').matches;

/** The layout around every screen that needs a session. */
export function Component() {
  const { user, isDemo, isDemoExposed, contactUrl } = useLoaderData<Session>();
  const { notices } = useApp();
  const [isWide, setWide] = useState(startsWide);
  const waiting = useAwaitingCount(user);
  const main = useFocusOnArrival();
  const palette = usePalette(user);
  if (!user) return null;
  return (
    <>
      <a className="skip" href="#content">
        {frame.skip}
      </a>
      <div className="shell" data-wide={isWide}>
        <aside className="shell-menu">
          <SideMenu user={user} waiting={waiting} isWide={isWide} onToggleWidth={() => setWide(!isWide)} onSearch={palette.openSearch} />
        </aside>
        <PhoneBars user={user} onSearch={palette.openSearch} waiting={waiting} />
        <div className="shell-content">
          {isDemoExposed && <DemoWarning />}
          <main id="content" ref={main} tabIndex={-1}>
            <Outlet />
          </main>
          <Footer contactUrl={contactUrl} isDemo={isDemo} />
        </div>
      </div>
      {palette.part}
      <LiveBar />
      <NoticeStack notices={notices} />
      <ScrollRestoration />
    </>
  );
}
