import { assigneeName } from '@bitacora/core/domain/people/person';
import type { ReactNode } from 'react';
import { consultPage } from '../../messages/consult-texts.ts';
import type { ActivityView } from '../activity.tsx';

interface WorkSubjectProps {
  works: readonly ActivityView[];
  /** What is to be known about one of several. */
  mark?: (work: ActivityView) => ReactNode;
}

/** Names the work that a dialog asks about, or each of several. */
export const WorkSubject = ({ works, mark }: WorkSubjectProps) => (
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
