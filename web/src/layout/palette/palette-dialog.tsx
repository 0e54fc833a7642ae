import type { SearchReply } from '@bitacora/core/contract/activities/activity-endpoints';
import { parseSearchTerms } from '@bitacora/core/domain/activities/search';
import { frame } from '@bitacora/core/messages/layout';
import { validation } from '@bitacora/core/messages/validation';
import { Search as SearchIcon } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { followPromise } from '../../app/follow-promise.ts';
import { palette } from '../../messages/layout-texts.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/field.tsx';
import { FoundLine, Marked } from '../../ui/found-line.tsx';
import { useModal } from '../../ui/notices.tsx';
import { Alert, LiveMessage } from '../../ui/states.tsx';
import { StatusMarks } from '../../ui/status-chip.tsx';
import { errorSentence } from '../../ui/use-attempt.ts';
import { useLinkState } from '../menu-entries.ts';
import { toggleTheme } from '../side-menu.tsx';
import { groupsFor, type PaletteGroup, type PaletteItem } from './palette-items.ts';
import { recentConsults } from './recent-consults.ts';
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
  const [query, setQuery] = useState(typed);
  const [search, retry] = useSearch(query);
  const [activeId, setActiveId] = useState<string | null>(null);
  const [recent] = useState(() => recentConsults(user.id));
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // Enter after a folio opens it at once, without the search's answer.
  const isEnterPending = useRef(false);
  useModal(dialog);
  // Moves the cursor to the end of the text.
  useEffect(() => field.current?.setSelectionRange(typed.length, typed.length), [typed]);

  const groups = groupsFor({ user, recent, query, result: search.state === 'found' ? search.found : null });
  const items = groups.flatMap((group) => group.items);
  const active = items.find(({ id }) => id === activeId) ?? items[0];
  const choose = ({ to, search }: PaletteItem) => {
    if (search) return setQuery(search);
    onClose();
    if (to === 'toggleTheme') toggleTheme();
    else if (to === 'showShortcuts') onShowShortcuts();
    else void navigate(to, { state: linkState });
  };
  const move = (step: number) => {
    const at = active ? items.indexOf(active) : 0;
    setActiveId(items.at((at + step) % items.length)?.id ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isWriting = event.nativeEvent.isComposing;
    if (isWriting || !['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) return;
    event.preventDefault();
    if (event.key !== 'Enter') move(event.key === 'ArrowDown' ? 1 : -1);
    else if (active) choose(active);
    else isEnterPending.current = search.state === 'busy';
  };
  useEffect(() => {
    if (search.state === 'busy' || !isEnterPending.current) return;
    isEnterPending.current = false;
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
          <TextInput
            ref={field}
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
              isEnterPending.current = false;
              setActiveId(null);
              setQuery(event.target.value);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <PaletteOptions id={LIST} groups={groups} active={active} onPoint={({ id }) => setActiveId(id)} onChoose={choose} />
        <PaletteState search={search} query={query.trim()} count={items.length} onRetry={retry} />
      </div>
    </dialog>
  );
}

interface PaletteOptionsProps {
  id: string;
  groups: readonly PaletteGroup[];
  active: PaletteItem | undefined;
  onPoint: (item: PaletteItem) => void;
  onChoose: (item: PaletteItem) => void;
}

const optionId = ({ id }: PaletteItem) => `palette-${id}`;

/** The list under the field. The focus stays in the field; `active` is the selected option. */
function PaletteOptions({ id, groups, active, onPoint, onChoose }: PaletteOptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.id]);
  return (
    <div ref={list} id={id} className="palette-list" role="listbox" aria-label={palette.results} tabIndex={-1}>
      {groups.map(({ title, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields.
        <div key={title} role="group" aria-label={title}>
          <p className="palette-title" aria-hidden="true">
            {title}
          </p>
          {items.map((item) => (
            <Option key={item.id} item={item} isActive={item === active} onPoint={onPoint} onChoose={onChoose} />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps extends Pick<PaletteOptionsProps, 'onPoint' | 'onChoose'> {
  item: PaletteItem;
  isActive: boolean;
}

function Option({ item, isActive, onPoint, onChoose }: OptionProps) {
  const { icon: Icon } = item;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names it as its active one.
    <div
      id={optionId(item)}
      className="palette-option"
      role="option"
      aria-selected={isActive}
      onPointerMove={() => onPoint(item)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(item)}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {item.folio !== undefined && (
        <span className="palette-folio tabular">
          <span className="only-read">{palette.folio(item.folio)}</span>
          <span aria-hidden="true">{item.folio}</span>
        </span>
      )}
      <span className="palette-words">
        <span className="palette-label">{item.marks ? <Marked text={item.label} marks={item.marks} /> : item.label}</span>
        {item.match ? <FoundLine {...item.match} /> : item.detail && <span className="muted">{item.detail}</span>}
      </span>
      {item.standing && <StatusMarks activity={item.standing} />}
    </div>
  );
}

interface PaletteStateProps {
  search: Search;
  query: string;
  /** The number of items. */
  count: number;
  onRetry: () => void;
}

/** The state of the search, visible and for screen readers, and the keys. */
export function PaletteState({ search, query, count, onRetry }: PaletteStateProps) {
  return (
    <>
      {search.state === 'failed' && (
        <div className="palette-failed">
          <Alert title={errorSentence(search.error, palette.failed)} />
          <Button onClick={onRetry}>{frame.retry}</Button>
        </div>
      )}
      <div className="palette-foot">
        <LiveMessage>{sentence(search, query, count)}</LiveMessage>
        <p className="palette-keys" aria-hidden="true">
          <kbd>↑</kbd>
          <kbd>↓</kbd> {palette.keys.move} <kbd>↵</kbd> {palette.keys.choose} <kbd>Esc</kbd> {palette.keys.leave}
        </p>
      </div>
    </>
  );
}

function sentence({ state }: Search, query: string, count: number): string {
  if (state === 'busy') return palette.busy;
  if (state === 'short' && count === 0) return validation.searchTooShort;
  if (state === 'found' && count === 0) return palette.none(query);
  return query === '' || state === 'failed' ? '' : palette.count(count);
}

const TYPING_PAUSE_MS = 200;

/** `short`: too short to search. `busy` starts at the first letter, before the call. */
export type Search = { state: 'idle' | 'short' | 'busy' } | { state: 'found'; found: SearchReply } | { state: 'failed'; error: unknown };

const initialSearch = (text: string): Search => ({ state: text === '' ? 'idle' : parseSearchTerms(text) ? 'busy' : 'short' });

/** Searches when typing pauses. Returns the search and a function that tries again. */
function useSearch(query: string): [Search, () => void] {
  const { client } = useClients();
  const text = query.trim();
  const [tries, setTries] = useState(0);
  const [result, setResult] = useState<{ text: string; tries: number; search: Search } | null>(null);
  useEffect(() => {
    if (!parseSearchTerms(text)) return;
    let forget = () => {};
    const show = (search: Search) => setResult({ text, tries, search });
    const timer = setTimeout(() => {
      forget = followPromise(
        client.searchActivities({ text }),
        (found) => show({ state: 'found', found }),
        (error) => show({ state: 'failed', error }),
      );
    }, TYPING_PAUSE_MS);
    return () => {
      forget();
      clearTimeout(timer);
    };
  }, [client, text, tries]);
  const isCurrent = result?.text === text && result.tries === tries;
  return [isCurrent ? result.search : initialSearch(text), () => setTries((before) => before + 1)];
}
