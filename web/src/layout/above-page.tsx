import { useSession } from '../app.ts';
import OfflineBar from '../offline/offline-bar.tsx';
import { DemoWarning, MailWarning } from './page-warnings.tsx';

/** What stands above every page and is loaded after it. */
export default function AbovePage() {
  const { isDemoExposed, user } = useSession();
  return (
    <>
      <OfflineBar />
      {isDemoExposed && <DemoWarning />}
      {user.mailStoppedSince && <MailWarning />}
    </>
  );
}
