import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { savedViewTexts } from '../messages/saved-view-texts.ts';
import { Button } from '../ui/button.tsx';
import { later } from '../ui/later.tsx';
import { Popover } from '../ui/popover.tsx';
import { Skeleton } from '../ui/states.tsx';
import type { NamedView, ViewScreen } from './views-panel.tsx';
import './views.css';

const load = () => import('./views-panel.tsx');
const ViewsPanel = later(async () => (await load()).ViewsPanel, <Skeleton />);
const SaveViewDialog = later(async () => (await load()).SaveViewDialog);
const RemoveViewDialog = later(async () => (await load()).RemoveViewDialog);

/** The person's saved views of a screen: apply, save, replace, delete. */
export function ViewsTool({ screen }: { screen: ViewScreen }) {
  const [isSaving, setSaving] = useState(false);
  const [removing, setRemoving] = useState<NamedView | null>(null);
  return (
    <>
      <Popover
        label={savedViewTexts.title}
        button={(trigger) => (
          <Button icon={Bookmark} {...trigger}>
            {savedViewTexts.tool}
          </Button>
        )}
      >
        {(close) => (
          <div className="views">
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
          </div>
        )}
      </Popover>
      {isSaving && <SaveViewDialog screen={screen} onClose={() => setSaving(false)} />}
      {removing && <RemoveViewDialog view={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}
