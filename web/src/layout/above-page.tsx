import OfflineBar from '../offline/offline-bar.tsx';
import { DemoWarning, MailWarning } from './page-warnings.tsx';

interface AbovePageProps {
  isDemoExposed: boolean;
  isMailStopped: boolean;
}

/** What stands above every page and is loaded after it. */
export default function AbovePage({ isDemoExposed, isMailStopped }: AbovePageProps) {
  return (
    <>
      <OfflineBar />
      {isDemoExposed && <DemoWarning />}
      {isMailStopped && <MailWarning />}
    </>
  );
}
