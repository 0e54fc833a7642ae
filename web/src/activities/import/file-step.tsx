import type { Account } from '@bitacora/core/contract/person';
import type { EditableTopic } from '@bitacora/core/contract/topic-endpoints';
import { addDays } from '@bitacora/core/domain/calendar';
import { activityImportTexts } from '@bitacora/core/messages/activity-import';
import { FileDown, FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../app.ts';
import { importWizard as texts } from '../../messages/activity-import.ts';
import { draftTexts } from '../../messages/drafts.ts';
import { Button } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { OfferNote } from '../../ui/offer-note.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { csvOf } from './csv-of.ts';
import { StepFrame } from './step-frame.tsx';
import type { ImportWizard } from './use-import.ts';

export type ImportCompany = Promise<[Account[], EditableTopic[]]>;

/** What the browser's file chooser offers; the server decides. */
export const SHEET_KINDS =
  '.xlsx,.xls,.csv,text/csv,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function FileStep({ wizard, company }: { wizard: ImportWizard; company: ImportCompany }) {
  const { file, fileProblem, draft, attempt, choose, advance, restart } = wizard;
  const [isMissing, setMissing] = useState(false);
  const saveSample = useSample(company);
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
      <p>
        <Button tone="quiet" icon={FileDown} onClick={() => void saveSample()}>
          {texts.sample}
        </Button>
      </p>
    </StepFrame>
  );
}

/** A list of three rows with the reader's own name and a topic of the company, so that it can be imported as it is. */
function useSample(company: ImportCompany) {
  const { user, today } = useSession();
  const dayText = (days: number) => addDays(today, days).split('-').reverse().join('/');
  return async () => {
    const topic = await company.then(
      ([, topics]) => topics[0]?.name ?? texts.sampleTopic,
      () => texts.sampleTopic,
    );
    const { description, assignee, status, priority, notes } = activityImportTexts.labels;
    const [first, second, third] = texts.sampleWork;
    const rows = [
      [description, assignee, activityImportTexts.labels.topic, texts.sampleDueOn, status, priority, notes],
      [first, user.name, topic, dayText(7), texts.sampleStates[0], texts.samplePriorities[0], ''],
      [second, user.name, topic, dayText(14), texts.sampleStates[1], texts.samplePriorities[1], texts.sampleNotes],
      [third, user.name, topic, dayText(-7), texts.sampleStates[2], texts.samplePriorities[1], ''],
    ];
    saveFile(csvOf(rows), texts.sampleName);
  };
}
