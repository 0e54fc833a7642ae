import { consult } from '@bitacora/core/messages/consult';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { useApp } from '../../app.ts';
import { Instant } from '../../layout/business-day.tsx';
import { useSession } from '../../use-session.ts';
import type { Comment, EvidenceImage } from '../activity.ts';

// Rendered only for printing, because paper shows lists whole that the screen shows in pages.

/** Every comment, the earliest first. */
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

/** Every image with its uploader, its time and its whole hash. */
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

/** The address of the page, and who printed it when. */
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
