import './requests.css';
import type { WorkRequestView } from '@bitacora/core/contract/activities/activity-shapes';

/** The images that came with a request; each opens whole. */
export const RequestImages = ({ images }: Pick<WorkRequestView, 'images'>) => (
  <div className="request-images">
    {images.map(({ id, url, thumbnailUrl, name }) => (
      <a key={id} href={url} target="_blank" rel="noreferrer">
        <img src={thumbnailUrl} alt={name} loading="lazy" />
      </a>
    ))}
  </div>
);
