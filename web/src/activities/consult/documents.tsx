import './documents.css';
import { activityEndpoints } from '@bitacora/core/contract/activities/activity-endpoints';
import { DOCUMENT_TYPE, MAX_DOCUMENTS } from '@bitacora/core/domain/activities/activity';
import { adminPolicy } from '@bitacora/core/domain/people/person';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { writtenBytes } from '@bitacora/core/messages/phrases';
import { validation } from '@bitacora/core/messages/validation';
import { Download, FileText, FileUp, FileX, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useApp, useFinish, useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { keepChosen, keptFiles } from '../../app/drafts.ts';
import { followPromise } from '../../app/follow-promise.ts';
import { evidence } from '../../messages/activity-form-texts.ts';
import { actNotice, documentTexts as texts } from '../../messages/consult-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { DropButton, DropZone } from '../../ui/file-drop.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { Fold } from '../../ui/fold.tsx';
import { later } from '../../ui/later.tsx';
import { Alert } from '../../ui/states.tsx';
import { SentPart, UploadProgress } from '../../ui/upload-progress.tsx';
import { errorSentence, useAttempt } from '../../ui/use-attempt.ts';
import { usePaste } from '../../ui/use-paste.ts';
import type { EvidenceDocument } from '../activity.tsx';
import { queuedNotice } from '../acts/use-act.tsx';
import { Fingerprint } from './evidence-viewer.tsx';
import { Captured } from './history.tsx';

const WithdrawImage = later(async () => (await import('./withdraw-image.tsx')).WithdrawImage);

interface DocumentsProps {
  activityId: number;
  documents: readonly EvidenceDocument[];
  mayAdd: boolean;
  isPrinting: boolean;
}

/** The documents of an activity with their first pages, each as a download, and the place where more are added. */
export function Documents({ activityId, documents, mayAdd, isPrinting }: DocumentsProps) {
  const { zone, user } = useSession();
  const [withdrawing, setWithdrawing] = useState<EvidenceDocument | null>(null);
  return (
    <div className="documents">
      {documents.length === 0 && <p className="muted">{texts.none}</p>}
      <ul>
        {documents.map((document) => (
          <li key={document.id}>
            <img src={document.thumbnailUrl} alt={texts.firstPage(document.name)} loading={isPrinting ? 'eager' : 'lazy'} />
            <div className="document-facts">
              <a href={document.url} download>
                {document.name}
              </a>
              <p className="muted tabular">
                {texts.pages(document.pages)}, {writtenBytes(document.sizeBytes)} ·{' '}
                {evidence.by(document.uploadedBy, writtenInstant(document.uploadedAt, zone))}
                <Captured of="act" at={document.capturedAt} sentAt={document.uploadedAt} />
              </p>
              {isPrinting ? (
                <p className="muted">SHA-256 {document.sha256}</p>
              ) : (
                <Fold className="viewer-details" label={texts.details}>
                  <Fingerprint of={document} />
                </Fold>
              )}
            </div>
            <a className="icon-button" href={document.url} download aria-label={texts.download(document.name)}>
              <Download size={16} aria-hidden="true" />
            </a>
            {adminPolicy.withdrawImages(user) && (
              <IconButton icon={FileX} label={texts.withdraw} hasTip onClick={() => setWithdrawing(document)} />
            )}
          </li>
        ))}
      </ul>
      {mayAdd && !isPrinting && <AddDocuments activityId={activityId} />}
      {withdrawing && <WithdrawImage image={withdrawing} onClose={() => setWithdrawing(null)} />}
    </div>
  );
}

const isPdf = ({ name, type }: File) => type === DOCUMENT_TYPE || /\.pdf$/i.test(name);

/** Takes PDF by click, drop or paste. They are sent by a button of their own, because nobody can take them back. */
function AddDocuments({ activityId }: Pick<DocumentsProps, 'activityId'>) {
  const { client } = useClients();
  const { notices } = useApp();
  const finish = useFinish();
  const attempt = useAttempt();
  const { user } = useSession();
  const draft = `${user.id}.documents.${activityId}` as const;
  const [files, setFiles] = useState<readonly File[]>([]);
  useEffect(() => followPromise(keptFiles(draft), setFiles), []);
  const choose = (chosen: readonly File[]) => {
    setFiles(chosen);
    keepChosen(draft, chosen);
  };
  const [complaint, setComplaint] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const add = (added: readonly File[]) => {
    if (attempt.isBusy) return;
    attempt.clearError();
    const documents = added.filter(isPdf);
    const fitting = documents.filter(({ size }) => size <= activityEndpoints.addDocuments.uploads.maxBytes);
    const problems = [
      documents.length < added.length && validation.documentsWrongType,
      fitting.length < documents.length && texts.tooLarge,
      files.length + fitting.length > MAX_DOCUMENTS && validation.documentsTooMany,
    ];
    setComplaint(problems.find((problem) => problem !== false) ?? null);
    choose([...files, ...fitting].slice(0, MAX_DOCUMENTS));
  };
  // A dialog has its own place for files.
  usePaste((pasted) => {
    const isForUs = pasted.some(isPdf) && !document.querySelector('[role="dialog"]');
    if (isForUs) add(pasted);
    return isForUs;
  });
  const send = () =>
    attempt.run(async () => {
      const queued = await client.addDocuments({ activityId, documents: files }).then(() => null, queuedNotice);
      choose([]);
      await (queued ? notices.show(queued) : finish(actNotice('addDocuments', activityId, texts.notice)));
    });

  return (
    <>
      <SentPart isSending={attempt.isBusy}>
        <DropZone onFiles={add}>
          {files.length > 0 && (
            <ul className="documents-chosen" aria-label={texts.count(files.length)}>
              {files.map((file) => (
                <li key={`${file.name} ${file.size} ${file.lastModified}`}>
                  <FileText size={16} aria-hidden="true" />
                  <span>{file.name}</span>
                  <span className="muted tabular">{writtenBytes(file.size)}</span>
                  <IconButton
                    icon={Trash2}
                    label={texts.remove(file.name)}
                    onClick={() => choose(files.filter((other) => other !== file))}
                  />
                </li>
              ))}
            </ul>
          )}
          <DropButton onClick={() => input.current?.click()}>
            <FileUp size={22} strokeWidth={1.75} aria-hidden="true" />
            <span className="mouse-only">{texts.hint}</span>
            <span className="touch-only">{texts.touchHint}</span>
            <small>{texts.rule}</small>
          </DropButton>
          <FileInput ref={input} accept={`${DOCUMENT_TYPE},.pdf`} multiple label={texts.choose} onChosen={add} />
        </DropZone>
      </SentPart>
      {complaint && <Alert title={complaint} />}
      {attempt.error !== null && <Alert title={errorSentence(attempt.error, texts.failed)} />}
      {attempt.isBusy && <UploadProgress />}
      {files.length > 0 && (
        <Button tone="accent" isBusy={attempt.isBusy} onClick={() => void send()}>
          {attempt.isBusy ? texts.submitting : texts.submit}
        </Button>
      )}
    </>
  );
}
