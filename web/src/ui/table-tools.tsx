import { table as words } from '@bitacora/core/messages/lists';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { IconButton } from './button.tsx';
import './table-tools.css';

interface TableToolsProps {
  /** The search box, always in sight. */
  search: ReactNode;
  tools: ReactNode;
  /** Below them, always in sight. */
  chips: ReactNode;
  /** The tools are behind one button. */
  isFolded: boolean;
  /** A filter is active. */
  isRestricted: boolean;
}

/** What stands above a table. */
export function TableTools({ search, tools, chips, isFolded, isRestricted }: TableToolsProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (!search && !tools) return null;
  return (
    <div className="table-tools" data-folded={isFolded || undefined}>
      {search}
      {isFolded && tools && (
        <IconButton
          icon={SlidersHorizontal}
          size={20}
          className="table-tools-button"
          label={words.tools}
          data-active={isRestricted || undefined}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        />
      )}
      <div id={id} className="table-tools-more" hidden={isFolded && !isOpen}>
        {tools}
      </div>
      {chips}
    </div>
  );
}
