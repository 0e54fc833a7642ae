import { frame } from '@bitacora/core/messages/layout';
import { TriangleAlert } from 'lucide-react';
import './demo-warning.css';

/** Warns on every screen when other machines can reach the demo company, because its passwords are public. */
export function DemoWarning() {
  return (
    <div className="demo-warning" role="note">
      <TriangleAlert size={18} aria-hidden="true" />
      <p>{frame.demoExposed}</p>
    </div>
  );
}
