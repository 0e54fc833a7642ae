import { type ActivityImportReply, activityImportEndpoints } from '@bitacora/core/contract/activities/activity-import-endpoints';
import { importStates } from '@bitacora/core/domain/activities/activity-import';
import { rowsPath } from '@bitacora/core/domain/reports/list-address';
import { activityImportTexts } from '@bitacora/core/messages/activities/activity-import';
import { writtenDay } from '@bitacora/core/messages/dates';
import { createColumnHelper } from '@tanstack/react-table';
import { FileDown, FileSpreadsheet } from 'lucide-react';
import { type KeyboardEvent, useEffect } from 'react';
import { paths } from '../../app/paths.ts';
import { Card, FigureCard } from '../../layout/page.tsx';
import { importWizard as texts } from '../../messages/activity-import-texts.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { useDownload } from '../../ui/copy-and-download.ts';
import { TextInput } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Alert } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Clipped, type Columns, type Features } from '../../ui/table-model.tsx';
import { errorSentence } from '../../ui/use-attempt.ts';
import { OfferNote } from '../form/left-draft.tsx';
import { countNotified, leftOutRows } from './answers.ts';
import { LeftOut, StepFrame } from './file-steps.tsx';
import type { ImportWizard } from './use-import.ts';

const byPlace = [{ id: 'row', desc: false }];
const byCount = [{ id: 'activities', desc: true }];

/** Rows have no number of their own, because a row may be wrong twice and one cell may name several people. */
const numbered = <Row,>(rows: readonly Row[]) => rows.map((row, id) => ({ ...row, id }));

/** What would be imported, and what is in the way. */
export function ReviewStep({ wizard }: { wizard: ImportWizard }) {
  const { plan, result, review, importGood, isMended, attempt } = wizard;
  const reply = plan ?? result;
  if (!reply) return null;
  const { added, importedRows, wrongRows, people, newTopics } = reply;
  const isWrong = wrongRows > 0;
  return (
    <StepFrame
      wizard={wizard}
      title={texts.reviewTitle}
      lead={texts.reviewLead}
      nextLabel={isWrong ? texts.reviewAgain : attempt.isBusy ? texts.importing : texts.submit(added)}
      {...(isWrong ? { onNext: () => void review() } : {})}
      failed={texts.importFailed}
      remedy={<Button onClick={() => void review()}>{texts.reviewAgain}</Button>}
      note={
        isWrong && (
          <>
            {importedRows > 0 && (
              <Button disabled={isMended} isBusy={attempt.isBusy} onClick={() => void importGood()}>
                {texts.submitGood(importedRows, wrongRows)}
              </Button>
            )}
            {isMended && <p className="import-note">{texts.mended}</p>}
          </>
        )
      }
      below={
        <>
          {isWrong && <WrongRows reply={reply} wizard={wizard} />}
          {reply.rows.length > 0 && <PlanRows reply={reply} />}
          {people.length > 0 && (
            <Card title={texts.peopleTitle} lead={texts.notified(countNotified(reply))}>
              <Table label={texts.peopleTitle} columns={loadColumns} rows={numbered(people)} sorting={byCount} isFlush />
            </Card>
          )}
        </>
      }
    >
      <RowSum of={reply} />
      {newTopics.length > 0 && <p>{texts.newTopics(newTopics)}</p>}
    </StepFrame>
  );
}

/** Shows where each row of the file went: the first figure is the sum of the others. */
function RowSum({ of }: { of: ActivityImportReply }) {
  const left = of.leftOut.reduce((sum, { rows }) => sum + rows, 0);
  return (
    <>
      <div className="import-figures">
        <FigureCard figure={of.rowsRead} label={texts.read} hint={texts.readHint} />
        <FigureCard figure={of.importedRows} label={texts.brought(of.isDryRun)} hint={texts.broughtHint(of.added)} />
        {of.unchanged > 0 && <FigureCard figure={of.unchanged} label={texts.unchanged} hint={texts.unchangedHint} />}
        {of.wrongRows > 0 && <FigureCard figure={of.wrongRows} label={texts.wrong} hint={texts.wrongHint} tone="late" />}
        {left > 0 && <FigureCard figure={left} label={texts.left} hint={texts.leftHint} />}
      </div>
      <LeftOut of={of} />
    </>
  );
}

const cellKey = ({ sheet, row, column }: Omit<MendedCell, 'value'>) => [sheet, row, column].join('\n');

function WrongRows({ reply: { wrong, grants }, wizard }: { reply: ActivityImportReply; wizard: ImportWizard }) {
  const { attempt, mapping, mend } = wizard;
  const download = useDownload();
  const typed = new Map(mapping.cells.map((cell) => [cellKey(cell), cell.value]));
  return (
    <Card
      title={texts.wrongTitle}
      lead={texts.wrongLead}
      action={
        <Button
          icon={FileDown}
          isBusy={download.isBusy}
          onClick={() => void download.download(activityImportTexts.restName, () => wizard.fetchBook(true))}
        >
          {texts.downloadWrong}
        </Button>
      }
    >
      {download.error !== null && <Alert title={errorSentence(download.error, texts.downloadFailed)} />}
      {grants.map((grant) => (
        <OfferNote key={grant.topicId} title={texts.grantTitle(grant.topic)} text={texts.grantText(grant.rows, grant.people)}>
          <Button isBusy={attempt.isBusy} onClick={() => void wizard.giveTopic(grant)}>
            {texts.grant(grant.people.length)}
          </Button>
        </OfferNote>
      ))}
      <Table
        label={texts.wrongTitle}
        columns={wrongColumns(new Set(wrong.map(({ sheet }) => sheet)).size > 1)}
        rows={numbered(wrong).map((each) => ({ ...each, typed: typed.get(cellKey(each)), mend }))}
        sorting={byPlace}
        search={texts.wrongSearch}
        isFlush
        noMatch={texts.noWrongMatch}
      />
      <FileDrop
        icon={FileSpreadsheet}
        label={texts.again}
        rule={texts.rule}
        error={wizard.fileProblem ?? undefined}
        onChosen={(newFile) => void wizard.replace(newFile)}
        isBusy={attempt.isBusy}
        fileLabel={null}
      >
        {texts.again}
      </FileDrop>
    </Card>
  );
}

