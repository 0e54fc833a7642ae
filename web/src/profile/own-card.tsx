import type { Endpoints, Reply } from '@bitacora/core/contract';
import { profileTexts } from '@bitacora/core/messages/profile';
import { PhotoForm } from './photo-form.tsx';
import './profile.css';

export type OwnData = Reply<Endpoints['readOwnData']>;

const FACTS = ['name', 'email', 'employeeNumber', 'department', 'position', 'kind'] as const;

/** Read-only facts that administrators set, and the photo. */
export function OwnCard({ own }: { own: OwnData }) {
  return (
    <section className="card" aria-label={own.name}>
      <PhotoForm name={own.name} />
      <dl className="profile-facts">
        {FACTS.map((name) => (
          <div key={name}>
            <dt>{profileTexts.facts[name]}</dt>
            <dd>{own[name]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
