import { type ActivityImportReply, activityImportEndpoints } from '@bitacora/core/contract/activities/activity-import-endpoints';
import type { Account } from '@bitacora/core/contract/people/user-endpoints';
import type { EditableTopic } from '@bitacora/core/contract/topics/topic-endpoints';
import { type ColumnRole, columnRoles, type DayOrder } from '@bitacora/core/domain/activities/activity-import';
import { activityImportTexts, sheetsSkipped } from '@bitacora/core/messages/activities/activity-import';
import { FileDown, FileSpreadsheet } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Card } from '../../layout/page.tsx';
import { importWizard as texts } from '../../messages/activity-import-texts.ts';
import { draftTexts } from '../../messages/layout-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Check, Choice } from '../../ui/choice.tsx';
import { useDownload } from '../../ui/copy-and-download.ts';
import { Field } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Select } from '../../ui/select.tsx';
import { Alert } from '../../ui/states.tsx';
import { SentPart, UploadProgress } from '../../ui/upload-progress.tsx';
import { errorSentence } from '../../ui/use-attempt.ts';
import { OfferNote } from '../form/left-draft.tsx';
import { type AlikeLists, alikeLists, columnRole, columnsWith, finishedRows } from './answers.ts';
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
  /** The step has no way forward. */
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
      {attempt.error !== null && <Alert title={errorSentence(attempt.error, failed ?? texts.failed)}>{remedy}</Alert>}
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
        onChosen={(newFile) => void choose(newFile)}
        isBusy={attempt.isBusy}
        fileLabel={file && texts.chosen(file.name)}
      >
        {texts.choose}
      </FileDrop>
      {sample.error !== null && <Alert title={errorSentence(sample.error, texts.sampleFailed)} />}
      <p className="import-sample">
        <Button tone="quiet" icon={FileDown} isBusy={sample.isBusy} onClick={() => void sample.download(name, fetchSample)}>
          {texts.sample}
        </Button>
      </p>
    </StepFrame>
  );
}

/** An empty role leaves the column out. */
const NO_ROLE = '';
const options = [
  { value: NO_ROLE, label: texts.leaveOut },
  ...columnRoles.map((role) => ({ value: role, label: activityImportTexts.labels[role] })),
];
/** Nothing is imported without a column for each of these, or one value for all rows. */
const needed: readonly ColumnRole[] = ['assignee', 'topic', 'dueOn'];
const A = 65;
const LETTERS = 26;
/** 'A' to 'Z', then 'AA': columns as spreadsheets name them. */
const columnLetters = (at: number): string =>
  (at < LETTERS ? '' : columnLetters(Math.floor(at / LETTERS) - 1)) + String.fromCharCode(A + (at % LETTERS));

/** Asks what each column holds, and what the import takes from the file. */
export function ColumnsStep({ wizard }: { wizard: ImportWizard }) {
  const { reading, mapping } = wizard;
  if (!reading) return null;
  const { tables } = reading.reply;
  const lists = alikeLists(tables);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const lacks = (role: ColumnRole) => lists.every(({ columns }) => columns.every((column) => columnRole(mapping.columns, column) !== role));
  const missing = needed.filter(lacks);
  return (
    <StepFrame
      wizard={wizard}
      title={texts.columnsTitle}
      lead={texts.columnsLead(rows, tables.length)}
      more={<SheetOptions wizard={wizard} reply={reading.reply} />}
    >
      {lacks('description') ? (
        <p className="import-warning">{texts.noDescription}</p>
      ) : (
        missing.length > 0 && <p className="import-warning">{texts.missing(missing)}</p>
      )}
      {sheetsSkipped(reading.reply.skipped).map((sentence) => (
        <p key={sentence} className="import-warning">
          {sentence}
        </p>
      ))}
      {lists.map((list) => (
        <ListColumns key={list.sheets.join()} list={list} isOnly={lists.length === 1 && list.sheets.length === 1} wizard={wizard} />
      ))}
    </StepFrame>
  );
}

interface ListColumnsProps {
  list: AlikeLists;
  isOnly: boolean;
  wizard: ImportWizard;
}

function ListColumns({ list, isOnly, wizard: { mapping, change } }: ListColumnsProps) {
  const { sheets, rows, headingRow, columns } = list;
  return (
    <section className="import-list">
      <h3>
        {isOnly ? texts.onlyList : texts.list(sheets)} <span className="muted">{texts.rowsUnder(rows, headingRow)}</span>
      </h3>
      <div className="import-columns">
        {columns.map((column) => {
          const role = columnRole(mapping.columns, column);
          const samples = column.samples.join(' · ') || texts.noSamples;
          const isBare = column.heading === '';
          return (
            <div key={column.at} className="import-column" data-skipped={role === null || undefined}>
              <Field
                label={isBare ? texts.noHeading(columnLetters(column.at)) : column.heading}
                hint={isBare ? `${samples}. ${texts.noHeadingHint}` : <span className="import-samples">{samples}</span>}
                beside={role !== null && column.from === 'values' && <span className="import-aside">{texts.byValues}</span>}
              >
                {(tie) => (
                  <Select
                    tie={tie}
                    value={role ?? NO_ROLE}
                    options={options}
                    placeholder={texts.leaveOut}
                    disabled={isBare}
                    onChange={(value) =>
                      change({ columns: columnsWith(list, mapping.columns, column.heading, (value || null) as ColumnRole | null) })
                    }
                  />
                )}
              </Field>
            </div>
          );
        })}
      </div>
    </section>
  );
}

/** Asks what the columns do not say: sheets, finished work and the order of dates. */
function SheetOptions({ wizard: { mapping, change }, reply }: { wizard: ImportWizard; reply: ActivityImportReply }) {
  const sheets = [...new Set([...reply.tables.map(({ sheet }) => sheet), ...mapping.withoutSheets])].filter((sheet) => sheet !== '');
  const finished = finishedRows(reply);
  const isAskingFinished = mapping.takesFinished || finished !== 0;
  const isAskingOrder = reply.isOrderDoubtful || mapping.dayOrder !== null;
  if (sheets.length < 2 && !isAskingFinished && !isAskingOrder) return null;
  const bring = (sheet: string, isBrought: boolean) => {
    const others = mapping.withoutSheets.filter((other) => other !== sheet);
    change({ withoutSheets: isBrought ? others : [...others, sheet] });
  };
  return (
    <section className="card import-what">
      <h3>{texts.whatTitle}</h3>
      {sheets.length > 1 &&
        sheets.map((sheet) => (
          <Check
            key={sheet}
            label={texts.sheet(sheet)}
            isTicked={!mapping.withoutSheets.includes(sheet)}
            onChange={(isTicked) => bring(sheet, isTicked)}
          />
        ))}
      {isAskingFinished && (
        <Check
          label={texts.finished(finished || null)}
          hint={texts.finishedHint}
          isTicked={mapping.takesFinished}
          onChange={(takesFinished) => change({ takesFinished })}
        />
      )}
      {isAskingOrder && (
        <Choice
          legend={texts.dayOrder}
          name="dayOrder"
          value={mapping.dayOrder ?? 'dmy'}
          options={(['dmy', 'mdy'] as const).map((value) => ({ value, label: texts.dayOrders[value] }))}
          onChange={(dayOrder) => change({ dayOrder: dayOrder as DayOrder })}
        />
      )}
    </section>
  );
}
