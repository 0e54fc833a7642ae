import { Search as SearchIcon } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLinkState } from '../layout/back-link.ts';
import { palette } from '../messages/palette.ts';
import { useModal } from '../ui/modals.ts';
import { useTheme } from '../ui/use-theme.ts';
import { useSession } from '../use-session.ts';
import { groupsFor, type PaletteItem } from './palette-items.ts';
import { optionId, PaletteOptions } from './palette-options.tsx';
import { PaletteState } from './palette-state.tsx';
import { recentConsults } from './recent-consults.ts';
import { useSearch } from './use-search.ts';
import './palette.css';

const LIST = 'palette-list';

interface PaletteDialogProps {
  typed: string;
  onClose: () => void;
  onShowShortcuts: () => void;
}

/** Finds an activity, a screen or an action. The focus stays in the field; the arrow keys select. */
export function PaletteDialog({ typed, onClose, onShowShortcuts }: PaletteDialogProps) {
  const { user } = useSession();
  const navigate = useNavigate();
  const linkState = useLinkState();
  const [, toggleTheme] = useTheme();
  const [query, setQuery] = useState(typed);
  const [search, retry] = useSearch(query);
  const [chosen, setChosen] = useState<string | null>(null);
  const [recent] = useState(() => recentConsults(user.id));
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // Enter after a folio opens it at once, without the search's answer.
  const isEntered = useRef(false);
  useModal(dialog);
  // Moves the cursor to the end of the text.
  useEffect(() => field.current?.setSelectionRange(typed.length, typed.length), [typed]);

  const groups = groupsFor({ user, recent, query, hits: search.state === 'found' ? search.hits : [] });
  const items = groups.flatMap((group) => group.items);
  const active = items.find(({ id }) => id === chosen) ?? items[0];
  const choose = ({ to }: PaletteItem) => {
    onClose();
    if (to === 'toggleTheme') toggleTheme();
    else if (to === 'showShortcuts') onShowShortcuts();
    else void navigate(to, { state: linkState });
  };
  const move = (step: number) => {
    const at = active ? items.indexOf(active) : 0;
    setChosen(items.at((at + step) % items.length)?.id ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isWriting = event.nativeEvent.isComposing;
    if (isWriting || !['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) return;
    event.preventDefault();
    if (event.key !== 'Enter') move(event.key === 'ArrowDown' ? 1 : -1);
    else if (active) choose(active);
    else isEntered.current = search.state === 'busy';
  };
  useEffect(() => {
    if (search.state === 'busy' || !isEntered.current) return;
    isEntered.current = false;
    if (active) choose(active);
  }, [search.state]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it; Escape does the same.
    <dialog
      ref={dialog}
      className="palette"
      aria-label={palette.title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="palette-box">
        <div className="palette-field">
          <SearchIcon size={18} aria-hidden="true" />
          <input
            ref={field}
            type="text"
            role="combobox"
            aria-label={palette.title}
            aria-expanded={items.length > 0}
            aria-controls={LIST}
            aria-activedescendant={active && optionId(active)}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={200}
            placeholder={palette.placeholder}
            value={query}
            data-focus-first
            onChange={(event) => {
              isEntered.current = false;
              setChosen(null);
              setQuery(event.target.value);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <PaletteOptions id={LIST} groups={groups} active={active} onPoint={({ id }) => setChosen(id)} onChoose={choose} />
        <PaletteState search={search} query={query.trim()} count={items.length} onRetry={retry} />
      </div>
    </dialog>
  );
}
