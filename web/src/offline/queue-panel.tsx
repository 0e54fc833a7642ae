import { filesField, queueableActs } from '@bitacora/core/contract/activities/queueable';
import { isBlank, trimText } from '@bitacora/core/domain/text';
import { actButtons } from '@bitacora/core/messages/activities/acts';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { frame } from '@bitacora/core/messages/layout';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../app/app.ts';
import { paths } from '../app/paths.ts';
import { consultPage, documentTexts } from '../messages/consult-texts.ts';
import { offlineTexts as texts } from '../messages/offline-texts.ts';
import { Button } from '../ui/button.tsx';
import { saveFile } from '../ui/copy-and-download.ts';
import { Dialog, focusFirst } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Alert } from '../ui/states.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { useObjectUrl } from '../ui/use-object-url.ts';
import { awaitsPerson, changeQueued, nextToSend, type QueuedAct, removeQueued } from './queue.ts';
import { wakeSender } from './send-queue.ts';

/** The fields of the wire that hold what the person wrote. */
const TEXTS = ['comment', 'resolution'] as const;
const TEXT_MAX = 2000;
const findTextField = ({ fields }: QueuedAct) => TEXTS.find((name) => name in fields);

interface QueuePanelProps {
  queue: readonly QueuedAct[];
  onClose: () => void;
}

/** Lists what this device has to send, in order: what waits, and what the server refused with its reason. */
export const QueuePanel = ({ queue, onClose }: QueuePanelProps) => (
  <Dialog
    title={texts.panelTitle}
    onClose={onClose}
    footer={
      <>
        {nextToSend(queue) && <Button onClick={wakeSender}>{texts.send}</Button>}
        <Button tone="accent" {...focusFirst} onClick={onClose}>
          {frame.close}
        </Button>
      </>
    }
  >
    {queue.length === 0 && <p>{texts.panelNone}</p>}
    <ul className="queue-list">
      {queue.map((act, index) => (
        <QueuedRow key={act.id} act={act} isStopped={awaitsPerson(act, queue.slice(0, index))} />
      ))}
    </ul>
  </Dialog>
);

interface QueuedRowProps {
  act: QueuedAct;
  /** Something that the server refused holds it back. */
  isStopped: boolean;
}

function QueuedRow({ act, isStopped }: QueuedRowProps) {
  const { zone } = useSession();
  const field = findTextField(act);
  const savedText = field ? (act.fields[field] ?? '') : '';
  const [text, setText] = useState(savedText);
  const [isDiscarding, setDiscarding] = useState(false);
  const sendAgain = async () => {
    const isChanged = field !== undefined && trimText(text) !== savedText;
    // A refused request is over, so that other words are another request. An hour that is in the future after the clock was corrected becomes now.
    const key = isChanged ? crypto.randomUUID() : act.key;
    const fields = field ? { ...act.fields, [field]: trimText(text) } : act.fields;
    const capturedAt = new Date(Math.min(act.capturedAt.getTime(), Date.now()));
    await changeQueued({ ...act, key, fields, capturedAt, refusal: null });
    wakeSender();
  };
  const discard = async () => {
    await removeQueued(act.id);
    // A completion may have waited behind it.
    wakeSender();
  };
  return (
    <li>
      <p>
        <strong>{actButtons[queueableActs[act.path]]}</strong>
        {act.images.length > 0 &&
          ` · ${(filesField(act.path) === 'documents' ? documentTexts.count : consultPage.photos)(act.images.length)}`}
      </p>
      <p className="muted">
        <Link to={paths.inProcess(act.activityId)}>{texts.folio(act.activityId)}</Link> ·{' '}
        <span className="tabular">{texts.captured(writtenInstant(act.capturedAt, zone))}</span>
      </p>
      {act.refusal === null && savedText && <p className="prose">{savedText}</p>}
      {act.refusal === null && <p className="muted">{isStopped ? texts.behind : texts.awaits}</p>}
      {act.refusal !== null && <Alert title={act.refusal} />}
      {act.refusal !== null && act.images.map((image) => <RefusedPhoto key={image.name} image={image} />)}
      {act.refusal !== null && field && (
        <Field label={texts.text}>
          {(tie) => <TextArea {...tie} maxLength={TEXT_MAX} value={text} onChange={(event) => setText(event.target.value)} />}
        </Field>
      )}
      <div className="queue-steps">
        {act.refusal !== null && (
          <Button disabled={field !== undefined && isBlank(text)} onClick={() => void sendAgain()}>
            {texts.sendAgain}
          </Button>
        )}
        {isDiscarding ? (
          // Other keys, and the harmless one first, so that a double tap discards nothing.
          <>
            <Button key="keep" tone="quiet" onClick={() => setDiscarding(false)}>
              {texts.keep}
            </Button>
            <Button key="discard-sure" tone="danger" onClick={() => void discard()}>
              {texts.discardSure}
            </Button>
          </>
        ) : (
          <Button key="discard" tone="quiet" onClick={() => setDiscarding(true)}>
            {texts.discard}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Lets the person see a photo, and save it or a document, before they discard it, because only this device has it. */
function RefusedPhoto({ image }: { image: File }) {
  const url = useObjectUrl(image);
  return (
    <div className="queue-photo">
      {url && image.type.startsWith('image/') && <img src={url} alt={image.name} />}
      <Button tone="quiet" onClick={() => saveFile(image, image.name)}>
        {texts.savePhoto(image.name)}
      </Button>
    </div>
  );
}
