import { createContext, use, useRef } from 'react';
import { useApp } from '../../app.ts';
import { deferred, Loaded } from '../../layout/loaded.tsx';
import { inbox } from '../../messages/inbox.ts';
import { PlainButton } from '../../ui/button.tsx';
import type { ActivityView, EvidenceImage } from '../activity.ts';

export type EvidenceOf = (delivery: Pick<ActivityView, 'id' | 'closedAt'>) => Promise<readonly EvidenceImage[]>;

/** The evidence of each delivery, read once; a delivery that is completed again is read again. */
export function useEvidenceOf(): EvidenceOf {
  const { client } = useApp();
  const readersByFolio = useRef(new Map<string, ReturnType<EvidenceOf>>()).current;
  return ({ id, closedAt }) => {
    const key = `${id} ${Number(closedAt)}`;
    const answer = readersByFolio.get(key) ?? deferred(client.listEvidence({ activityId: id }));
    readersByFolio.set(key, answer);
    // 'Reintentar' reads it again.
    answer.catch(() => readersByFolio.delete(key));
    return answer;
  };
}

interface Reviewing {
  evidenceOf: EvidenceOf;
  onReview: (delivery: ActivityView) => void;
}
/** What the cells of the inbox need; the columns are made before it is known. */
export const ReviewContext = createContext<Reviewing | null>(null);

const VISIBLE = 2;

/** The first thumbnails of a delivery; they open it beside the list. */
export function Thumbnails({ delivery }: { delivery: ActivityView }) {
  const review = use(ReviewContext);
  if (!review) return null;
  return (
    <PlainButton className="thumbnails" onClick={() => review.onReview(delivery)}>
      <span className="only-read">{inbox.review(delivery.id)} </span>
      <Loaded of={review.evidenceOf(delivery)} skeleton={<span className="thumbnails-none" />} isSilent>
        {(images) =>
          images.length === 0 ? (
            <span className="thumbnails-none">{inbox.noEvidence}</span>
          ) : (
            <>
              {images.slice(0, VISIBLE).map(({ id, thumbnailUrl }) => (
                <img key={id} src={thumbnailUrl} alt="" loading="lazy" />
              ))}
              {images.length > VISIBLE && <span className="tabular">+{images.length - VISIBLE}</span>}
            </>
          )
        }
      </Loaded>
    </PlainButton>
  );
}
