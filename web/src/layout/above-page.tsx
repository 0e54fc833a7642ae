import './page-warnings.css';
import { frame } from '@bitacora/core/messages/layout';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../app/app.ts';
import { paths } from '../app/paths.ts';
import { OfflineBar } from '../offline/offline-bar.tsx';

const PageWarning = ({ children }: { children: ReactNode }) => (
  <div className="page-warning" role="note">
    <TriangleAlert size={18} aria-hidden="true" />
    <p>{children}</p>
  </div>
);

/** Warns on every screen when other machines can reach the demo company, because its passwords are public. */
export const DemoWarning = () => <PageWarning>{frame.demoExposed}</PageWarning>;

/** Warns those who look after the server, because no mail can say it. */
const MailWarning = () => (
  <PageWarning>
    {frame.mailStopped} <Link to={paths.serverStatus}>{frame.mailStoppedStatus}</Link>
  </PageWarning>
);

/** Draws what stands above every page and is loaded after it. */
export function AbovePage() {
  const { isDemoExposed, user } = useSession();
  return (
    <>
      <OfflineBar />
      {isDemoExposed && <DemoWarning />}
      {user.mailStoppedSince && <MailWarning />}
    </>
  );
}
