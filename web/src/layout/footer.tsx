import { frame } from '@bitacora/core/messages/layout';
import { version } from '../../../package.json';
import './footer.css';

export function Footer({ contactUrl, isDemo }: { contactUrl: string; isDemo: boolean }) {
  return (
    <footer className="footer">
      <span className="footer-words">
        <span>{frame.product}</span>
        <span className="tabular">{frame.version(version)}</span>
        {contactUrl && <a href={contactUrl}>{frame.contact}</a>}
      </span>
      {isDemo && <span className="demo-mark">{frame.demo}</span>}
    </footer>
  );
}
