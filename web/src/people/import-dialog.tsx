import './import-dialog.css';
import { ApiError } from '@bitacora/core/client';
import { type ImportReply, userEndpoints } from '@bitacora/core/contract/people/user-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import type { WrongCell } from '@bitacora/core/domain/people/user-import';
import { leftOutSentence } from '@bitacora/core/messages/activities/activity-import';
import { frame } from '@bitacora/core/messages/layout';
import { importDialog } from '@bitacora/core/messages/people/import-dialog';
import { validation } from '@bitacora/core/messages/validation';
import { FileDown, FileSpreadsheet, ShieldAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useApp } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { Button, CancelButton } from '../ui/button.tsx';
import { useDownload } from '../ui/copy-and-download.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FileDrop } from '../ui/file-drop.tsx';
import { Alert } from '../ui/states.tsx';
import { errorSentence, useAttempt } from '../ui/use-attempt.ts';

const { importUsers, downloadImportTemplate } = userEndpoints;

/** The server's answer about this file. It does not hold for another file. */
interface ReviewedFile {
  file: File;
  reply: ImportReply;
}

/** Registers people from a workbook, after a preview. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { client } = useClients();
  const { notices } = useApp();
  const { revalidate } = useRevalidator();
  const [file, setFile] = useState<File | null>(null);
  const [reviewed, setReviewed] = useState<ReviewedFile | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const review = useAttempt();
  const registration = useAttempt();
  const files = useDownload();
  const isAtWork = review.isBusy || registration.isBusy;
  const isBusy = isAtWork || files.isBusy;
  const ready = reviewed?.file === file ? reviewed : null;
  const error = registration.error ?? review.error;
  const mistakes = error instanceof ApiError ? error.rows : [];

  const startOver = () => {
    setReviewed(null);
    setMissing(false);
    setAsking(false);
    for (const attempt of [review, registration, files]) attempt.clearError();
  };
  const choose = (workbook: File) => {
    startOver();
    setFile(workbook);
  };
  const checkFile = async () => {
    startOver();
    if (!file) return setMissing(true);
    await review.run(async () => setReviewed({ file, reply: await client.importUsers({ file, isDryRun: true }) }));
  };
  const register = async (reviewedFile: ReviewedFile) => {
    if (!isAsking && reviewedFile.reply.privilegedTotal > 0) return setAsking(true);
    const isDone = await registration.run(async () => {
      const { count } = await client.importUsers({ file: reviewedFile.file });
      notices.show({ title: importDialog.registered(count), detail: importDialog.invited });
    });
    if (!isDone) return setReviewed(null);
    onClose();
    void revalidate();
  };
  const saveTemplate = () => files.download(downloadImportTemplate.file.name, client.downloadImportTemplate);
  const saveAnnotated = (workbook: File) =>
    files.download(importUsers.file.name, () => client.importUsers({ file: workbook, isAnnotated: true }));

  return (
    <Dialog
      title={importDialog.title}
      size="wide"
      onClose={onClose}
      isBusy={isAtWork}
      footer={
        <>
          <CancelButton onClick={onClose} isBusy={isAtWork}>
            {frame.cancel}
          </CancelButton>
          <Button tone="accent" isBusy={isAtWork} onClick={() => void (ready ? register(ready) : checkFile())}>
            {!ready ? importDialog.review : isAsking ? importDialog.privilegedConfirm : importDialog.register(ready.reply.count)}
          </Button>
        </>
      }
    >
      <p className="muted">{importDialog.lead}</p>
      <FileDrop
        icon={FileSpreadsheet}
        label={importDialog.file}
        rule={file ? importDialog.change : importDialog.rule}
        error={isMissing ? validation.fileMissing : undefined}
        onChosen={choose}
        isBusy={isBusy}
        fileLabel={file && importDialog.chosen(file.name)}
      >
        {importDialog.choose}
      </FileDrop>
      <div className="import-downloads">
        <Button tone="quiet" icon={FileDown} disabled={isBusy} onClick={() => void saveTemplate()}>
          {importDialog.template}
        </Button>
        {file && mistakes.length > 0 && (
          <Button tone="quiet" icon={FileDown} disabled={isBusy} onClick={() => void saveAnnotated(file)}>
            {importDialog.annotated}
          </Button>
        )}
      </div>
      {files.error !== null && <Alert title={errorSentence(files.error, importDialog.downloadFailed)} />}
      {ready && isAsking && <Alert title={importDialog.privileged(ready.reply.privilegedTotal)} />}
      <Result of={ready ?? error}>
        {ready && <ImportPreview dryRun={ready.reply} />}
        {error !== null && (
          <Alert title={errorSentence(error, registration.error ? importDialog.registerFailed : importDialog.reviewFailed)} />
        )}
        {mistakes.length > 0 && <ImportMistakes mistakes={mistakes} />}
      </Result>
    </Dialog>
  );
}

/** Scrolls to the result and focuses it. */
function Result({ of, children }: { of: unknown; children: React.ReactNode }) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (of) place.current?.focus();
  }, [of]);
  if (!of) return null;
  return (
    <section ref={place} className="import-result" aria-label={importDialog.result} tabIndex={-1}>
      {children}
    </section>
  );
}

