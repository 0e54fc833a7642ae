import { reportEndpoints } from '@bitacora/core/contract/report-endpoints';
import { workbookTexts } from '@bitacora/core/messages/workbook';
import { FileSpreadsheet } from 'lucide-react';
import { useApp } from '../app.ts';
import { Button } from '../ui/button.tsx';
import { saveFile } from '../ui/save-file.ts';
import { LiveMessage } from '../ui/states.tsx';
import { sentenceOf, useAttempt } from '../ui/use-attempt.ts';
import './reports.css';

/** Downloads all pages of the report as a workbook, and shows a failure under the button. */
export function ExportTool({ ask }: { ask: () => Promise<Blob> }) {
  const { notices } = useApp();
  const { name } = reportEndpoints.exportReport.file;
  const attempt = useAttempt();
  const generate = async () => {
    const isDone = await attempt.run(async () => saveFile(await ask(), name));
    if (isDone) notices.show({ title: workbookTexts.generated, detail: name });
  };
  return (
    <div className="export-tool">
      <Button icon={FileSpreadsheet} isBusy={attempt.isBusy} onClick={() => void generate()}>
        {workbookTexts.generate}
      </Button>
      <LiveMessage className="only-read">{attempt.isBusy && workbookTexts.generating}</LiveMessage>
      {attempt.error !== null && (
        <LiveMessage isUrgent className="export-failed">
          {sentenceOf(attempt.error, workbookTexts.failed)}
        </LiveMessage>
      )}
    </div>
  );
}
