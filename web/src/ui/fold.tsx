import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { PlainButton } from './button.tsx';
import './fold.css';

interface FoldProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** Something of less weight, folded away until a person asks for it. */
export function Fold({ label, className = '', children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={`fold ${className}`}>
      <PlainButton className="fold-button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {label}
        <ChevronDown size={14} aria-hidden="true" />
      </PlainButton>
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}
