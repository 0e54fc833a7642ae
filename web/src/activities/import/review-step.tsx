import { type ActivityImportReply, activityImportEndpoints } from '@bitacora/core/contract/activities/activity-import-endpoints';
import { importStates, type SheetSkipReason, type SkipReason } from '@bitacora/core/domain/activities/activity-import';
import { rowsQuery } from '@bitacora/core/domain/reports/list-address';
import { leftOutSentence, sheetsSkipped } from '@bitacora/core/messages/activities/activity-import';
import { writtenDay } from '@bitacora/core/messages/dates';
import { createColumnHelper } from '@tanstack/react-table';
import { FileDown, FileSpreadsheet } from 'lucide-react';
import { paths } from '../../app/paths.ts';
import { Card, FigureCard } from '../../layout/page.tsx';
import { importWizard as texts } from '../../messages/activity-import-texts.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { saveFile, useDownload } from '../../ui/copy-and-download.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Alert } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Clipped, type Columns, type Features } from '../../ui/table-model.tsx';
import { errorSentence } from '../../ui/use-attempt.ts';
import { countNotified, isSkippedCut } from './answers.ts';
import { SHEET_KINDS, StepFrame } from './file-steps.tsx';
import type { ImportWizard } from './use-import.ts';

const byPlace = [{ id: 'row', desc: false }];
const byCount = [{ id: 'activities', desc: true }];

/** Rows have no number of their own, because a row may be wrong twice and one cell may name several people. */
const numbered = <Row,>(rows: readonly Row[]) => rows.map((row, index) => ({ ...row, index }));

/** A spreadsheet runs such a text as a formula, also after blanks, because some programs skip them (docs/product.md, 4). */
const FORMULA = /^\s*[=+\-@\p{Cc}]/u;

