import { reportEndpoints } from '@bitacora/core/contract/reports/report-endpoints';
import { expedientTexts } from '@bitacora/core/messages/activities/record';
import { workbookTexts } from '@bitacora/core/messages/reports/workbook';
import { FileArchive, FileSpreadsheet } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useDownload } from '../../ui/copy-and-download.ts';
import { LiveMessage } from '../../ui/states.tsx';
import { errorSentence } from '../../ui/use-attempt.ts';
import './list-tools.css';

const forms = {
  workbook: { texts: workbookTexts, icon: FileSpreadsheet, file: reportEndpoints.exportReport.file },
  expedient: { texts: expedientTexts, icon: FileArchive, file: reportEndpoints.createExpedient.file },
} as const;

interface ExportToolProps {
  form?: keyof typeof forms;
  ask: () => Promise<Blob>;
}

/** Downloads all pages of the report as a file, and shows a failure under the button. */
export function ExportTool({ form = 'workbook', ask }: ExportToolProps) {
  const { isBusy, error, download } = useDownload();
  const { texts, icon, file } = forms[form];
  return (
    <div className="export-tool">
      <Button icon={icon} isBusy={isBusy} onClick={() => void download(file.name, ask, texts.generated)}>
        {texts.generate}
      </Button>
      <LiveMessage className="only-read">{isBusy && texts.generating}</LiveMessage>
      {error !== null && (
        <LiveMessage isUrgent className="export-failed">
          {errorSentence(error, texts.failed)}
        </LiveMessage>
      )}
    </div>
  );
}
