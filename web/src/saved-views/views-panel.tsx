import { BookmarkPlus, Check, RefreshCw, Trash2 } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useApp } from '../app.ts';
import { DeferredContent } from '../layout/deferred-content.tsx';
import { savedViewTexts } from '../messages/saved-views.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { sentenceOf, useAttempt } from '../ui/use-attempt.ts';
import { isSameQuery, type SavedView, savedQueryOf, type ViewScreen } from './saved-view.ts';

interface ViewsPanelProps {
  screen: ViewScreen;
  close: () => void;
  onSave: () => void;
  onRemove: (view: SavedView) => void;
}

const collator = new Intl.Collator('es-MX', { numeric: true });

/** The person's saved views of this screen. */
export default function ViewsPanel({ screen, close, onSave, onRemove }: ViewsPanelProps) {
  const { client, notices } = useApp();
  const { search } = useLocation();
  const navigate = useNavigate();
  const attempt = useAttempt();
  const currentQuery = savedQueryOf(search);
  const apply = (query: string) => {
    close();
    void navigate({ search: query }, { preventScrollReset: true });
  };
  const replace = async ({ name }: SavedView) => {
    if (!(await attempt.run(() => client.saveView({ screen, name, query: currentQuery })))) return;
    close();
    notices.show({ title: savedViewTexts.replaced, detail: name });
  };
  return (
    <>
      {attempt.error !== null && <Alert title={sentenceOf(attempt.error, savedViewTexts.saveFailed)} />}
      <DeferredContent ask={() => client.listSavedViews()}>
        {(all) => {
          const saved = all.filter((view) => view.screen === screen).sort((a, b) => collator.compare(a.name, b.name));
          if (saved.length === 0) return <p className="muted views-none">{savedViewTexts.none}</p>;
          return (
            <ul className="views-list">
              {saved.map((view) => (
                <ViewLine
                  key={view.id}
                  view={view}
                  isCurrent={isSameQuery(view.query, currentQuery)}
                  isBusy={attempt.isBusy}
                  onApply={() => apply(view.query)}
                  onReplace={() => void replace(view)}
                  onRemove={() => onRemove(view)}
                />
              ))}
            </ul>
          );
        }}
      </DeferredContent>
      <div className="views-foot">
        <Button icon={BookmarkPlus} onClick={onSave}>
          {savedViewTexts.save}
        </Button>
        {currentQuery !== '' && (
          <Button tone="quiet" onClick={() => apply('')}>
            {savedViewTexts.usual}
          </Button>
        )}
      </div>
    </>
  );
}

interface ViewLineProps {
  view: SavedView;
  isCurrent: boolean;
  isBusy: boolean;
  onApply: () => void;
  onReplace: () => void;
  onRemove: () => void;
}

const ViewLine = ({ view: { name }, isCurrent, isBusy, onApply, onReplace, onRemove }: ViewLineProps) => (
  <li>
    <button
      type="button"
      className="views-name"
      aria-current={isCurrent || undefined}
      aria-label={savedViewTexts.apply(name)}
      onClick={onApply}
    >
      <span className="clip" title={name}>
        {name}
      </span>
      {isCurrent && <Check size={16} role="img" aria-label={savedViewTexts.current} />}
    </button>
    {!isCurrent && (
      <button
        type="button"
        className="icon-button"
        aria-label={savedViewTexts.replace(name)}
        title={savedViewTexts.replace(name)}
        disabled={isBusy}
        onClick={onReplace}
      >
        <RefreshCw size={15} aria-hidden="true" />
      </button>
    )}
    <button
      type="button"
      className="icon-button"
      aria-label={savedViewTexts.remove(name)}
      title={savedViewTexts.remove(name)}
      onClick={onRemove}
    >
      <Trash2 size={15} aria-hidden="true" />
    </button>
  </li>
);
