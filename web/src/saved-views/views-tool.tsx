import { frame } from '@bitacora/core/messages/layout';
import { Bookmark } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { savedViewTexts } from '../messages/saved-views.ts';
import { Popover } from '../ui/popover.tsx';
import { Skeleton } from '../ui/states.tsx';
import type { SavedView, ViewScreen } from './saved-view.ts';
import './views.css';

const ViewsPanel = lazy(() => import('./views-panel.tsx'));
const SaveViewDialog = lazy(() => import('./save-view-dialog.tsx'));
const RemoveViewDialog = lazy(() => import('./remove-view-dialog.tsx'));

/** The person's saved views of a screen: apply, save, replace, delete. */
export function ViewsTool({ screen }: { screen: ViewScreen }) {
  const [isSaving, setSaving] = useState(false);
  const [removing, setRemoving] = useState<SavedView | null>(null);
  return (
    <>
      <Popover
        label={savedViewTexts.title}
        button={(trigger) => (
          <button type="button" className="button button-plain" {...trigger}>
            <Bookmark size={18} aria-hidden="true" />
            {savedViewTexts.tool}
          </button>
        )}
      >
        {(close) => (
          <div className="views">
            <Suspense fallback={<Skeleton label={frame.loading} />}>
              <ViewsPanel
                screen={screen}
                close={close}
                onSave={() => {
                  close();
                  setSaving(true);
                }}
                onRemove={(view) => {
                  close();
                  setRemoving(view);
                }}
              />
            </Suspense>
          </div>
        )}
      </Popover>
      <Suspense>
        {isSaving && <SaveViewDialog screen={screen} onClose={() => setSaving(false)} />}
        {removing && <RemoveViewDialog view={removing} onClose={() => setRemoving(null)} />}
      </Suspense>
    </>
  );
}