interface ImportTableProps {
  title: string;
  /** Headings after 'Fila', the number of the row in the file. */
  headings: readonly string[];
  children: ReactNode;
}

/** Rows of a workbook, by their place in it. */
const ImportTable = ({ title, headings, children }: ImportTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll what has the focus, and Safari gives it to no scrolling part by itself.
  <section className="import-table" aria-label={title} tabIndex={0}>
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col" className="import-number">
            {importDialog.row}
          </th>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
);

const RowNumber = ({ row }: { row: number }) => (
  <td className="import-number tabular" data-label={importDialog.row}>
    {row.toLocaleString('es-MX')}
  </td>
);

const previewHeadings = [importDialog.person, importDialog.email, importDialog.position];

/** People who would become privileged come first, because that is a risk. */
const inOrder = ({ privileged, rows }: ImportReply) => [...privileged, ...rows.filter(({ isPrivileged }) => !isPrivileged)];

/** The result of a dry run. */
function ImportPreview({ dryRun }: { dryRun: ImportReply }) {
  const { count, privilegedTotal, leftOut = [] } = dryRun;
  const rows = inOrder(dryRun);
  return (
    <>
      {privilegedTotal > 0 && (
        <p className="import-privileged">
          <ShieldAlert size={18} aria-hidden="true" />
          {importDialog.privileged(privilegedTotal)}
        </p>
      )}
      <ImportTable title={importDialog.ready(count)} headings={previewHeadings}>
        {rows.map((person) => (
          <tr key={person.row} data-privileged={person.isPrivileged || undefined}>
            <RowNumber row={person.row} />
            <td data-label={importDialog.person}>
              {fullName(person)}
              <span className="import-second">{person.employeeNumber}</span>
            </td>
            <td data-label={importDialog.email}>{person.email}</td>
            <td data-label={importDialog.position}>
              {person.position}
              <span className="import-second">{person.department}</span>
              {person.isPrivileged && <strong className="import-second">{importDialog.privilegedMark}</strong>}
            </td>
          </tr>
        ))}
      </ImportTable>
      {leftOut.length > 0 && <p className="muted">{leftOutSentence(leftOut)}</p>}
      {rows.length < count && <p className="muted">{importDialog.visibleOf(rows.length, count)}</p>}
    </>
  );
}

/** Most rows on screen; the annotated workbook marks all of them. */
const MISTAKES_MAX = 200;
const mistakeHeadings = [importDialog.column, importDialog.value, importDialog.reason];

/** The invalid cells, by row and column. */
function ImportMistakes({ mistakes }: { mistakes: readonly WrongCell[] }) {
  const visible = mistakes.slice(0, MISTAKES_MAX);
  return (
    <>
      <ImportTable title={importDialog.mistakes(mistakes.length)} headings={mistakeHeadings}>
        {visible.map(({ row, column, value, error }) => (
          <tr key={`${row} ${column} ${error}`}>
            <RowNumber row={row} />
            <td data-label={importDialog.column}>{column}</td>
            <td data-label={importDialog.value}>{value || <em className="muted">{importDialog.blank}</em>}</td>
            <td className="import-reason" data-label={importDialog.reason}>
              {error}
            </td>
          </tr>
        ))}
      </ImportTable>
      {visible.length < mistakes.length && <p className="muted">{importDialog.visibleOf(visible.length, mistakes.length)}</p>}
    </>
  );
}
