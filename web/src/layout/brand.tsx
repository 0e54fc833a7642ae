import { frame, MANUAL_PATH } from '@bitacora/core/messages/layout';
import { version } from '../../../package.json';
import './footer.css';

export function Footer({ contactUrl, isDemo }: { contactUrl: string; isDemo: boolean }) {
  return (
    <footer className="footer">
      <span className="footer-words">
        <span>{frame.product}</span>
        <span className="tabular">{frame.version(version)}</span>
        <a href={MANUAL_PATH}>{frame.help}</a>
        {contactUrl && <a href={contactUrl}>{frame.contact}</a>}
        <a href="/aviso-de-privacidad">{frame.privacyNotice}</a>
      </span>
      {isDemo && <span className="demo-mark">{frame.demo}</span>}
    </footer>
  );
}
