import { exportEndpoints } from '@bitacora/core/contract/admin/export-endpoints';
import { exportTexts as texts } from '@bitacora/core/messages/admin/exports';
import { Download } from 'lucide-react';
import { useClients } from '../app/clients.ts';
import { Button } from './button.tsx';
import { useDownload } from './copy-and-download.ts';
import { Alert, LiveMessage } from './states.tsx';
import { errorSentence } from './use-attempt.ts';

/** Downloads an archive of what is stored. It may take minutes, so it says that it is at work. */
export function ExportButton({ call, label }: { call: keyof typeof exportEndpoints; label: string }) {
  const { client } = useClients();
  const { isBusy, error, download } = useDownload();
  const { name } = exportEndpoints[call].file;
  return (
    <div>
      <Button icon={Download} isBusy={isBusy} onClick={() => void download(name, client[call], texts.done)}>
        {label}
      </Button>
      <LiveMessage className="muted">{isBusy && texts.preparing}</LiveMessage>
      {error !== null && <Alert title={errorSentence(error, texts.failed)} />}
    </div>
  );
}
