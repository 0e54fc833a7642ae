import { type ActivityImportReply, activityImportEndpoints } from '@bitacora/core/contract/activities/activity-import-endpoints';
import type { Account } from '@bitacora/core/contract/people/user-endpoints';
import type { EditableTopic } from '@bitacora/core/contract/topics/topic-endpoints';
import { type ColumnRole, columnRoles, type DayOrder, LEFT_OUT } from '@bitacora/core/domain/activities/activity-import';
import { sheetKey } from '@bitacora/core/domain/text';
import { activityImportTexts, cutSentences, leftOutSentence } from '@bitacora/core/messages/activities/activity-import';
import { importDialog } from '@bitacora/core/messages/people/import-dialog';
import { validation } from '@bitacora/core/messages/validation';
import { Circle, CircleCheck, FileDown, FileSpreadsheet } from 'lucide-react';
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
import type { SelectOption } from '../../ui/select-list.tsx';
import { Alert } from '../../ui/states.tsx';
import { SentPart, UploadProgress } from '../../ui/upload-progress.tsx';
import { errorSentence } from '../../ui/use-attempt.ts';
import { OfferNote } from '../form/left-draft.tsx';
import {
  type AlikeLists,
  alikeLists,
  columnRole,
  columnsWith,
  type DoubtfulText,
  doubtfulColumns,
  hasProposal,
  isSuggestion,
  leftOutRows,
  unanswered,
  withAnswer,
  withSuggestions,
} from './answers.ts';
import { type ImportWizard, importSteps } from './use-import.ts';

interface StepFrameProps {
  wizard: ImportWizard;
  title: string;
  lead: string;
  nextLabel?: string;
  /** In place of the wizard's next step; false keeps the step. */
  onNext?: () => void;
  /** What to do about an error besides trying again. */
  remedy?: ReactNode;
  /** The sentence where the server gives none. */
  failed?: string;
  /** Beside the way forward. */
  note?: ReactNode;
  /** Below the first card. */
  more?: ReactNode;
  /** Below the way forward, because it is long and only to be read. */
  below?: ReactNode;
  children: ReactNode;
}

/** The heading of a step, its contents, and the way back and forward. */
export function StepFrame({ wizard, title, lead, nextLabel, onNext, remedy, failed, note, more, below, children }: StepFrameProps) {
  const { step, attempt, advance, goTo } = wizard;
  const before = importSteps[importSteps.indexOf(step) - 1];
  return (
    <>
      <SentPart isSending={attempt.isBusy} className="import-parts">
        <Card title={title} lead={lead}>
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
        <Button tone="accent" isBusy={attempt.isBusy} onClick={() => (onNext ? onNext() : void advance())}>
          {nextLabel ?? texts.next}
        </Button>
        {note}
      </div>
      {below}
    </>
  );
}

/** Says what of the file does not come. */
export const LeftOut = ({ of: { leftOut, cut } }: { of: ActivityImportReply }) =>
  [...(leftOut.length > 0 ? [leftOutSentence(leftOut)] : []), ...cutSentences(cut)].map((sentence) => (
    <p key={sentence} className="import-warning">
      {sentence}
    </p>
  ));

const FIRST_OPEN = '.import-body :is([data-wrong] :is([role="combobox"], input), [name="dayOrder"])';

/** The way forward where questions may be open: while some are, they are marked, and the first gets the focus. */
export function useOpenQuestions({ advance }: ImportWizard) {
  const [isChecked, setChecked] = useState(false);
  const waysOn = (open: number) => ({
    note: open > 0 && <p className={isChecked ? 'import-note late' : 'import-note muted'}>{texts.unanswered(open)}</p>,
    onNext: () => {
      if (open === 0) return void advance();
      setChecked(true);
      // Waits a frame, because the errors are drawn in it.
      requestAnimationFrame(() => document.querySelector<HTMLElement>(FIRST_OPEN)?.focus());
    },
  });
  return { isChecked, waysOn };
}

const YesButton = ({ isYes, ...rest }: { isYes: boolean; onClick: () => void; children: string }) => (
  <Button className="import-proposal" icon={isYes ? CircleCheck : Circle} aria-pressed={isYes} {...rest} />
);

/** Confirms every proposal on screen. */
export function ConfirmAll({ questions, wizard: { mapping, change } }: { questions: readonly DoubtfulText[]; wizard: ImportWizard }) {
  const proposals = questions.filter((question) => hasProposal(question) && question.suggestion[0] !== 'new');
  const open = unanswered(proposals, mapping);
  if (proposals.length < 2) return null;
  return (
    <YesButton isYes={open.length === 0} onClick={() => change(withSuggestions(mapping, open))}>
      {texts.confirmAll(open.length)}
    </YesButton>
  );
}

interface ProposalProps {
  question: DoubtfulText;
  options: readonly SelectOption[];
  wizard: ImportWizard;
}

/** Says yes to what is proposed, and takes the yes back. */
export function Proposal({ question, options, wizard: { mapping, change } }: ProposalProps) {
  if (!hasProposal(question)) return null;
  const { suggestion } = question;
  const isYes = isSuggestion(mapping, question);
  const names = suggestion.flatMap((value) => options.find((option) => option.value === value)?.label ?? []);
  const isAct = suggestion[0] === 'new' || suggestion[0] === LEFT_OUT;
  return (
    <YesButton isYes={isYes} onClick={() => change(withAnswer(mapping, question, isYes ? [] : suggestion))}>
      {texts.confirm(texts.personSummary(names), isAct)}
    </YesButton>
  );
}

