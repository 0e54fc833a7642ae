import { activityImportEndpoints } from '@bitacora/core/contract/activity-import-endpoints';
import type { EditableTopic } from '@bitacora/core/contract/topic-endpoints';
import type { Account } from '@bitacora/core/contract/user-endpoints';
import { activityImportTexts } from '@bitacora/core/messages/activity-import';
import { FileDown, FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { importWizard as texts } from '../../messages/activity-import.ts';
import { draftTexts } from '../../messages/drafts.ts';
import { Button } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { OfferNote } from '../../ui/offer-note.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Alert } from '../../ui/states.tsx';
import { sentenceOf, useAttempt } from '../../ui/use-attempt.ts';
import { StepFrame } from './step-frame.tsx';
import type { ImportWizard } from './use-import.ts';

export type ImportCompany = Promise<[Account[], EditableTopic[]]>;

/** What the browser's file chooser offers; the server decides. */
export const SHEET_KINDS =
  '.xlsx,.xls,.csv,text/csv,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function FileStep({ wizard }: { wizard: ImportWizard }) {
  const { file, fileProblem, draft, attempt, choose, advance, restart, fetchSample } = wizard;
  const [isMissing, setMissing] = useState(false);
  const sample = useAttempt();
  const saveSample = () => sample.run(async () => saveFile(await fetchSample(), activityImportEndpoints.downloadActivitySample.file.name));
  const isLost = draft !== null && file === null && draft.fileName !== '';
  return (
    <StepFrame wizard={wizard} title={texts.fileTitle} lead={texts.fileLead} onNext={() => (file ? void advance() : setMissing(true))}>
      {draft && (
        <OfferNote title={draftTexts.recovered} text={isLost ? texts.chooseAgain(draft.fileName) : draftTexts.recoveredDetail}>
          <Button onClick={restart}>{draftTexts.restart}</Button>
        </OfferNote>
      )}
      <FileDrop
        icon={FileSpreadsheet}
        label={texts.file}
        accept={SHEET_KINDS}
        rule={file ? texts.change : texts.rule}
        error={fileProblem ?? (isMissing && !file ? activityImportTexts.fileMissing : undefined)}
        onChosen={(chosen) => void choose(chosen)}
        isBusy={attempt.isBusy}
        chosen={file && texts.chosen(file.name)}
      >
        {texts.choose}
      </FileDrop>
      {sample.error !== null && <Alert title={sentenceOf(sample.error, texts.sampleFailed)} />}
      <p className="import-sample">
        <Button tone="quiet" icon={FileDown} isBusy={sample.isBusy} onClick={() => void saveSample()}>
          {texts.sample}
        </Button>
      </p>
    </StepFrame>
  );
}
