import { exportEndpoints } from '@bitacora/core/contract/export-endpoints';
import { exportTexts as texts } from '@bitacora/core/messages/exports';
import { Download } from 'lucide-react';
import { useApp } from '../app.ts';
import { Button } from './button.tsx';
import { saveFile } from './save-file.ts';
import { Alert, LiveMessage } from './states.tsx';
import { sentenceOf, useAttempt } from './use-attempt.ts';

/** Downloads an archive of what is stored. It may take minutes, so it says that it is at work. */
export function ExportButton({ call, label }: { call: keyof typeof exportEndpoints; label: string }) {
  const { notices, exports } = useApp();
  const attempt = useAttempt();
  const { name } = exportEndpoints[call].file;
  const download = async () => {
    const isDone = await attempt.run(async () => saveFile(await (await exports())[call](), name));
    if (isDone) notices.show({ title: texts.done, detail: name });
  };
  return (
    <div>
      <Button icon={Download} isBusy={attempt.isBusy} onClick={() => void download()}>
        {label}
      </Button>
      <LiveMessage className="muted">{attempt.isBusy && texts.preparing}</LiveMessage>
      {attempt.error !== null && <Alert title={sentenceOf(attempt.error, texts.failed)} />}
    </div>
  );
}