export type ImportCompany = Promise<[Account[], EditableTopic[]]>;

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
        label={importDialog.file}
        rule={file ? importDialog.change : texts.rule}
        error={fileProblem ?? (isMissing && !file ? validation.fileMissing : undefined)}
        onChosen={(newFile) => void choose(newFile)}
        isBusy={attempt.isBusy}
        fileLabel={file && importDialog.chosen(file.name)}
      >
        {importDialog.choose}
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

/** Asks what each column holds, and what the import takes from the file. */
export function ColumnsStep({ wizard }: { wizard: ImportWizard }) {
  const { reading, mapping } = wizard;
  const { isChecked, waysOn } = useOpenQuestions(wizard);
  if (!reading) return null;
  const { tables, isOrderDoubtful } = reading.reply;
  const questions = doubtfulColumns(reading.reply);
  const open = unanswered(questions, mapping).length + Number(isOrderDoubtful && !mapping.dayOrder);
  const lists = alikeLists(tables);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const lacks = (role: ColumnRole) => lists.every(({ columns }) => columns.every((column) => columnRole(mapping.columns, column) !== role));
  const missing = needed.filter(lacks);
  return (
    <StepFrame
      wizard={wizard}
      title={texts.columnsTitle}
      lead={texts.columnsLead(rows, tables.length)}
      {...waysOn(open)}
      more={
        <>
          <SheetOptions wizard={wizard} reply={reading.reply} />
          <LeftOut of={reading.reply} />
        </>
      }
    >
      {lacks('description') ? (
        <p className="import-warning">{texts.noDescription}</p>
      ) : (
        missing.length > 0 && <p className="import-warning">{texts.missing(missing)}</p>
      )}
      <ConfirmAll questions={questions} wizard={wizard} />
      {lists.map((list) => (
        <ListColumns
          key={list.sheets.join()}
          list={list}
          isOnly={lists.length === 1 && list.sheets.length === 1}
          questions={questions}
          wizard={wizard}
          isChecked={isChecked}
        />
      ))}
    </StepFrame>
  );
}

interface ListColumnsProps {
  list: AlikeLists;
  isOnly: boolean;
  questions: readonly DoubtfulText[];
  wizard: ImportWizard;
  isChecked: boolean;
}

function ListColumns({ list, isOnly, questions, wizard, isChecked }: ListColumnsProps) {
  const { mapping, change } = wizard;
  const { sheets, rows, headingRow, columns } = list;
  return (
    <section className="import-list">
      <h3>{isOnly ? texts.onlyList : texts.list(sheets)}</h3>
      <p className="muted">{texts.rowsUnder(rows, headingRow)}</p>
      <div className="import-columns">
        {columns.map((column) => {
          const role = columnRole(mapping.columns, column);
          const samples = column.samples.join(' · ') || texts.noSamples;
          const question = questions.find(({ key }) => key === sheetKey(column.heading));
          const proof = question?.suggestion[0] === 'dueOn' && question.options.length > 1 ? texts.byLaterDay : texts.byValues;
          return (
            <div key={column.at} className="import-column" data-skipped={role === null || undefined}>
              <Field
                label={column.heading}
                hint={<span className="import-samples">{samples}</span>}
                error={isChecked && question && unanswered([question], mapping).length > 0 ? texts.confirmColumn : undefined}
                beside={(question || (role !== null && column.from === 'values')) && <span className="import-aside">{proof}</span>}
              >
                {(tie) => (
                  <>
                    <Select
                      tie={tie}
                      value={role ?? NO_ROLE}
                      options={options}
                      placeholder={texts.leaveOut}
                      onChange={(value) =>
                        change({ columns: columnsWith(list, mapping.columns, column.heading, (value || null) as ColumnRole | null) })
                      }
                    />
                    {question && <Proposal question={question} options={options} wizard={wizard} />}
                  </>
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
  const finished = leftOutRows(reply, 'finished');
  const hidden = leftOutRows(reply, 'hiddenRow');
  const isAskingFinished = mapping.takesFinished || finished !== 0;
  const isAskingHidden = mapping.takesHidden || hidden > 0;
  const isAskingOrder = reply.isOrderDoubtful || mapping.dayOrder !== null;
  if (sheets.length < 2 && !isAskingFinished && !isAskingHidden && !isAskingOrder) return null;
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
          label={texts.finished(finished)}
          hint={texts.finishedHint}
          isTicked={mapping.takesFinished}
          onChange={(takesFinished) => change({ takesFinished })}
        />
      )}
      {isAskingHidden && (
        <Check label={texts.hidden(hidden)} isTicked={mapping.takesHidden} onChange={(takesHidden) => change({ takesHidden })} />
      )}
      {isAskingOrder && (
        <Choice
          legend={texts.dayOrder}
          name="dayOrder"
          value={mapping.dayOrder ?? ''}
          options={(['dmy', 'mdy'] as const).map((value) => ({ value, label: texts.dayOrders[value] }))}
          onChange={(dayOrder) => change({ dayOrder: dayOrder as DayOrder })}
        />
      )}
    </section>
  );
}
