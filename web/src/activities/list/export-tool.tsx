import { reportEndpoints } from '@bitacora/core/contract/reports/report-endpoints';
import { workbookTexts } from '@bitacora/core/messages/reports/workbook';
import { FileSpreadsheet } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useDownload } from '../../ui/copy-and-download.ts';
import { LiveMessage } from '../../ui/states.tsx';
import { errorSentence } from '../../ui/use-attempt.ts';
import './list-tools.css';

/** Downloads all pages of the report as a workbook, and shows a failure under the button. */
export function ExportTool({ ask }: { ask: () => Promise<Blob> }) {
  const { isBusy, error, download } = useDownload();
  const { name } = reportEndpoints.exportReport.file;
  return (
    <div className="export-tool">
      <Button icon={FileSpreadsheet} isBusy={isBusy} onClick={() => void download(name, ask, workbookTexts.generated)}>
        {workbookTexts.generate}
      </Button>
      <LiveMessage className="only-read">{isBusy && workbookTexts.generating}</LiveMessage>
      {error !== null && (
        <LiveMessage isUrgent className="export-failed">
          {errorSentence(error, workbookTexts.failed)}
        </LiveMessage>
      )}
    </div>
  );
}