function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A file that Excel opens; it begins with the byte order mark, because Excel reads UTF-8 only with it. */
const csvFile = (rows: readonly (readonly (string | number)[])[]): Blob =>
  new Blob(['\u{feff}', ...rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`)], { type: 'text/csv;charset=utf-8' });

/** What would be imported, and what is in the way. */
export function ReviewStep({ wizard }: { wizard: ImportWizard }) {
  const { plan, result, review } = wizard;
  const reply = plan ?? result;
  if (!reply) return null;
  const { added, unchanged, wrongTotal, people, newTopics } = reply;
  const skipped = skippedParts(reply);
  return (
    <StepFrame
      wizard={wizard}
      title={texts.reviewTitle}
      lead={texts.reviewLead}
      nextLabel={wizard.attempt.isBusy ? texts.importing : texts.submit(added)}
      failed={texts.importFailed}
      isEnd={wrongTotal > 0}
      remedy={<Button onClick={() => void review()}>{texts.reviewAgain}</Button>}
      below={
        <>
          {wrongTotal > 0 && <WrongRows reply={reply} wizard={wizard} />}
          {reply.rows.length > 0 && <PlanRows reply={reply} />}
          {people.length > 0 && (
            <Card title={texts.peopleTitle}>
              <Table
                label={texts.peopleTitle}
                columns={loadColumns}
                rows={people}
                rowId={({ personId }) => personId}
                sorting={byCount}
                isFlush
                empty={null}
                noMatch={() => null}
              />
            </Card>
          )}
        </>
      }
    >
      <div className="import-figures">
        <FigureCard figure={added} label={texts.toAdd} hint={texts.toAddHint} />
        <FigureCard figure={unchanged} label={texts.unchanged} hint={texts.unchangedHint} />
        <FigureCard figure={wrongTotal} label={texts.wrong} hint={texts.wrongHint} tone={wrongTotal > 0 ? 'late' : undefined} />
        <FigureCard figure={people.length} label={texts.people} hint={texts.peopleHint(countNotified(reply))} />
      </div>
      {reply.leftOut.length > 0 && <p>{leftOutSentence(reply.leftOut)}</p>}
      {newTopics.length > 0 && <p>{texts.newTopics(newTopics)}</p>}
      {skipped.length > 0 && <p className="muted">{texts.skippedTitle(skipped)}</p>}
      {sheetsSkipped(reply.skipped).map((sentence) => (
        <p key={sentence} className="muted">
          {sentence}
        </p>
      ))}
    </StepFrame>
  );
}

const reasons: readonly Exclude<SkipReason, SheetSkipReason | 'omitted'>[] = [
  'finished',
  'leftOut',
  'example',
  'total',
  'section',
  'heading',
];
const skippedParts = (reply: ActivityImportReply): string[] =>
  reasons.flatMap((reason) => {
    const count = reply.skipped.filter((row) => row.reason === reason).length;
    return count > 0 ? texts.skipped(reason, count, isSkippedCut(reply)) : [];
  });

function WrongRows({ reply: { wrong }, wizard }: { reply: ActivityImportReply; wizard: ImportWizard }) {
  const { sheetColumn, row, column, value, reason } = texts;
  const save = () =>
    saveFile(
      csvFile([
        [sheetColumn, row, column, value, reason],
        ...wrong.map((each) => [each.sheet, each.row, each.column, each.value, each.error]),
      ]),
      texts.wrongName,
    );
  return (
    <Card
      title={texts.wrongTitle}
      lead={texts.wrongLead}
      action={
        <Button icon={FileDown} onClick={save}>
          {texts.downloadWrong}
        </Button>
      }
    >
      <Table
        label={texts.wrongTitle}
        columns={wrongColumns(new Set(wrong.map(({ sheet }) => sheet)).size > 1)}
        rows={numbered(wrong)}
        rowId={({ index }) => index}
        sorting={byPlace}
        search={texts.wrongSearch}
        isFlush
        empty={null}
        noMatch={texts.noWrongMatch}
      />
      <FileDrop
        icon={FileSpreadsheet}
        label={texts.again}
        accept={SHEET_KINDS}
        rule={texts.rule}
        error={wizard.fileProblem ?? undefined}
        onChosen={(newFile) => void wizard.replace(newFile)}
        isBusy={wizard.attempt.isBusy}
        fileLabel={null}
      >
        {texts.again}
      </FileDrop>
    </Card>
  );
}

/** Shows the rows of the whole file, as far as the server sends them; the open work first. */
function PlanRows({ reply: { rows, added, unchanged } }: { reply: ActivityImportReply }) {
  const inOrder = [...rows].sort((a, b) => importStates.indexOf(a.state) - importStates.indexOf(b.state));
  return (
    <Card title={texts.planTitle} lead={texts.planLead(rows.length, added + unchanged)}>
      <Table
        label={texts.planTitle}
        columns={planColumns}
        rows={numbered(inOrder)}
        rowId={({ index }) => index}
        search={texts.planSearch}
        isFlush
        empty={null}
        noMatch={texts.noPlanMatch}
      />
    </Card>
  );
}

type NumberedRow<Row> = Row & { index: number };
type InvalidRow = NumberedRow<ActivityImportReply['wrong'][number]>;
type PlanRow = NumberedRow<ActivityImportReply['rows'][number]>;
type PersonLoadRow = ActivityImportReply['people'][number];

const wrong = createColumnHelper<Features, InvalidRow>();
const plan = createColumnHelper<Features, PlanRow>();
const person = createColumnHelper<Features, PersonLoadRow>();

/** The invalid cells, by their place in the file. */
const wrongColumns = (hasSheets: boolean): Columns<InvalidRow> => [
  ...(hasSheets ? [wrong.accessor('sheet', { header: texts.sheetColumn, meta: { width: 140, isSearched: true } })] : []),
  wrong.accessor('row', { header: texts.row, meta: { width: 72, onCard: 'head', isTabular: true, isSearched: true } }),
  wrong.accessor('column', { header: texts.column, meta: { width: 180, isSearched: true } }),
  wrong.accessor('value', {
    header: texts.value,
    meta: { width: 200, isSearched: true },
    cell: ({ getValue }) => (getValue() ? <Clipped text={getValue()} /> : <em className="muted">{texts.blank}</em>),
  }),
  wrong.accessor('error', {
    header: texts.reason,
    meta: { isSearched: true, onCard: 'lead' },
    cell: ({ getValue }) => <span className="late">{getValue()}</span>,
  }),
];

const { planColumns: titles } = texts;

/** What rows would become. */
const planColumns: Columns<PlanRow> = [
  plan.accessor('row', { header: texts.row, meta: { width: 72, onCard: 'head', isTabular: true } }),
  plan.accessor('description', {
    header: titles.description,
    meta: { isSearched: true, onCard: 'lead' },
    cell: ({ getValue }) => <Clipped text={getValue()} />,
  }),
  plan.accessor('assignee', { header: titles.assignee, meta: { width: 190, isSearched: true } }),
  plan.accessor('topic', { header: titles.topic, meta: { width: 160, isSearched: true } }),
  plan.accessor('dueOn', {
    header: titles.dueOn,
    meta: { width: 128, isTabular: true },
    cell: ({ getValue }) => writtenDay(getValue()),
  }),
  plan.accessor(({ isNew, state }) => (isNew ? texts.states[state] : texts.isKnown), {
    id: 'state',
    header: titles.state,
    meta: { width: 120 },
  }),
];

const loadColumns: Columns<PersonLoadRow> = [
  person.accessor('name', { header: titles.assignee, meta: { onCard: 'head' } }),
  person.accessor('activities', { header: texts.activities, meta: { width: 128, isTabular: true } }),
];

/** An address with more values would be too long for some servers. */
const VALUES_MAX = 100;

/** What was imported, where it is, and the file with its folios. */
export function DoneStep({ wizard: { result, restart, fetchFolios } }: { wizard: ImportWizard }) {
  const { isBusy, error, download } = useDownload();
  if (!result) return null;
  const { name } = activityImportEndpoints.importActivities.file;
  return (
    <Card title={texts.doneTitle(result.added)}>
      <p>{texts.doneLead(countNotified(result), result.unchanged)}</p>
      {result.leftOut.length > 0 && <p>{leftOutSentence(result.leftOut)}</p>}
      <p className="muted">{texts.sameAgain}</p>
      {error !== null && <Alert title={errorSentence(error, texts.foliosFailed)} />}
      <div className="import-ways">
        <ListLink of={result} />
        <Button icon={FileDown} isBusy={isBusy} onClick={() => void download(name, fetchFolios)}>
          {texts.folios}
        </Button>
        <Button tone="quiet" onClick={restart}>
          {texts.another}
        </Button>
      </div>
    </Card>
  );
}

/** Links to the imported work by its topics, or by its assignees where the server named only the first rows. */
function ListLink({ of: { rows, people, added, unchanged } }: { of: ActivityImportReply }) {
  const isFinished = rows.length > 0 && rows.every(({ state }) => state === 'finished');
  const names = [...new Set(rows.map(({ topic }) => topic))];
  const hasAll = rows.length >= added + unchanged;
  const topics = hasAll && names.length <= VALUES_MAX ? names : [];
  const assignees = topics.length === 0 && people.length <= VALUES_MAX ? people.map(({ personId }) => personId) : [];
  const report = isFinished ? paths.finishedReport : paths.pendingReport;
  return (
    <ButtonLink tone="accent" to={`${report}${rowsQuery({ topics, assignees })}`}>
      {topics.length === 1 ? texts.seeTopic(topics[0] as string) : texts.see}
    </ButtonLink>
  );
}
