import { activityImportEndpoints } from '@bitacora/core/contract/activity-import-endpoints';
import type { EditableTopic } from '@bitacora/core/contract/topic-endpoints';
import type { Account } from '@bitacora/core/contract/user-endpoints';
import { activityImportTexts } from '@bitacora/core/messages/activity-import';
import { FileDown, FileSpreadsheet } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Card } from '../../layout/page.tsx';
import { importWizard as texts } from '../../messages/activity-import.ts';
import { draftTexts } from '../../messages/layout.ts';
import { Button } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { OfferNote } from '../../ui/offer-note.tsx';
import { useDownload } from '../../ui/save-file.ts';
import { Alert } from '../../ui/states.tsx';
import { SentPart, UploadProgress } from '../../ui/upload-progress.tsx';
import { sentenceOf } from '../../ui/use-attempt.ts';
import { type ImportWizard, importSteps } from './use-import.ts';

interface StepFrameProps {
  wizard: ImportWizard;
  title: string;
  lead?: string;
  nextLabel?: string;
  /** In place of the wizard's next step; false keeps the step. */
  onNext?: () => void;
  /** What to do about an error besides trying again. */
  remedy?: ReactNode;
  /** The sentence where the server gives none. */
  failed?: string;
  /** Where the step cannot be left forward. */
  isEnd?: boolean;
  /** Beside the way forward. */
  note?: ReactNode;
  /** Below the first card. */
  more?: ReactNode;
  /** Below the way forward, because it is long and only to be read. */
  below?: ReactNode;
  children: ReactNode;
}

/** The heading of a step, its contents, and the way back and forward. */
export function StepFrame({
  wizard,
  title,
  lead,
  nextLabel,
  onNext,
  remedy,
  failed,
  isEnd = false,
  note,
  more,
  below,
  children,
}: StepFrameProps) {
  const { step, attempt, advance, goTo } = wizard;
  const before = importSteps[importSteps.indexOf(step) - 1];
  return (
    <>
      <SentPart isSending={attempt.isBusy} className="import-parts">
        <Card title={title} {...(lead ? { lead } : {})}>
          {children}
        </Card>
        {more}
      </SentPart>
      {attempt.isBusy && <UploadProgress />}
      {attempt.error !== null && <Alert title={sentenceOf(attempt.error, failed ?? texts.failed)}>{remedy}</Alert>}
      <div className="import-ways">
        {before && (
          <Button onClick={() => goTo(before)} disabled={attempt.isBusy}>
            {texts.previous}
          </Button>
        )}
        {!isEnd && (
          <Button tone="accent" isBusy={attempt.isBusy} onClick={() => (onNext ? onNext() : void advance())}>
            {nextLabel ?? texts.next}
          </Button>
        )}
        {note}
      </div>
      {below}
    </>
  );
}

export type ImportCompany = Promise<[Account[], EditableTopic[]]>;

/** What the browser's file chooser offers; the server decides. */
export const SHEET_KINDS =
  '.xlsx,.xls,.csv,text/csv,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function FileStep({ wizard }: { wizard: ImportWizard }) {
  const { file, fileProblem, draft, attempt, choose, advance, restart, fetchSample } = wizard;
  const [isMissing, setMissing] = useState(false);
  const sample = useDownload();
  const { name } = activityImportEndpoints.downloadActivitySample.file;
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
        <Button tone="quiet" icon={FileDown} isBusy={sample.isBusy} onClick={() => void sample.download(name, fetchSample)}>
          {texts.sample}
        </Button>
      </p>
    </StepFrame>
  );
}
