import { assigneeName } from '@bitacora/core/domain/people/person';
import type { ReactNode } from 'react';
import { consultPage } from '../../messages/consult-texts.ts';
import type { ActivityView } from '../activity.tsx';

/** Names the work that a dialog asks about, or each of several; `mark` says what is to be known about one. */
export const WorkSubject = ({ works, mark }: { works: readonly ActivityView[]; mark?: (work: ActivityView) => ReactNode }) => (
  <ul className="dialog-subject work-subject" data-many={works.length > 1}>
    {works.map((work) => (
      <li key={work.id}>
        <span>{work.description}</span>
        <span className="muted">
          {consultPage.subject(work.id, assigneeName(work))} {mark?.(work)}
        </span>
      </li>
    ))}
  </ul>
);