/** The reply cuts longer values, and a cut text is no text to mend. */
const VALUE_MAX = 200;

/** Mends a cell in place; Enter leads to the one of the next row. */
function ValueCell({ row: { original } }: { row: { original: InvalidRow } }) {
  const { sheet, row, column, value, typed = value, mend } = original;
  if (column === '' || value.length >= VALUE_MAX) return value ? <Clipped text={value} /> : <em className="muted">{texts.blank}</em>;
  const goDown = ({ key, currentTarget }: KeyboardEvent) =>
    key === 'Enter' && currentTarget.closest('tr')?.nextElementSibling?.querySelector('input')?.focus();
  return (
    <TextInput
      key={cellKey(original)}
      aria-label={texts.mend(row, column)}
      defaultValue={typed}
      placeholder={texts.blank}
      onBlur={({ target }) => target.value !== typed && mend({ sheet, row, column, value: target.value })}
      onKeyDown={goDown}
    />
  );
}

/** Shows the rows of the whole file, as far as the server sends them; the open work first. */
function PlanRows({ reply: { rows, activities } }: { reply: ActivityImportReply }) {
  const inOrder = [...rows].sort((a, b) => importStates.indexOf(a.state) - importStates.indexOf(b.state));
  return (
    <Card title={texts.planTitle} lead={texts.planLead(rows.length, activities)}>
      <Table
        label={texts.planTitle}
        columns={planColumns}
        rows={numbered(inOrder)}
        search={texts.planSearch}
        isFlush
        noMatch={texts.noPlanMatch}
      />
    </Card>
  );
}

type NumberedRow<Row> = Row & { id: number };
type MendedCell = Parameters<ImportWizard['mend']>[0];
type InvalidRow = NumberedRow<ActivityImportReply['wrong'][number]> & { typed: string | undefined; mend: ImportWizard['mend'] };
type PlanRow = NumberedRow<ActivityImportReply['rows'][number]>;
type PersonLoadRow = NumberedRow<ActivityImportReply['people'][number]>;

const wrong = createColumnHelper<Features, InvalidRow>();
const plan = createColumnHelper<Features, PlanRow>();
const person = createColumnHelper<Features, PersonLoadRow>();

/** The invalid cells, by their place in the file. */
const wrongColumns = (hasSheets: boolean): Columns<InvalidRow> => [
  ...(hasSheets ? [wrong.accessor('sheet', { header: texts.sheetColumn, meta: { width: 140, isSearched: true } })] : []),
  wrong.accessor('row', { header: texts.row, meta: { width: 72, onCard: 'head', isTabular: true, isSearched: true } }),
  wrong.accessor('column', { header: texts.column, meta: { width: 180, isSearched: true } }),
  wrong.accessor('value', { header: texts.value, meta: { width: 200, isSearched: true }, cell: ValueCell }),
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
  plan.accessor('dueOn', { header: titles.dueOn, meta: { width: 128, isTabular: true }, cell: ({ getValue }) => writtenDay(getValue()) }),
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

/** What was imported, where it is, the file with its folios, and the rows that stayed behind to be mended. */
export function DoneStep({ wizard: { result, restart, fetchBook } }: { wizard: ImportWizard }) {
  const { isBusy, error, download } = useDownload();
  const wrongRows = result ? leftOutRows(result, 'wrong') : 0;
  const saveWrong = () => void download(activityImportTexts.restName, () => fetchBook(true));
  useEffect(() => {
    if (wrongRows > 0) saveWrong();
  }, []);
  if (!result) return null;
  const { name } = activityImportEndpoints.importActivities.file;
  return (
    <Card title={texts.doneTitle(result.added)} lead={texts.notified(countNotified(result))}>
      <RowSum of={result} />
      {wrongRows > 0 && <p className="import-warning">{texts.wrongLeft(wrongRows)}</p>}
      <p className="muted">{texts.sameAgain}</p>
      {error !== null && <Alert title={errorSentence(error, texts.downloadFailed)} />}
      <div className="import-ways">
        <ListLink of={result} />
        {wrongRows > 0 && (
          <Button icon={FileDown} isBusy={isBusy} onClick={saveWrong}>
            {texts.downloadWrong}
          </Button>
        )}
        <Button icon={FileDown} isBusy={isBusy} onClick={() => void download(name, () => fetchBook(false))}>
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
function ListLink({ of: { rows, people, activities } }: { of: ActivityImportReply }) {
  const isFinished = rows.length > 0 && rows.every(({ state }) => state === 'finished');
  const names = [...new Set(rows.map(({ topic }) => topic))];
  const hasAll = rows.length >= activities;
  const topics = hasAll && names.length <= VALUES_MAX ? names : [];
  const assignees = topics.length === 0 && people.length <= VALUES_MAX ? people.map(({ personId }) => personId) : [];
  const report = isFinished ? paths.finishedReport : paths.pendingReport;
  return (
    <ButtonLink tone="accent" to={rowsPath(report, { topics, assignees })}>
      {topics.length === 1 ? texts.seeTopic(topics[0] as string) : texts.see}
    </ButtonLink>
  );
}
