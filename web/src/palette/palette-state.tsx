import { frame } from '@bitacora/core/messages/layout';
import { validation } from '@bitacora/core/messages/validation';
import { palette } from '../messages/palette.ts';
import { Button } from '../ui/button.tsx';
import { Alert } from '../ui/states.tsx';
import { sentenceOf } from '../ui/use-attempt.ts';
import type { Search } from './use-search.ts';

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
          <Alert title={sentenceOf(search.error, palette.failed)} />
          <Button onClick={onRetry}>{frame.retry}</Button>
        </div>
      )}
      <div className="palette-foot">
        <p role="status">{sentence(search, query, count)}</p>
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
