import { importDialog } from '@bitacora/core/messages/import-dialog';
import { FileUp } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../ui/button.tsx';

const ImportDialog = lazy(() => import('./import-dialog.tsx'));

/** The button of the bulk upload, and its dialog. */
export function ImportTool() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={FileUp} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {importDialog.open}
      </Button>
      {isOpen && (
        <Suspense>
          <ImportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
