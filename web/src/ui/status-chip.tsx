import './status-chip.css';
import { markLabels, type Standing, statusLabels, statusMarks } from '@bitacora/core/messages/activities/labels';
import { Tag } from 'primereact/tag';

/** A dot, a word and a colour, because colour alone is not accessible. */
export const StatusChip = ({ status }: Pick<Standing, 'status'>) => <Tag value={statusLabels[status]} data-status={status} />;

/** The marks beside a status. */
export const Marks = ({ activity }: { activity: Standing }) =>
  statusMarks(activity).map((mark) => (
    <span key={mark} className={mark}>
      {markLabels[mark]}
    </span>
  ));

/** Shows the status with its marks. With `isBrief` the marks stand alone for work in progress. */
export const StatusMarks = ({ activity, isBrief = false }: { activity: Standing; isBrief?: boolean }) => (
  <>
    {!(isBrief && activity.status === 'in_progress' && statusMarks(activity).length > 0) && <StatusChip {...activity} />}
    <Marks activity={activity} />
  </>
);
