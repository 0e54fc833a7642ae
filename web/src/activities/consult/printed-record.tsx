import { consult } from '@bitacora/core/messages/consult';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { useApp } from '../../app.ts';
import { Instant } from '../../layout/business-day.tsx';
import { useSession } from '../../use-session.ts';
import type { Comment, EvidenceImage } from '../activity.ts';

// What a consult page shows a part of at a time, paper shows whole. Rendered only on the way there.

/** Every comment, the earliest first, as a record is read. */
export const PrintedComments = ({ comments }: { comments: readonly Comment[] }) => (
  <ol className="printed-comments">
    {comments
      .toSorted((a, b) => Number(a.writtenAt) - Number(b.writtenAt))
      .map(({ id, authorName, body, writtenAt }) => (
        <li key={id}>
          <p>
            <strong>{authorName}</strong>{' '}
            <span className="muted tabular">
              <Instant at={writtenAt} />
            </span>
          </p>
          <p className="prose">{body}</p>
        </li>
      ))}
  </ol>
);

/** Every image with who uploaded it, when, and the whole fingerprint. */
export const PrintedEvidence = ({ images }: { images: readonly EvidenceImage[] }) => (
  <ol className="printed-evidence">
    {images.map(({ id, url, name, width, height, uploadedBy, uploadedAt, sha256 }) => (
      <li key={id}>
        <img src={url} alt={name} width={width} height={height} />
        <p>
          <strong>{name}</strong> · {uploadedBy},{' '}
          <span className="tabular">
            <Instant at={uploadedAt} />
          </span>
        </p>
        <p className="muted">
          SHA-256 <code>{sha256}</code>
        </p>
      </li>
    ))}
  </ol>
);

/** Where this page is found again, and who took it to paper when. */
export function PrintedFoot() {
  const { now } = useApp();
  const { user, zone } = useSession();
  return (
    <footer className="printed-foot">
      <span>{consult.printedAt(writtenInstant(now(), zone), user.name)}</span>
      <span>{window.location.origin + window.location.pathname}</span>
    </footer>
  );
}
