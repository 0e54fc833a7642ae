import { Search } from 'lucide-react';
import { palette } from '../messages/palette.ts';
import { commandKey } from '../palette/help-key.ts';
import { IconButton } from '../ui/button.tsx';
import './search-button.css';

/** In the side menu, with the keys that do the same. */
export const SearchButton = ({ onClick }: { onClick: () => void }) => (
  <button
    type="button"
    className="menu-item menu-search"
    data-tip={`${palette.open} (${commandKey()} K)`}
    aria-keyshortcuts="Control+K Meta+K"
    onClick={onClick}
  >
    <Search size={20} strokeWidth={1.75} aria-hidden="true" />
    <span className="menu-words">{palette.open}</span>
    <span className="menu-keys" aria-hidden="true">
      {commandKey()} K
    </span>
  </button>
);

/** In the phone's top bar. */
export const PhoneSearchButton = ({ onClick }: { onClick: () => void }) => (
  <IconButton icon={Search} size={20} label={palette.open} onClick={onClick} />
);
