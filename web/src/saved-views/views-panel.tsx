import type { Endpoints, Input, Reply } from '@bitacora/core/contract';
import type { UrgencyMark } from '@bitacora/core/domain/activities/deadline';
import { urgencyLabels } from '@bitacora/core/messages/activities/labels';
import { BookmarkPlus, Check, RefreshCw, Trash2 } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useApp } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { DeferredContent } from '../layout/loaded.tsx';
import { savedViewTexts } from '../messages/saved-view-texts.ts';
import { Button, IconButton, PlainButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { CallFormDialog, FormName, useCallForm } from '../ui/form.tsx';
import { Alert } from '../ui/states.tsx';
import { errorSentence, useAttempt } from '../ui/use-attempt.ts';

export type NamedView = Reply<Endpoints['listSavedViews']>[number];
export type ViewScreen = Input<Endpoints['saveView']>['screen'];

/** The query of a saved view: the address without its page. */
function savedQuery(search: string): string {
  const address = new URLSearchParams(search);
  address.delete('page');
  return address.toString();
}

const sortParameters = (query: string) => {
  const address = new URLSearchParams(query);
  address.sort();
  return address.toString();
};
/** Whether two queries are equal, apart from the order of parameters. */
const isSameQuery = (a: string, b: string): boolean => sortParameters(a) === sortParameters(b);

const withUrgency: readonly ViewScreen[] = ['home', 'pending', 'assigned_report', 'pending_report'];
const readyMarks = ['late', 'week', 'notStarted'] as const satisfies UrgencyMark[];
/** Every list of work offers these views before anything was saved. Nobody can remove them. */
const readyViews = (screen: ViewScreen) =>
  withUrgency.includes(screen) ? readyMarks.map((mark) => ({ name: urgencyLabels[mark], query: `urgencies=${mark}` })) : [];

interface ViewsPanelProps {
  screen: ViewScreen;
  close: () => void;
  onSave: () => void;
  onRemove: (view: NamedView) => void;
}

const collator = new Intl.Collator('es-MX', { numeric: true });

/** The person's saved views of this screen. */
export function ViewsPanel({ screen, close, onSave, onRemove }: ViewsPanelProps) {
  const { client } = useClients();
  const { notices } = useApp();
  const { search } = useLocation();
  const navigate = useNavigate();
  const attempt = useAttempt();
  const currentQuery = savedQuery(search);
  const apply = (query: string) => {
    close();
    void navigate({ search: query }, { preventScrollReset: true });
  };
  const replace = async ({ name }: NamedView) => {
    if (!(await attempt.run(() => client.saveView({ screen, name, query: currentQuery })))) return;
    close();
    notices.show({ title: savedViewTexts.replaced, detail: name });
  };
  return (
    <>
      {attempt.error !== null && <Alert title={errorSentence(attempt.error, savedViewTexts.saving.failed)} />}
      <DeferredContent ask={() => client.listSavedViews()}>
        {(all) => {
          const saved = all.filter((view) => view.screen === screen).sort((a, b) => collator.compare(a.name, b.name));
          return (
            <>
              {saved.length === 0 && <p className="muted views-none">{savedViewTexts.none}</p>}
              <ul className="views-list">
                {readyViews(screen).map(({ name, query }) => (
                  <li key={name}>
                    <ViewName name={name} isCurrent={isSameQuery(query, currentQuery)} onApply={() => apply(query)} />
                  </li>
                ))}
                {saved.map((view) => {
                  const { id, name, query } = view;
                  const isCurrent = isSameQuery(query, currentQuery);
                  return (
                    <li key={id}>
                      <ViewName name={name} isCurrent={isCurrent} onApply={() => apply(query)} />
                      {!isCurrent && (
                        <IconButton
                          icon={RefreshCw}
                          size={15}
                          label={savedViewTexts.replace(name)}
                          hasTip
                          disabled={attempt.isBusy}
                          onClick={() => void replace(view)}
                        />
                      )}
                      <IconButton icon={Trash2} size={15} label={savedViewTexts.remove(name)} hasTip onClick={() => onRemove(view)} />
                    </li>
                  );
                })}
              </ul>
            </>
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

const ViewName = ({ name, isCurrent, onApply }: { name: string; isCurrent: boolean; onApply: () => void }) => (
  <PlainButton className="views-name" aria-current={isCurrent || undefined} aria-label={savedViewTexts.apply(name)} onClick={onApply}>
    <span className="clip" title={name}>
      {name}
    </span>
    {isCurrent && <Check size={16} role="img" aria-label={savedViewTexts.current} />}
  </PlainButton>
);

const NAME_MAX = 60;

/** Saves the current query under a name. */
export function SaveViewDialog({ screen, onClose }: { screen: ViewScreen; onClose: () => void }) {
  const { client } = useClients();
  const { notices } = useApp();
  const { search } = useLocation();
  const form = useCallForm({ name: '' });
  const save = async ({ name }: { name: string }) => {
    await client.saveView({ screen, name, query: savedQuery(search) });
    notices.show({ title: savedViewTexts.saved, detail: name.trim() });
  };
  return (
    <CallFormDialog form={form} texts={savedViewTexts.saving} onSubmit={save} onClose={onClose}>
      <FormName form={form} name="name" label={savedViewTexts.name} hint={savedViewTexts.nameHint} maxLength={NAME_MAX} />
    </CallFormDialog>
  );
}

export function RemoveViewDialog({ view, onClose }: { view: NamedView; onClose: () => void }) {
  const { client } = useClients();
  const { notices } = useApp();
  const remove = async () => {
    await client.removeSavedView({ viewId: view.id });
    notices.show({ title: savedViewTexts.removed, detail: view.name });
  };
  return (
    <ConfirmDialog texts={savedViewTexts.removal} act={remove} onClose={onClose}>
      <p>{savedViewTexts.removal.body(view.name)}</p>
    </ConfirmDialog>
  );
}
