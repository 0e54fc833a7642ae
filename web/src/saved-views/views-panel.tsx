import { BookmarkPlus, Check, RefreshCw, Trash2 } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useApp } from '../app.ts';
import { Asked } from '../layout/deferred-content.tsx';
import { views } from '../messages/saved-views.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { sentenceOf, useAttempt } from '../ui/use-attempt.ts';
import { isSameView, type SavedView, type ViewScreen, viewOf } from './saved-view.ts';

interface ViewsPanelProps {
  screen: ViewScreen;
  close: () => void;
  onSave: () => void;
  onRemove: (view: SavedView) => void;
}

const collator = new Intl.Collator('es-MX', { numeric: true });

/** What the person has saved of this screen. */
export default function ViewsPanel({ screen, close, onSave, onRemove }: ViewsPanelProps) {
  const { client, notices } = useApp();
  const { search } = useLocation();
  const navigate = useNavigate();
  const attempt = useAttempt();
  const shown = viewOf(search);
  const apply = (query: string) => {
    close();
    void navigate({ search: query }, { preventScrollReset: true });
  };
  const replace = async ({ name }: SavedView) => {
    if (!(await attempt.run(() => client.saveView({ screen, name, query: shown })))) return;
    close();
    notices.show({ title: views.replaced, detail: name });
  };
  return (
    <>
      {attempt.error !== null && <Alert title={sentenceOf(attempt.error, views.saveFailed)} />}
      <Asked ask={() => client.listSavedViews()}>
        {(all) => {
          const saved = all.filter((view) => view.screen === screen).sort((a, b) => collator.compare(a.name, b.name));
          if (saved.length === 0) return <p className="muted views-none">{views.none}</p>;
          return (
            <ul className="views-list">
              {saved.map((view) => (
                <ViewLine
                  key={view.id}
                  view={view}
                  isShown={isSameView(view.query, shown)}
                  isBusy={attempt.isBusy}
                  onApply={() => apply(view.query)}
                  onReplace={() => void replace(view)}
                  onRemove={() => onRemove(view)}
                />
              ))}
            </ul>
          );
        }}
      </Asked>
      <div className="views-foot">
        <Button icon={BookmarkPlus} onClick={onSave}>
          {views.save}
        </Button>
        {shown !== '' && (
          <Button tone="quiet" onClick={() => apply('')}>
            {views.usual}
          </Button>
        )}
      </div>
    </>
  );
}

interface ViewLineProps {
  view: SavedView;
  isShown: boolean;
  isBusy: boolean;
  onApply: () => void;
  onReplace: () => void;
  onRemove: () => void;
}

const ViewLine = ({ view: { name }, isShown, isBusy, onApply, onReplace, onRemove }: ViewLineProps) => (
  <li>
    <button type="button" className="views-name" aria-current={isShown || undefined} aria-label={views.apply(name)} onClick={onApply}>
      <span className="clip" title={name}>
        {name}
      </span>
      {isShown && <Check size={16} role="img" aria-label={views.current} />}
    </button>
    {!isShown && (
      <button
        type="button"
        className="icon-button"
        aria-label={views.replace(name)}
        title={views.replace(name)}
        disabled={isBusy}
        onClick={onReplace}
      >
        <RefreshCw size={15} aria-hidden="true" />
      </button>
    )}
    <button type="button" className="icon-button" aria-label={views.remove(name)} title={views.remove(name)} onClick={onRemove}>
      <Trash2 size={15} aria-hidden="true" />
    </button>
  </li>
);
