import { frame } from '@bitacora/core/messages/layout';
import { TriangleAlert } from 'lucide-react';
import './demo-warning.css';

/** On every screen while the demo company, whose passwords are public, is within reach of other machines. */
export function DemoWarning() {
  return (
    <div className="demo-warning" role="note">
      <TriangleAlert size={18} aria-hidden="true" />
      <p>{frame.demoExposed}</p>
    </div>
  );
}
