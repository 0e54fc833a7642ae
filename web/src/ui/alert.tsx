import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import './alert.css';

/** An error message that screen readers announce at once. */
export function Alert({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="alert" role="alert">
      <CircleAlert size={18} aria-hidden="true" />
      <div>
        <p className="alert-title">{title}</p>
        {children && <p>{children}</p>}
      </div>
    </div>
  );
}
